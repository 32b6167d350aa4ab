"""What the native module says, taken apart again: its errors arrive as text, and the window says them in its language.

Every message has one of the forms below, perhaps after the path of a file, perhaps with a hint in brackets behind it.
"""

from __future__ import annotations

import functools
import re

from phonoscope.engine.message import Message

# What an alarm names as the place where the first value that is not finite was made.
OPERATIONS = (
    "input embedding",
    "attention",
    "state-space mixer",
    "feed-forward",
    "head",
    "layer output",
    "block output",
    "decoder output",
)

FORMS = (
    # Files.
    "cannot be opened ({error})",
    "is not a regular file",
    "is empty",
    "cannot be mapped",
    "is not a GGUF file",
    "has GGUF version {version}; versions 2 and 3 (little-endian) can be read",
    "ends inside {what}",
    "{what} is {n_bytes} bytes long, 1 to {maximum} are allowed",
    "{what} is not printable text",
    "metadata key {key} claims {n} elements",
    "metadata key {key} has unknown type {type}",
    "metadata key {key} holds a string that is not UTF-8 text",
    "metadata key {key} is listed twice",
    "metadata key {key} is missing",
    "metadata key {key} must be {wanted}",
    "metadata key {key} must be a positive number",
    "metadata key {key} = {value} is not a plausible dimension",
    "metadata key {key} is not a list of 1 to {maximum} plausible dimensions",
    "metadata key {key} is not a short list of rate factors",
    "metadata keys {prefix}*: {n_heads} heads do not divide a width of {width} into pairs",
    "general.alignment must be a power of two in 8..1048576",
    "tensor {name} is listed twice",
    "tensor {name} has {n} dimensions, 1 to 4 are allowed",
    "tensor {name} has impossible dimension {n}",
    "tensor {name} has unknown type {type}",
    "tensor {name} has rows of {n} values, not a multiple of {block} as {type} needs",
    "tensor {name} is not aligned to {n_bytes} bytes",
    "tensor {name} reaches past the end of the file",
    "tensor {name} is missing",
    "tensor {name} has shape {found}, the declared dimensions ask for {wanted}",
    "tensor {name} is {type}, it must be f32",
    "tensor {name} is {type}, weights must be f32, f16, bf16, q8_0, q4_0, q4_K, q5_K or q6_K",
    "tensors {name} and {other} overlap",
    "tensors of type {type} cannot be read as numbers",
    # Models.
    "has no talker weights",
    "has no speech tokenizer weights",
    "has no speech tokenizer encoder",
    "has no speaker encoder",
    "has no encoder",
    "has no Echo-TTS transformer",
    "holds no codec",
    "is no Audio8 model",
    "was converted without the latent encoder, which blocks and continuations need",
    "codebook dimensions do not fit together",
    "speech tokenizer dimensions do not fit together",
    "speech tokenizer encoder dimensions do not fit together",
    "the declared dimensions do not fit together",
    "{stack} dimensions do not fit together (layers {n_layers}, heads {n_heads}/{n_kv_heads} x {width})",
    "mixer dimensions do not fit together (heads {n_heads} x {width}, groups {n_groups})",
    "the codec's transformer dimensions do not fit together "
    "(layers {n_layers}, heads {n_heads}/{n_kv_heads} x {width}, window {window})",
    "the decoder's transformer is {width} wide, its input {wanted}",
    "the decoder's width cannot be halved by each of its {n} blocks",
    "the encoder's transformers are {width} and {other} wide, their inputs {wanted} and {other_wanted}",
    "the encoder's rates multiply to an implausible number of samples a frame",
    "the upsampling ratios multiply to an implausible number of samples a frame",
    "the speaker encoder's {n} channels do not make {n_groups} groups",
    "code_pred.mtp_proj.weight is missing although talker and predictor widths differ",
    "decodes {n} codebooks of {size}, but {model} predicts {n_wanted} of {size_wanted}",
    "decodes {n} codebooks, the first of {size}, but {model} predicts {n_wanted} of {size_wanted}",
    "its frames have {n} channels, but {model} makes {n_wanted}",
    "rows of {n} values cannot be stored as {type} (blocks of {block})",
    "storage type {name} is not one of f32, f16, bf16, q8_0, q4_0, q4_K, q5_K, q6_K",
    "{n} values of {type} in rows of {n_per_row} do not take {n_bytes} bytes",
    # Requests.
    "the model is already speaking; stop that take or wait for it",
    "threads = {n}: choose 1 to 64",
    "the number of threads must be in 1..64, not {n}",
    "{name} is out of range; use {range}",
    "a synthesis setting is out of range",
    "a preview is made after every so many steps, or never (0)",
    "a CUDA device runs 1 to 1048576 blocks at once, not {n}",
    "draw at least 16 values at once",
    "no text was given",
    "a text of {n} ids: give 1 to {maximum}",
    "text id {id} is not in the vocabulary of {size}",
    "the sequence would be {n} positions long, the model allows {maximum}",
    "a snapshot of {n} positions does not fit the model",
    "the prompt's columns must have the same length of at least one row",
    "a prompt is made of columns of {n} ids",
    "a prompt must have columns of its own behind the shared ones",
    "text token {id} is outside the model's range 0..{last}",
    "codec token {id} is outside the model's range 0..{last}",
    "reference code {id} is outside the model's range 0..{last}",
    "reference frame {id} is outside the model's range 0..{last}",
    "text token {id} of column {column} is outside the model's range 0..{last}",
    "code {id} of column {column} is outside the model's range 0..{last}",
    "code {id} of frame {frame}, codebook {codebook} is outside 0..{last}",
    "the end-of-speech id {id} is not a control id of this model",
    "forced codes must be {n} numbers in 0..{last}",
    "the state must have {n} values, and the first code be in 0..{last}",
    "the frames of all blocks and what they continue must be 1 to {maximum} together",
    "blocks that others follow, and what they continue, must be multiples of {n} frames",
    "room for {n} samples does not fit {n_frames} frames",
    "{n} codes do not make whole frames of {width}",
    "{n} latent values do not make whole frames of {width}",
    # Voices and recordings.
    "reference codes must come in frames of {n}",
    "latents of {n} frames: give 1 to {maximum} times {patch}",
    "the speaker vector has {n} values, the model needs {wanted}",
    "the speaker vector holds values that are not finite",
    "an empty recording has no codes",
    "{n} samples are too short a recording (at least {minimum} at 24 kHz)",
    "a recording of {n} samples is too long to encode; at most {maximum} are taken",
)
HINTS = (
    "damaged or cut short? fetch or convert it again",
    "cut short? fetch or convert it again",
    "convert the model again",
    "convert the model again without pruning",
    "convert the codec with its encoder",
    "convert its published folder",
    "give the codec that belongs to this model",
    "give the codec that was converted with the model",
    "give the tokenizer file that belongs to the talker",
    "this is not a Qwen3-TTS model file",
    "it cannot turn recordings into codes",
    "only Base models can take a voice from a recording",
    "a voice made for another model size?",
)
PHRASES = (
    "the version",
    "the number of tensors",
    "the number of metadata keys",
    "a metadata key",
    "a metadata type",
    "a metadata length",
    "a metadata value",
    "a metadata string",
    "a tensor name",
    "a tensor's shape",
    "a tensor's type",
    "a tensor's offset",
    "an integer",
    "a number",
    "a string",
    "a list of integers",
    "a list of strings",
)


def native_message(text: str) -> Message:
    """Return what the native module said with its form and fields; a text of no known form as it is."""
    problem, hint = problem_and_hint(text)
    return Message("{problem} ({hint})", problem=problem, hint=hint) if hint else problem


def problem_and_hint(text: str) -> tuple[Message, Message]:
    """Return what the native module said without its hint, and the hint by itself, empty where there is none."""
    for form, pattern in _patterns():
        if found := pattern.fullmatch(text):
            fields = {name: _phrase(value) for name, value in found.groupdict().items() if not name.startswith("_")}
            problem = Message(form, **fields)
            if path := found["_path"]:
                problem = Message("{path}: {problem}", path=path, problem=problem)
            return problem, Message(found["_hint"] or "")
    return Message(text), Message("")


def _phrase(text: str) -> str:
    return Message(text) if text in PHRASES else text


@functools.cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return the forms, those that say most first, each with what recognises it."""
    hints = "|".join(map(re.escape, HINTS))
    found = []
    for form in sorted(FORMS, key=lambda form: -len(re.sub(r"\{\w+\}", "", form))):
        parts = re.split(r"\{(\w+)\}", form)
        literal, names = parts[::2], parts[1::2]
        body = re.escape(literal[0])
        for name, after in zip(names, literal[1:], strict=True):
            body += f"(?P<{name}>.+?){re.escape(after)}"
        found.append((form, re.compile(rf"(?:(?P<_path>.+?): )?{body}(?: \((?P<_hint>{hints})\))?")))
    return found
