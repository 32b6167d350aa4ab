"""Under which terms the published weights, and what they speak, may be used."""

from __future__ import annotations

NAME = "CC BY-NC-SA 4.0"
LINK = "https://creativecommons.org/licenses/by-nc-sa/4.0/"
TEXT = (
    "The weights of Echo-TTS and of its codec Fish S1-DAC are licensed under CC BY-NC-SA 4.0 "
    f"(Attribution-NonCommercial-ShareAlike, {LINK}). Their authors state that sound made with them is under the same "
    "licence: name its origin, use it for no commercial purpose, and share what you make of it under the same terms. "
    "The author asks not to imitate anyone without their consent."
)
REPOSITORIES = ("jordand/echo-tts-base", "jordand/fish-s1-dac-min")
LICENCE_KEYS = (("general.license", "cc-by-nc-sa-4.0"), ("general.license.name", NAME), ("general.license.link", LINK))
