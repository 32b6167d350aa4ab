import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "Write to ann@mail.com or john.doe42@post.co.uk.",
            "Write to ann at mail dot com or john dot doe forty-two at post dot co dot u k.",
        ),
        (
            "See https://www.example.com/path?q=1&x=2, or example.org/docs.",
            "See w w w dot example dot com slash path question mark q equals one and x equals two, or "
            "example dot org slash docs.",
        ),
        ("192.168.0.1", "one hundred and ninety-two dot one hundred and sixty-eight dot zero dot one"),
        (
            "Open /usr/local/bin, ~/docs or C:\\Users\\me.",
            "Open slash usr slash local slash bin, tilde slash docs or C colon backslash Users backslash me.",
        ),
        ("README.md, file.tar.gz, np.array", "README dot m d, file dot tar dot g z, n p dot array"),
        ("@ann likes #music and #5", "at ann likes hashtag music and number five"),
        ("and/or, he/she", "and or, he slash she"),
    ],
)
def test_addresses(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
