"""Keyboards and the kernel's knob are what the radio obeys, with udev and without, from the first press on."""

import contextlib
import glob
import os
import re
import tempfile
import time

from bedside import Bedside
from cases import case, check, expect, read, within
from inputs import Keyboard, names, start_udev
from lines import EDGE_SECONDS, Chip
from radio import Radio, Stations
from tones import plays

KEY_ENTER, KEY_SPACE, KEY_UP, KEY_DOWN = 28, 57, 103, 108
KEY_ESC, KEY_H, KEY_O, KEY_LEFTSHIFT, KEY_SLASH = 1, 35, 24, 42, 53
KEY_VOLUMEUP, KEY_MUTE, KEY_LEFTCTRL = 115, 113, 29
BOARD = "/run/tmp/keyboard-board"


def radio():
    os.makedirs(BOARD, exist_ok=True)
    with open(f"{BOARD}/board.plist", "w", encoding="ascii") as board:
        board.write("<plist version='1.0'><dict><key>boardName</key><string>desk</string>"
                    "<key>inputDevices</key><true/></dict></plist>")
    # One that remembers nothing: the volume begins in the middle.
    state = tempfile.mkdtemp(dir="/run/tmp")
    started = Radio("run", "--board", BOARD, "--stations", Stations().list, "--state", state)
    started.hears(event="screen")
    return started


def press(keyboard, *keys):
    for key in keys:
        keyboard.key(key, True)
    for key in reversed(keys):
        keyboard.key(key, False)


def obeys(radio, keyboard):
    press(keyboard, KEY_O)
    radio.hears(event="screen", screen="options")
    press(keyboard, KEY_H)
    radio.hears(event="screen", screen="player")
    before = radio_volume(radio, keyboard)
    check(radio_volume(radio, keyboard) > before, "each press is louder")
    press(keyboard, KEY_MUTE)
    radio.hears(event="volume", muted=True)
    press(keyboard, KEY_MUTE)
    radio.hears(event="volume", muted=False)
    press(keyboard, KEY_O)
    radio.hears(event="screen", screen="options")
    press(keyboard, KEY_ESC)
    radio.hears(event="screen", screen="player")
    press(keyboard, KEY_LEFTSHIFT, KEY_SLASH)
    radio.hears(event="screen", screen="help")
    # Ctrl-H is meant for somebody else; what comes after it is not.
    press(keyboard, KEY_LEFTCTRL, KEY_O)
    press(keyboard, KEY_ESC)
    radio.hears(event="screen", screen="player")


def radio_volume(radio, keyboard):
    press(keyboard, KEY_VOLUMEUP)
    return radio.hears(event="volume")["percent"]


def wait_read(radio, name):
    """Waits until the radio reads the device, itself or by libinput, which throws away what comes between its
    opening and its first reading.
    """
    within(20, lambda: is_read(f"/proc/{radio.process.pid}", name), f"the radio reads {name!r}")


def is_read(process, name):
    """Whether the process waits for the device: one of its epoll descriptors has it as a target."""
    told = ""
    for path in glob.glob(f"{process}/fdinfo/*"):
        # Descriptors come and go meanwhile.
        with contextlib.suppress(FileNotFoundError):
            told += read(path) + "\n"
    return any(os.path.realpath(f"{process}/fd/{number}") == f"/dev/input/{names()[name]}"
               for number in re.findall(r"^tfd: +(\d+)", told, re.MULTILINE))


@case
def keys_are_obeyed_without_udev():
    keyboard = Keyboard("early keyboard")
    obeys(radio(), keyboard)


@case
def a_keyboard_is_plugged_and_unplugged_and_plugged():
    started = radio()
    for turn in range(3):
        keyboard = Keyboard(f"keyboard {turn}")
        wait_read(started, keyboard.name)
        obeys(started, keyboard)
        keyboard.unplug()


@case
def the_kernels_knob_turns_the_focus():
    started = radio()
    wait_read(started, "rotary")
    first = started.hears(event="focus")["row"]
    chip = Chip("extras")
    # Four changes of the contacts are a click; the first ones may only tell the driver where they stand.
    for _ in range(3):
        for line, level in (("DIAL_A", 1), ("DIAL_B", 1), ("DIAL_A", 0), ("DIAL_B", 0)):
            chip.pull(line, level)
            time.sleep(EDGE_SECONDS)
    row = started.hears(event="focus")["row"]
    check(row != first, f"the focus is in row {row} still")


@case
def keys_are_obeyed_with_udev():
    start_udev()
    keyboard = Keyboard("udev keyboard")
    started = radio()
    wait_read(started, keyboard.name)
    obeys(started, keyboard)
    late = Keyboard("late udev keyboard")
    wait_read(started, late.name)
    obeys(started, late)
    late.unplug()
    obeys(started, keyboard)


@case
def arrows_and_enter_choose_what_is_heard_and_space_pauses_it_and_the_panel_shows_both():
    keyboard = Keyboard("bedside keyboard")
    desk = Bedside()
    # This board has a panel: its keyboards are read without being asked for.
    wait_read(desk.said, keyboard.name)
    press(keyboard, KEY_ENTER)
    desk.said.hears(event="screen", screen="stations")
    first = desk.row(1)
    press(keyboard, KEY_DOWN)
    second = desk.row(2, first)
    press(keyboard, KEY_DOWN)
    third = desk.row(3, second)
    check(first < second < third, f"the rows are at {first}, {second}, {third}")
    press(keyboard, KEY_UP)
    expect(desk.row(2, third), second, "the second row again")
    press(keyboard, KEY_ENTER)
    desk.plays("Hum", "player")
    playing = desk.picture()
    press(keyboard, KEY_SPACE)
    desk.said.hears(event="state", state="paused")
    plays(desk.recording, None)
    check(desk.picture() != playing, "the pause is not seen")
    press(keyboard, KEY_SPACE)
    desk.said.hears(event="state", state="playing")
    plays(desk.recording, "Hum")
    within(10, lambda: desk.panel.shown() == playing, "Player as before")
