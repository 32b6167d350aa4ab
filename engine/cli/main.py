"""``phonoscope``: the commands, and how their errors reach the person who typed them."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from phonoscope._native import Error as NativeError
from phonoscope._native import explain_cut_files
from phonoscope.engine.cli.bench import add_bench_parser
from phonoscope.engine.cli.doctor import add_doctor_parser
from phonoscope.engine.cli.models import add_models_parser
from phonoscope.engine.cli.parity import add_parity_parser
from phonoscope.engine.cli.program import INTERRUPTED
from phonoscope.engine.cli.render import add_render_parser
from phonoscope.engine.cli.say import add_say_parser
from phonoscope.engine.cli.voices import add_voices_parser
from phonoscope.engine.cli.workbench import add_workbench_options
from phonoscope.engine.errors import PhonoscopeError, from_native
from phonoscope.engine.message import one_line

USAGE_ERROR = 2
READER_GONE = 141
INTERNAL_ERROR = 70
DEBUG_VARIABLE = "PHONOSCOPE_DEBUG"


class _Parser(argparse.ArgumentParser):
    """Prints one line for a wrong argument instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; every command sets ``run``, which returns the exit code."""
    parser: argparse.ArgumentParser = _Parser(
        prog="phonoscope", description="Hear a voice and see inside it.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"phonoscope {importlib.metadata.version('phonoscope')}")
    add_workbench_options(parser)
    subparsers = parser.add_subparsers(metavar="COMMAND", title="commands (without one, the workbench opens)")
    add_say_parser(subparsers)
    add_render_parser(subparsers)
    add_voices_parser(subparsers)
    add_models_parser(subparsers)
    add_parity_parser(subparsers)
    add_bench_parser(subparsers)
    add_doctor_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0: done. 1: done, and the answer is no. 2: something given was wrong; one line on standard error says what and
    what to do next. 130: interrupted. 141: whoever read the output went away.
    """
    try:
        args = build_parser().parse_args(arguments)
        if arguments is None:  # as a program, not as a part of one
            explain_cut_files()
        code: int = args.run(args)
        sys.stdout.flush()
    except PhonoscopeError as error:
        return _complain(str(error), error.exit_code)
    except NativeError as error:
        return _complain(str(from_native(error)), USAGE_ERROR)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return READER_GONE
    except MemoryError:
        return _complain("not enough memory; close other programs, or use a smaller or quantised model", USAGE_ERROR)
    except OSError as error:
        place = error.filename or "standard output"  # what else is written names its file
        step = "check that it can be read and written, and that there is space"
        return _complain(f"{place}: {error.strerror or error}; {step}", USAGE_ERROR)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        cause = f"internal error: {type(error).__name__}: {error}"
        return _complain(f"{cause}; run it again with {DEBUG_VARIABLE}=1 and report what it prints", INTERNAL_ERROR)
    return code


def _complain(message: str, code: int) -> int:
    print(f"phonoscope: {one_line(message)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
