"""The radio on a bedside table: lines to press, a panel to look at, a card to listen to."""

import time

import card
from cases import within
from lines import Chip
from panel import Panel
from radio import run
from tones import Tones, plays

# No hand is faster.
HAND = 0.15
SHORT, HELD = 0.1, 1.0


class Bedside:
    """The radio with lines, panel and card. The recording is there first: it gives the form of the samples."""

    def __init__(self):
        self.chip, self.panel, self.recording = Chip(), Panel(), card.Recording()
        self.stations = Tones()
        self.said = run(self.stations)
        self.said.hears(event="focus")
        self.chip.held("KNOB_PUSH")

    def short(self, line):
        self.chip.press(line, SHORT)
        time.sleep(HAND)

    def hold(self, line):
        self.chip.press(line, HELD)
        time.sleep(HAND)

    def turn(self, clicks):
        self.chip.turn(clicks)
        time.sleep(HAND)

    def plays(self, station, screen=None):
        """It says so, with the screen if that changes, and the card plays it."""
        self.said.hears(event="station", name=station)
        if screen:
            self.said.hears(event="screen", screen=screen)
        self.said.hears(event="state", state="playing")
        plays(self.recording, station)

    def starts(self):
        """It plays the first station of the list, chosen by the knob. The picture of Player."""
        self.short("KNOB_PUSH")
        self.said.hears(event="screen", screen="stations", title="Low")
        self.short("KNOB_PUSH")
        self.plays("Drone", "player")
        return self.picture()

    def picture(self):
        """What is on the panel once that rests."""
        return other(None, self.panel.shown, "a picture", 0.5)

    def row(self, number, before=None):
        """It says which row has the focus, and another one than `before` is filled. Its (top, height)."""
        self.said.hears(event="focus", row=number)
        return other(before, self.panel.focused, "one row is filled")


def other(before, found, what, rest=0.3):
    """Waits until `found` is not what it was, and has been at rest for so many seconds; what it is then."""
    def is_other():
        now = found()
        if now in (None, before):
            return None
        time.sleep(rest)
        return now if found() == now else None

    return within(10, is_other, what)
