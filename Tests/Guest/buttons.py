"""Keys and a knob on real lines of the kernel, all the way to what the radio does."""

import os
import signal
import time

from cases import case, check, expect, within, write
from lines import Chip
from processes import Program
from radio import PROGRAM, REPO, Radio, Stations

BOARD = os.path.join(REPO, "board", "guest")
STATIONS = os.path.join(REPO, "image", "share", "categorizedSites.plist")
# No hand is faster: a key that is open for less than 25 ms has not been let go, and a click less than 80 ms before a
# push is the hand's jerk.
HAND = 0.15
LINES = ["BTN_CATEGORY", "BTN_STATION", "BTN_PLAY", "BTN_FAVORITE", "KNOB_PUSH", "KNOB_A", "KNOB_B"]


class Lines(Program):
    """`nightstand board --test`: what it says that hands did."""

    def __init__(self, chip):
        super().__init__([PROGRAM, "board", BOARD, "--test"])
        self.line(lambda line: "knob A" in line, 20)
        for name in LINES:
            chip.held(name)

    def gestures(self, count):
        """The first so many, without their times."""
        def found():
            return [line.split(" ", 1)[1].replace("=> ", "") for line in self.lines if "=>" in line]

        within(10, lambda: len(found()) >= count, f"{count} gestures; there are {found()}")
        return found()


def started(name, stations=STATIONS, board=BOARD):
    """The radio with a board, and a memory of its own by that name."""
    return Radio("run", "--board", board, "--stations", stations, "--state", f"/run/tmp/{name}")


def playing(chip):
    """It plays a station of this machine, and shows Player."""
    program = started("playing", Stations().list)
    program.hears(event="screen")
    chip.held("KNOB_B")
    program.say("play")
    program.say("player")
    program.hears(event="state", state="playing")
    return program


@case
def a_press_is_short_or_held_and_play_acts_at_the_press():
    chip = Chip()
    lines = Lines(chip)
    expect(chip.held("BTN_PLAY"), "nightstand", "who holds the line")
    chip.press("BTN_STATION", 0.1)
    within(5, lambda: lines.gestures(1), "the press")
    chip.press("BTN_STATION", 1)
    lines.gestures(2)
    chip.press("BTN_PLAY")
    expect(lines.gestures(3), ["STATION short", "STATION hold", "PLAY press"], "what was done")
    chip.release("BTN_PLAY")


@case
def every_click_of_the_knob_is_there_and_has_its_direction():
    chip = Chip()
    lines = Lines(chip)
    chip.turn(25)
    chip.turn(-25)
    told = lines.gestures(50)
    expect(told, ["knob one click right"] * 25 + ["knob one click left"] * 25, "what was done")


@case
def a_press_during_a_stall_is_told_by_the_kernels_times():
    chip = Chip()
    lines = Lines(chip)
    os.kill(lines.process.pid, signal.SIGSTOP)
    chip.press("BTN_STATION", 0.1)
    time.sleep(1.5)
    os.kill(lines.process.pid, signal.SIGCONT)
    expect(lines.gestures(1), ["STATION short"], "what was done")


@case
def edges_that_the_kernel_dropped_are_no_step_the_other_way():
    chip = Chip()
    lines = Lines(chip)
    os.kill(lines.process.pid, signal.SIGSTOP)
    # 280 edges on each line; the kernel keeps 16 of them for libgpiod 1, and 256 for libgpiod 2.
    chip.turn(140)
    os.kill(lines.process.pid, signal.SIGCONT)
    time.sleep(0.3)
    dropped = sum("=>" in line for line in lines.lines)
    chip.turn(3)
    told = lines.gestures(dropped + 3)
    check(all("right" in line for line in told), f"it said {told}")
    check(len(told) < 143, "nothing was dropped: the test is none")


@case
def a_line_that_another_program_holds_costs_only_its_key():
    chip = Chip()
    holder = Program(["gpiomon", chip.node, str(chip.number("BTN_STATION"))])
    chip.held("BTN_STATION")
    program = started("busy")
    heard = program.hears(event="note")
    check("line GPIO6 is held by gpiomon" in heard["text"], f"it said {heard}")
    chip.held("KNOB_B")
    chip.press("BTN_CATEGORY", 1)
    program.hears(event="screen", screen="home")
    expect(holder.process.poll(), None, "the other program")


@case
def a_line_that_is_closed_from_the_start_starts_nothing_and_is_named():
    chip = Chip()
    # The simulator takes a request for a pull-up as the finger that lets go; so none is asked for.
    with open(os.path.join(BOARD, "board.plist"), encoding="utf-8") as file:
        text = file.read().replace("<key>keyLine</key>", "<key>keyPull</key><string>asIs</string><key>keyLine</key>")
    os.makedirs("/run/tmp/board", exist_ok=True)
    write("/run/tmp/board/board.plist", text)
    chip.press("BTN_CATEGORY")
    program = started("stuck", board="/run/tmp/board")
    heard = program.hears(event="note")
    check("CATEGORY does not open" in heard["text"], f"it said {heard}")
    chip.release("BTN_CATEGORY")
    time.sleep(HAND)
    chip.press("BTN_CATEGORY", 1)
    program.hears(event="screen", screen="home")


@case
def the_four_keys_and_the_knob_are_the_radio():
    chip = Chip()
    program = playing(chip)
    chip.press("BTN_PLAY")
    program.hears(event="state", state="paused")
    chip.release("BTN_PLAY")
    time.sleep(HAND)
    chip.press("BTN_PLAY", 0.1)
    program.hears(event="state", state="playing")
    chip.press("BTN_STATION", 0.1)
    program.hears(event="station")
    chip.press("BTN_FAVORITE", 1)
    program.hears(event="favorite", on=True)
    chip.press("BTN_CATEGORY", 0.1)
    program.hears(event="station")
    volume = 60
    for clicks in (2, -1):
        chip.turn(clicks)
        volume += 4 * clicks
        program.hears(event="volume", percent=volume)
    time.sleep(HAND)
    chip.press("KNOB_PUSH", 0.1)
    program.hears(event="screen", screen="stations")
    # Pushed and turned: the volume, from the second click on, and no push.
    chip.press("KNOB_PUSH")
    time.sleep(0.05)
    chip.turn(3)
    chip.release("KNOB_PUSH")
    program.hears(event="volume", percent=volume + 8)
    time.sleep(HAND)
    chip.press("KNOB_PUSH", 1)
    program.hears(event="screen", screen="options")
    chip.press("BTN_CATEGORY", 0.1)
    program.hears(event="screen", screen="stations")
    chip.press("BTN_STATION", 0.1)
    program.hears(event="screen", screen="player")
    program.say("quit")
    expect(program.wait(10), 0, "the exit code")


@case
def a_knob_tells_what_it_is_like():
    chip = Chip()
    lesson = Program([PROGRAM, "board", BOARD, "--learn"])
    chip.held("KNOB_B")
    chip.turn(-10)
    expect(lesson.wait(30), 0, "the exit code")
    said = "".join(line.strip() for line in lesson.lines)
    expect(said, "<key>knobChangesPerClick</key><integer>4</integer><key>knobReversed</key><true/>", "what it says")
