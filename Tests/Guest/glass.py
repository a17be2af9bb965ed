"""The panel itself: the picture it begins with, one that goes and comes back, and what the radio leaves on it."""

import mmap
import os
import signal
import time

from bedside import Bedside
from cases import case, check, expect, within, write
from panel import Panel
from picture import painted
from radio import run
from tones import Tones, plays

DRIVER, DEVICE = "/sys/bus/platform/drivers/vfb", "vfb.0"


def pull_out():
    write(f"{DRIVER}/unbind", DEVICE)
    within(10, lambda: not os.path.exists("/dev/fb0"), "the panel has gone")


def put_back():
    write(f"{DRIVER}/bind", DEVICE)
    within(10, lambda: os.path.exists("/dev/fb0"), "the panel is there")


@case
def the_first_picture_is_the_one_of_loading():
    panel, stations = Panel(), Tones()
    panel.show(bytes(panel.stride * panel.height))
    _, wanted = painted("start", "--ppi", "140", "--state", "/run/tmp/none")
    found = []
    with open(panel.path, "rb") as device:
        with mmap.mmap(device.fileno(), panel.stride * panel.height, prot=mmap.PROT_READ) as pixels:
            radio = run(stations)
            end = time.monotonic() + 20
            # Without a pause, and without a look at what was said: the picture may be there for a moment only.
            while not found or found[-1] != wanted:
                now = pixels[:]
                if now != (found[-1] if found else bytes(len(now))):
                    found.append(now)
                check(time.monotonic() < end, f"none of {len(found)} pictures is that of loading")
    radio.hears(event="focus")
    # Those before it are parts of it: what was not drawn yet is black.
    for picture in found:
        check(all(byte in (0, whole) for byte, whole in zip(picture, wanted)), "something else was there before")
    within(10, panel.focused, "what comes after it")


@case
def a_panel_that_goes_and_comes_back_is_painted_whole_and_the_station_plays_on():
    radio = Bedside()
    before, said = radio.starts(), len(radio.said.lines)
    pull_out()
    # With nowhere to paint: keys work, and the sound goes on.
    radio.short("BTN_STATION")
    radio.plays("Hum")
    radio.hold("BTN_STATION")
    radio.plays("Drone")
    time.sleep(1)
    plays(radio.recording, "Drone")
    put_back()
    within(30, lambda: radio.panel.shown() == before, "all of Player is painted again")
    plays(radio.recording, "Drone")
    radio.short("KNOB_PUSH")
    radio.said.hears(event="screen", screen="stations")
    radio.row(1)
    check(not any('"silent":true' in line for line in radio.said.lines[said:]), "there was no sound meanwhile")


@case
def a_panel_that_is_there_late_is_found():
    pull_out()
    try:
        radio = run(Tones())
        radio.hears(event="focus")
        time.sleep(1)
    finally:
        put_back()
    within(30, Panel().focused, "a picture")
    radio.say("quit")
    expect(radio.wait(10), 0, "the exit code")


@case
def the_end_lets_go_of_lines_card_and_panel():
    radio = Bedside()
    radio.starts()
    radio.said.process.send_signal(signal.SIGTERM)
    expect(radio.said.wait(10), 0, "the exit code")
    expect([radio.chip.about(number)[1:] for number in radio.chip.offsets.values()].count(("", False)),
           len(radio.chip.offsets), "the number of lines that nobody holds")
    plays(radio.recording, None)
    pull_out()
    put_back()
