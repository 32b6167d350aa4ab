"""The gallery is what the command makes."""

import soundfile
from phonoscope.engine.training import gallery
from phonoscope.engine.voices.bundled import bundled_voices

README = gallery.FOLDER.parents[1] / "README.md"


def test_every_piece_is_there_small_and_in_the_readme():
    assert len(gallery.PIECES) == 12
    assert gallery.table(gallery.PIECES, "resources/gallery") in README.read_text(encoding="utf-8")
    files = {path.name: path for path in gallery.FOLDER.iterdir()}
    assert set(files) == {f"{piece.name}.ogg" for piece in gallery.PIECES}
    assert sum(path.stat().st_size for path in files.values()) < 2_000_000
    for piece in gallery.PIECES:
        assert piece.voice in bundled_voices()
        info = soundfile.info(files[f"{piece.name}.ogg"])
        assert info.samplerate == 24000
        assert 1.0 < info.duration < 12.0


def test_the_command_speaks_a_piece(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gallery, "PIECES", gallery.PIECES[-1:])
    monkeypatch.setattr("sys.argv", ["gallery", "--out", str(tmp_path), "--threads", "1"])
    gallery.main()
    made = soundfile.info(tmp_path / "goodbye.ogg")
    assert made.duration > 1.0
    assert "[listen](resources/gallery/goodbye.ogg)" in capsys.readouterr().out
