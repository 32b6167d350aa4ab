# Two commands matter to most people; each first makes everything it needs, and is quick when nothing changed:
#     make say TEXT="Good evening."      sets Phonoscope up and speaks into speech.wav
#     make test                          sets it up for development and runs the tests
PYTHON ?= python3
VENV ?= .venv
TEXT ?= Hello from Phonoscope.
MODEL ?= phonoscope-voice
VOICE ?= $(if $(filter phonoscope-voice,$(MODEL)),af_heart)
OUT ?= speech.wav
ARGS ?=
export TEXT MODEL VOICE OUT

bin := $(VENV)/bin
native := $(shell find native -name '*.[ch]pp') native/CMakeLists.txt
shipped := $(shell find engine gui resources -type f -not -path '*/__pycache__/*')
pip := $(bin)/pip --disable-pip-version-check

.PHONY: help install develop say test test-slow sanitize lint ruff mypy clang-format format translations screenshots hooks wheel wheel-test clean
.DELETE_ON_ERROR:

help:
	@echo 'make say TEXT="..."   speak into OUT=speech.wav with MODEL=... VOICE=... (ARGS="--seed 1" adds options)'
	@echo 'make install      the program, in $(VENV)'
	@echo 'make test         the everyday tests (ARGS="tests/engine -k prompt" chooses); test-slow: the long ones'
	@echo 'make sanitize     native tests and damaged files under the address, undefined and thread sanitizers'
	@echo 'make develop      editable install with the development tools; run it again after changing C++'
	@echo 'make lint         all checks of style and types; format: puts right what can be; hooks: lint at each commit'
	@echo 'make translations collects the texts of the window for translators, and compiles their translations'
	@echo 'make screenshots  makes the pictures of README.md again'
	@echo 'make wheel        sdist and wheel in dist/; wheel-test: tries them in an empty environment'
	@echo 'make clean        removes everything made here'

say: install
	$(bin)/phonoscope say $(if $(MODEL),--model "$$MODEL") $(if $(VOICE),--voice "$$VOICE") -o "$$OUT" $(ARGS) -- "$$TEXT"

# An editable install serves for use as well, so a developer's environment is never replaced by a plain install.
install: $(if $(wildcard $(VENV)/.develop),$(VENV)/.develop,$(VENV)/.install)
develop: $(VENV)/.develop

$(bin)/pip:
	.ci/system-packages $(PYTHON)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.install: $(native) $(shipped) pyproject.toml | $(bin)/pip
	@echo 'Installing Phonoscope in $(VENV); compiling it takes some minutes the first time.'
	$(pip) install -q .
	touch $@

# The build tools live in the environment (no isolation), so that after a change in C++ only what changed is compiled.
$(VENV)/.tools: pyproject.toml | $(bin)/pip
	.ci/system-packages $(PYTHON) test
	$(bin)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	    > $(VENV)/build-requirements.txt
	$(pip) install -q -r $(VENV)/build-requirements.txt cmake ninja
	touch $@

$(VENV)/.develop: $(VENV)/.tools $(native) pyproject.toml
	@echo 'Installing Phonoscope for development in $(VENV); compiling it takes some minutes the first time.'
	$(pip) install -q --no-build-isolation --config-settings=build-dir=build/develop -e '.[dev]'
	touch $@

test: develop
	$(bin)/pytest $(ARGS)

test-slow: develop
	$(bin)/pytest -m slow $(ARGS)

sanitize: develop
	PATH="$(CURDIR)/$(bin):$$PATH" tests/sanitize.sh address
	PATH="$(CURDIR)/$(bin):$$PATH" tests/sanitize.sh thread

# mypy does not follow the import hook of an editable install: it gets the import package as a tree of links instead.
build/types/phonoscope: $(VENV)/.develop
	mkdir -p $@
	cd $@ && ln -sfn ../../../engine ../../../gui ../../../resources . && \
	    ln -sf ../../../$(VENV)/lib/python3*/site-packages/phonoscope/*.pyi .
	touch $@

lint: ruff mypy clang-format

ruff: develop
	$(bin)/ruff check .
	$(bin)/ruff format --check .

mypy: build/types/phonoscope
	$(bin)/mypy
	$(bin)/mypy tests

clang-format: develop
	@$(bin)/clang-format --dry-run -Werror $(filter %pp,$(native))

format: develop
	$(bin)/ruff format .
	$(bin)/ruff check --fix --exit-zero --quiet .
	$(bin)/clang-format -i $(filter %pp,$(native))

translations: develop
	$(bin)/python -m phonoscope.gui.language.update

# Of about the size at which README.md shows them; one as it is on a large screen.
draw = $(bin)/phonoscope --size 1280x800 --seed 7 --speak "Good evening. The last train leaves at a quarter past nine."

screenshots: develop
	$(draw) --screenshot resources/screenshots/debug-dark.png --layout debug --theme dark
	$(draw) --screenshot resources/screenshots/debug-light-2560x1440.png --layout debug --theme light --size 2560x1440
	$(draw) --screenshot resources/screenshots/audition-light.png --layout audition --theme light
	$(draw) --speak "Good evening. The last train leaves at a quarter past nine." --page compare --theme light \
	    --screenshot resources/screenshots/compare-light.png

hooks: develop
	$(bin)/pre-commit install

wheel: develop
	rm -rf dist
	$(bin)/python -m build --no-isolation

# From the sdist alone, in an environment with nothing but this wheel and its dependencies, and with an empty home.
wheel-test: wheel
	rm -rf build/wheel-test
	$(PYTHON) -m venv build/wheel-test/venv
	build/wheel-test/venv/bin/pip install -q dist/*.whl
	mkdir build/wheel-test/home
	cd build/wheel-test/home && env -i HOME=$$PWD PATH=/usr/bin:/bin ../venv/bin/phonoscope say "Good evening." -o speech.wav

clean:
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
