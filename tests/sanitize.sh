#!/bin/sh
# Builds the native module with a sanitizer, in an environment of its own, and runs the native tests and the damaged
# files of tests/fuzz under it. Usage, from the repository's root, with the developer's environment active:
#     tests/sanitize.sh address [CASES]    AddressSanitizer and UndefinedBehaviorSanitizer: takes too, and 10000 cases
#     tests/sanitize.sh thread [CASES]     ThreadSanitizer: the threads that share work, takes of every family, and 50 cases
# ggml is the ordinary library: a tensor that reaches outside its file is seen where we hand it over, and the threads
# that share the work are ours.
set -eu
kind=${1:-address}
takes="tests/engine/synthesis tests/engine/families/audio8/test_takes.py \
    tests/engine/families/echo_tts/test_take.py"
case $kind in
address)
    checks=address,undefined libraries="libasan.so libubsan.so libstdc++.so"
    tests="tests/native $takes" cases=${2:-10000}
    ;;
thread)
    checks=thread libraries="libtsan.so"
    tests="tests/native/test_workers.py $takes" cases=${2:-50}
    ;;
*) echo "usage: $0 address|thread [CASES]" >&2 && exit 2 ;;
esac

build=$PWD/build/sanitize-$kind
python -m venv --without-pip "$build/venv"
site=$("$build/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
packages=$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
# The developer's packages, but not the editable install among them: only its own folder's .pth files are read.
echo "$packages" >"$site/packages.pth"
python -m pip --disable-pip-version-check install -q --no-build-isolation --no-deps --upgrade --target "$site" \
    -Cbuild-dir="$build/native" -Ccmake.define.PHONOSCOPE_SANITIZE="$checks" .

preload=
for library in $libraries; do
    preload="$preload $(${CXX:-c++} -print-file-name="$library")"
done
export LD_LIBRARY_PATH="$packages/libggml/lib64:$packages/libggml/lib"
export PYTHONMALLOC=malloc
export ASAN_OPTIONS=detect_leaks=0:halt_on_error=1:handle_abort=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
# The C library frees the storage of a finished thread under locks of its own, which ThreadSanitizer does not see.
echo "race:_dl_deallocate_tls" >"$build/suppressions"
export TSAN_OPTIONS="halt_on_error=1:suppressions=$build/suppressions"
run() { LD_PRELOAD="$preload" "$build/venv/bin/python" "$@"; }

# shellcheck disable=SC2086  options and paths are lists
run -m pytest -q -p no:cacheprovider $tests ${PYTEST_ARGS:-}
run -m tests.fuzz.mutate --cases "$cases" --no-memory-limit --timeout 600
