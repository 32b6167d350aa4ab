"""Speaking with Audio8 through the engine that all families share."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.cli.main import main
from phonoscope.engine.diagnosis.alarms import AlarmKind, find_alarms
from phonoscope.engine.errors import AlarmError, ModelError, RequestError, VoiceError
from phonoscope.engine.request import TapMode, TapsRequest, WatchdogRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import FrameColumn, StopReason
from phonoscope.engine.text.segments import SegmentLimits
from phonoscope.engine.voices.files import pack_codes, unpack_codes

TEXT = "hello there, world. once more."
N_FRAMES = 14
QUIET = WatchdogRequest(enabled=False)


@pytest.fixture(scope="module")
def files(audio8_tiny):
    return audio8_tiny


@pytest.fixture(scope="module")
def engine(files):
    with Engine.load(files.model, threads=2) as engine:
        yield engine


@pytest.fixture(scope="module")
def voice(tmp_path_factory):
    path = tmp_path_factory.mktemp("voice") / "anna.rvq"
    path.write_bytes(pack_codes(np.random.default_rng(4).integers(0, 48, (9, 10), np.int32), 48))
    path.with_suffix(".txt").write_text("what anna said")
    return path


@pytest.fixture(scope="module")
def request_(engine, voice):
    return engine.request(
        TEXT, voice=voice, seed=7, max_frames=N_FRAMES, watchdog=QUIET, sampler={"min_new_tokens": N_FRAMES}
    )


def spoken(engine, request):
    take = engine.speak(request)
    take.wait()
    take.check()
    return take


@pytest.fixture(scope="module")
def reference(engine, request_):
    take = spoken(engine, request_)
    assert take.n_frames == N_FRAMES
    return take


def assert_same(take, other):
    np.testing.assert_array_equal(take.codes, other.codes)
    np.testing.assert_array_equal(take.audio, other.audio)


def test_a_take_has_frames_of_ten_codes_at_44100_hz(engine, reference):
    assert (engine.sample_rate_hz, reference.codes.shape) == (44_100, (N_FRAMES, 10))
    assert reference.audio.shape == (N_FRAMES * 2048,)
    assert np.abs(reference.audio).max() > 0
    assert reference.stop_reason is StopReason.MAX_FRAMES
    assert set(reference.figures.stage_ms) == {"slow", "fast", "codec"}


def test_the_audio_is_that_of_its_codes_decoded_at_once(files, reference):
    decoder = _native.CodecDecoder(files.codec, 1)
    np.testing.assert_allclose(decoder.decode(reference.codes), reference.audio, atol=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        {"chunk_frames": 1},
        {"chunk_frames": 64},
        {"taps": TapsRequest(TapMode.OFF)},
        {"taps": TapsRequest(TapMode.FULL)},
    ],
)
def test_nothing_but_the_seed_changes_a_bit(engine, request_, reference, change):
    assert_same(spoken(engine, replace(request_, **change)), reference)


def test_threads_change_no_bit(files, request_, reference):
    with Engine.load(files.model, threads=1) as engine:
        assert_same(spoken(engine, request_), reference)


def test_another_seed_says_it_differently(engine, request_, reference):
    assert (spoken(engine, replace(request_, seed=8)).codes != reference.codes).any()


def test_the_voice_is_read_once_and_sounds_the_same_again(files, request_, reference, voice):
    with Engine.load(files.model, threads=1) as engine:
        first, again = spoken(engine, request_), spoken(engine, request_)
        none = spoken(engine, engine.request(TEXT, seed=7, max_frames=4, watchdog=QUIET))
        back = spoken(engine, replace(request_, text="other words"))
    for take in (first, again):
        assert_same(take, reference)
        # The taps hold what was measured when the voice was read.
        assert {name: rows.tobytes() for name, rows in take.taps.items()} == {
            name: rows.tobytes() for name, rows in reference.taps.items()
        }
    n_restored = [take.segments[0].n_restored_rows for take in (first, again, none, back)]
    n_voice = n_restored[1]
    assert n_restored == [0, n_voice, 0, 0]  # another beginning takes the place of the one that was kept
    assert len("what anna said") < n_voice < again.segments[0].n_prompt_rows


def test_segments_of_a_text_share_what_was_read(engine, request_):
    take = spoken(engine, replace(request_, text="hello. world. again.", segments=SegmentLimits(4, 8)))
    others = take.segments[1:]
    assert len(others) > 1
    n_voice = {segment.n_restored_rows for segment in others}
    assert len(n_voice) == 1
    assert n_voice.pop() > len("what anna said")
    assert take.taps["slow_ssm"].shape[0] == sum(s.n_prompt_rows + s.n_frames - 1 for s in take.segments)


def test_without_a_voice_a_text_goes_on_as_its_first_segment_was_spoken(engine, tmp_path):
    text, limits = "hello. world. again.", SegmentLimits(4, 8)
    for seed in range(20):  # until one says its first word to the end
        request = engine.request(text, seed=seed, watchdog=QUIET, segments=limits)
        take = spoken(engine, request)
        first = take.segments[0]
        if first.stop_reason == StopReason.END_OF_SPEECH and first.n_frames:
            break
    path = tmp_path / "own.rvq"
    path.write_bytes(pack_codes(take.codes[: first.n_frames], 48))
    voice = engine.request("x", voice=path, transcript="hello.").voice
    again = spoken(engine, replace(request, voice=voice))
    for own, given in zip(take.segments[1:], again.segments[1:], strict=True):
        assert own.n_prompt_rows == given.n_prompt_rows > first.n_prompt_rows + first.n_frames
        np.testing.assert_array_equal(
            take.codes[own.first_frame :][: own.n_frames], again.codes[given.first_frame :][: given.n_frames]
        )
    assert_same(spoken(engine, request), take)


def test_speech_that_was_broken_off_is_no_voice_for_the_rest(engine):
    request = engine.request("hello. world.", max_frames=3, watchdog=QUIET, segments=SegmentLimits(4, 8))
    take = spoken(engine, replace(request, sampler=engine.declaration.settings({"min_new_tokens": 4})))
    assert take.segments[0].stop_reason == StopReason.MAX_FRAMES
    alone = spoken(engine, engine.request("world.", max_frames=3, watchdog=QUIET))
    assert take.segments[1].n_prompt_rows == alone.segments[0].n_prompt_rows


@pytest.mark.parametrize("mode", [TapMode.STATS, TapMode.FULL])
def test_what_was_read_unseen_is_read_again_to_be_recorded(files, request_, reference, mode):
    with Engine.load(files.model, threads=1) as engine:
        spoken(engine, replace(request_, taps=TapsRequest(TapMode.OFF)))
        unseen = spoken(engine, replace(request_, taps=TapsRequest(TapMode.OFF)))
        seen = spoken(engine, replace(request_, taps=TapsRequest(mode, ("slow_ssm.1",), 2, 3)))
    assert unseen.segments[0].n_restored_rows > 0
    assert seen.segments[0].n_restored_rows == 0
    assert seen.taps["slow_ssm"].tobytes() == reference.taps["slow_ssm"].tobytes()
    assert [state.step for state in seen.kept_states] == ([2, 3, 4] if mode is TapMode.FULL else [])


def test_codes_as_audio8_publishes_them_are_the_same_voice(engine, request_, reference, voice, tmp_path):
    codes = unpack_codes(voice.read_bytes(), 10, 48)
    np.save(tmp_path / "reference_codes.npy", codes.T.astype(np.uint16))
    other = engine.request("x", voice=tmp_path / "reference_codes.npy", transcript="what anna said").voice
    assert_same(spoken(engine, replace(request_, voice=other)), reference)


def test_greedy_codes_are_the_most_probable_ones(files, engine, request_, voice):
    greedy = replace(request_, sampler=engine.declaration.settings({"greedy": True, "min_new_tokens": N_FRAMES}))
    take = spoken(engine, greedy)
    writer = engine._runtime.writer
    from phonoscope.engine.voices.references import load_reference

    loaded = load_reference(greedy.voice, n_codebooks=10, codebook_size=48)
    probe = _native.Audio8Probe(files.model, 1)
    settings = _native.Audio8SamplerSettings(do_sample=False)
    columns = writer.write(TEXT, loaded).columns
    for at in range(0, len(columns), 64):
        out = probe.run_slow(columns[at : at + 64])
    for frame in take.codes:
        first = int(out["logits"][:48].argmax())
        codes = [first, *probe.run_fast(out["final"][-1], first, settings)["codes"].tolist()]
        assert frame.tolist() == codes
        out = probe.run_slow(np.array([[first + 64, *codes]], np.int32))


def test_a_first_code_that_repeats_is_drawn_again(engine, request_):
    hot = {"temperature": 5.0, "top_k": 0, "top_p": 1.0, "min_new_tokens": 40}
    plain, rescued = (
        spoken(
            engine, replace(request_, max_frames=40, sampler=engine.declaration.settings({**hot, "rescue_window": n}))
        )
        for n in (0, 10)
    )
    ours, other = plain.codes[:, 0], rescued.codes[:, 0]
    first = int(np.flatnonzero(ours != other)[0])
    assert ours[first] in ours[max(0, first - 10) : first]  # up to its first repetition it is the same take
    np.testing.assert_array_equal(plain.codes[:first], rescued.codes[:first])


def test_taps_follow_every_position_pass_and_frame(engine, request_, reference):
    taps, frames = reference.taps, reference.frames
    declared = [group.name for group in engine.declaration.tap_groups]
    assert sorted(taps) == sorted(name for name in declared if name != "slow_ssm_heads")
    n_rows = reference.segments[0].n_prompt_rows + N_FRAMES - 1
    for name in ("slow", "slow_windows", "slow_ssm", "slow_keys", "slow_values"):
        assert taps[name].shape == (n_rows, 3, 3), name
        assert (taps[name][:, :, 1] >= taps[name][:, :, 0]).all()
        assert (taps[name][:, :, 2] == 0).all()
        assert (taps[name][:, :, 0] > 0).all()
    assert taps["fast"].shape == (9 * N_FRAMES, 2, 3)
    assert taps["codec_transformer"].shape == (N_FRAMES, 2, 3)
    np.testing.assert_array_equal(frames[:, FrameColumn.POSITION_ROW], n_rows - N_FRAMES + np.arange(N_FRAMES))
    np.testing.assert_array_equal(frames[:, FrameColumn.PASS_ROW], 9 * np.arange(N_FRAMES))


def test_whole_states_have_the_magnitudes_of_the_taps(engine, request_):
    slow = ("slow.2", "slow_windows.0", "slow_ssm.1", "slow_keys.2", "slow_values.0")
    layers = (*slow, "fast.1", "codec_transformer.1", "codec_blocks.2")
    take = spoken(engine, replace(request_, taps=TapsRequest(TapMode.FULL, layers, 3, 20)))
    states = take.kept_states
    assert {f"{state.group}.{state.layer}" for state in states} == set(layers)
    for state in states:
        rms, absmax, bad = take.taps[state.group][state.step, state.layer]
        assert np.sqrt(np.square(state.values, dtype=np.float64).mean()) == pytest.approx(rms, rel=1e-5)
        assert np.abs(state.values).max() == pytest.approx(absmax, rel=1e-6)
        assert bad == 0
    assert next(state for state in states if state.group == "slow_ssm").values.size == 6 * 8 * 16


def test_heads_are_measured_when_whole_states_are_kept(engine, request_):
    take = spoken(engine, replace(request_, taps=TapsRequest(TapMode.FULL, ("slow_ssm.1",), 0, 40)))
    whole, heads = take.taps["slow_ssm"], take.taps["slow_ssm_heads"].reshape(-1, 3, 6, 3)
    assert len(heads) == len(whole)
    np.testing.assert_allclose(np.sqrt(np.square(heads[..., 0]).mean(axis=2)), whole[..., 0], rtol=1e-5)
    np.testing.assert_array_equal(heads[..., 1].max(axis=2), whole[..., 1])
    for state in take.kept_states:
        expected = np.abs(state.values.reshape(6, -1)).max(axis=1)
        np.testing.assert_array_equal(heads[state.step, state.layer, :, 1], expected)


def test_the_end_of_speech_ends_it(engine, voice):
    takes = [spoken(engine, engine.request("a", voice=voice, seed=seed, watchdog=QUIET)) for seed in range(4)]
    assert all(take.stop_reason in (StopReason.END_OF_SPEECH, StopReason.MAX_FRAMES) for take in takes)
    ends = [take for take in takes if take.stop_reason is StopReason.END_OF_SPEECH]
    assert ends
    assert all((take.codes < 48).all() for take in ends)


def test_a_poisoned_weight_names_the_mixer(files, tmp_path, request_):
    content = bytearray(files.model.read_bytes())
    where = bytes(_native.GgufFile(files.model).tensor_bytes("slow.blk.1.ssm_d"))
    assert bytes(content).count(where) == 1
    at = bytes(content).index(where)
    content[at : at + 4] = np.float32(np.nan).tobytes()
    (tmp_path / "poisoned.gguf").write_bytes(content)
    with Engine.load(tmp_path / "poisoned.gguf", codec=files.codec, threads=1) as engine:
        take = engine.speak(request_)
        take.wait()
        with pytest.raises(AlarmError, match="slow layer 1, step 0, state-space mixer"):
            take.check()


def with_growing_state(files, folder, rate):
    """Write the model with a mixer in layer 1 whose states grow instead of fading."""
    content = bytearray(files.model.read_bytes())
    fading = _native.GgufFile(files.model).tensor_bytes("slow.blk.1.ssm_a")
    at = bytes(content).index(bytes(fading))
    content[at : at + len(fading)] = np.full(len(fading) // 4, rate, np.float32).tobytes()
    path = folder / "growing.gguf"
    path.write_bytes(content)
    return path


def test_a_state_that_blows_up_is_seen_and_named(files, engine, request_, reference, tmp_path):
    groups = engine.declaration.tap_groups
    assert not [alarm for alarm in find_alarms(reference, groups) if alarm.group == "slow_ssm"]
    with Engine.load(with_growing_state(files, tmp_path, 0.5), codec=files.codec, threads=1) as growing:
        take = spoken(growing, request_)
    absmax = take.taps["slow_ssm"][:, :, 1]
    assert absmax[-1, 1] > 1e3 * reference.taps["slow_ssm"][:, 1, 1].max()
    assert (absmax[:, 0] < 1e2).all()
    worst = next(alarm for alarm in find_alarms(take, groups) if alarm.group == "slow_ssm")
    assert (worst.kind, worst.layer) == (AlarmKind.OVERFLOW, 1)


def test_a_state_that_leaves_what_floats_can_hold_stops_the_take(files, request_, tmp_path):
    with Engine.load(with_growing_state(files, tmp_path, 200.0), codec=files.codec, threads=1) as growing:
        take = growing.speak(request_)
        take.wait()
    alarm = take.alarm
    assert alarm is not None
    assert (alarm.stage, alarm.layer) == ("slow", 1)
    assert alarm.operation in ("state-space mixer", "attention")


def test_a_folder_is_loaded_as_it_was_published(audio8_tiny, request_):
    with Engine.load(audio8_tiny.folder, threads=1) as engine:
        assert engine.declaration.name == "audio8"
        assert spoken(engine, request_).n_frames == N_FRAMES  # other weights: the cache holds 8 bits


def test_a_folder_without_its_tokenizer_is_named_as_it_was_given(audio8_tiny, tmp_path):
    folder = tmp_path / "published"
    shutil.copytree(audio8_tiny.folder, folder, ignore=shutil.ignore_patterns("tokenizer.json"))
    with pytest.raises(ModelError) as refused:
        Engine.load(folder)
    assert str(refused.value) == f"{folder}: has no tokenizer; convert a folder with tokenizer.json"


def test_the_codec_of_another_model_is_refused(files, qwen3_tiny):
    with pytest.raises(ModelError, match="holds no codec"):
        Engine.load(files.model, codec=qwen3_tiny.codec)


def test_what_does_not_fit_is_refused(engine, request_, tmp_path):
    with pytest.raises(RequestError, match="does not follow instructions"):
        engine.speak(replace(request_, instruct="sadly"))
    with pytest.raises(RequestError, match="reads all of a text before it speaks"):
        engine.speak(replace(request_, streaming_text=True))
    with pytest.raises(RequestError, match="finds the language out itself"):
        engine.speak(replace(request_, language="french"))
    with pytest.raises(RequestError, match="unknown sampler setting 'penalty_window'"):
        engine.request(TEXT, sampler={"penalty_window": 3})
    np.save(tmp_path / "vector.npy", np.ones(40, np.float32))
    with pytest.raises(VoiceError, match="takes reference codes"):
        engine.speak(engine.request(TEXT, voice=tmp_path / "vector.npy"))
    for layer, problem in {"slow_ssm.3": "the last one is slow_ssm.2", "slow_ssm_heads.0": "are not kept"}.items():
        with pytest.raises(RequestError, match=problem):
            engine.speak(replace(request_, taps=TapsRequest(TapMode.FULL, (layer,))))


def test_the_command_line_speaks_and_describes(files, voice, tmp_path, capsys):
    out, recipe = tmp_path / "out.wav", tmp_path / "recipe.json"
    arguments = ["say", TEXT, "--model", str(files.model), "--voice", str(voice), "--max-frames", "6", "-o", str(out)]
    assert main([*arguments, "--seed", "3", "--rescue-window", "4", "--recipe", str(recipe), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["request"]["family"] == "audio8"
    assert {"slow_ms", "fast_ms", "codec_ms"} <= figures.keys()
    assert main(["render", str(recipe), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same_audio"]
    assert main([*arguments, "--penalty-window", "3"]) == 2
    assert "unknown sampler setting 'penalty_window'" in capsys.readouterr().err
    assert main(["models", "info", str(files.model), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["kind"], facts["n_codebooks"], facts["hop_samples"]) == ("hybrid", 10, 2048)
    assert main(["models", "verify", str(files.model), "--json"]) == 0
    assert all(report["ok"] and not report["unused"] for report in json.loads(capsys.readouterr().out))
