"""What the tests press and turn is what programs see. gpiomon of the libgpiod tools is the witness."""

import subprocess

from cases import case, check, expect, within
from inputs import KEY, REL, Device, Keyboard, names, start_udev
from lines import Chip
from processes import Program

KEY_POWER, KEY_ENTER = 116, 28
REL_X = 0


def is_version_1():
    said = subprocess.run(["gpiomon", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return "v1." in said.splitlines()[0]


class Witness(Program):
    """Sees so many edges of lines, as (number of the line, level after it)."""

    def __init__(self, chip, names, count):
        old = is_version_1()
        numbers = [str(chip.number(name)) for name in names]
        where = [chip.node] if old else ["-c", chip.node]
        super().__init__(["gpiomon", f"--num-events={count}", "--bias=pull-up", "--format=%o %e", *where, *numbers])
        # Version 2 writes 1 for a rising edge and 2 for a falling one, version 1 writes 1 and 0.
        self.levels = {"1": 1, "0": 0, "2": 0}
        for name in names:
            chip.held(name)

    def edges(self):
        expect(self.wait(20), 0, "the exit code of gpiomon")
        return [(int(number), self.levels[edge]) for number, edge in map(str.split, self.lines)]


@case
def a_key_that_is_pressed_and_released_is_seen():
    chip = Chip()
    play, favorite = chip.number("BTN_PLAY"), chip.number("BTN_FAVORITE")
    witness = Witness(chip, ["BTN_PLAY", "BTN_FAVORITE"], 6)
    expect(chip.held("BTN_PLAY"), "gpiomon", "who holds the line")
    chip.press("BTN_PLAY", 0.1)
    chip.press("BTN_FAVORITE")
    chip.press("BTN_PLAY")
    chip.release("BTN_PLAY")
    chip.release("BTN_FAVORITE")
    expect(witness.edges(), [(play, 0), (play, 1), (favorite, 0), (play, 0), (play, 1), (favorite, 1)], "what was seen")


@case
def gpioinfo_agrees_about_who_holds_a_line():
    chip = Chip()
    Witness(chip, ["BTN_CATEGORY"], 100)
    where = [chip.node] if is_version_1() else ["-c", chip.node]
    said = subprocess.run(["gpioinfo", *where], stdout=subprocess.PIPE, text=True, check=True).stdout
    [line] = [line for line in said.splitlines() if "BTN_CATEGORY" in line]
    check("gpiomon" in line, f"gpioinfo says {line!r}")
    [line] = [line for line in said.splitlines() if "BTN_STATION" in line]
    check("gpiomon" not in line, f"gpioinfo says {line!r}")


@case
def a_turned_knob_closes_its_contacts_in_order():
    chip = Chip()
    a, b = chip.number("KNOB_A"), chip.number("KNOB_B")
    witness = Witness(chip, ["KNOB_A", "KNOB_B"], 12)
    chip.turn(2)
    chip.turn(-1)
    click = [(a, 0), (b, 0), (a, 1), (b, 1)]
    expect(witness.edges(), [*click, *click, (b, 0), (a, 0), (b, 1), (a, 1)], "what was seen")


@case
def a_hundred_clicks_lose_no_edge():
    chip = Chip()
    witness = Witness(chip, ["KNOB_A", "KNOB_B"], 400)
    chip.turn(100)
    edges = witness.edges()
    expect(len(edges), 400, "the number of edges")
    expect(edges[-4:], edges[:4], "the last click")


@case
def a_line_that_a_program_drives_can_be_read():
    chip = Chip()
    number = chip.number("GPIO24")
    for level in (0, 1):
        if is_version_1():
            command = ["gpioset", "--mode=signal", chip.node, f"{number}={level}"]
        else:
            command = ["gpioset", "-c", chip.node, f"{number}={level}"]
        driver = Program(command)
        chip.held("GPIO24")
        expect(chip.level("GPIO24"), level, "the level that is driven")
        driver.end()


@case
def keys_and_dials_of_the_kernel_are_input_devices():
    chip, power, dial = Chip("extras"), Device("gpio-keys"), Device("rotary")
    # These are active-high, and rest low.
    chip.pull("POWER", 1)
    expect(power.events(1), [(KEY, KEY_POWER, 1)], "what the pressed key says")
    chip.pull("POWER", 0)
    expect(power.events(1), [(KEY, KEY_POWER, 0)], "what the released key says")
    for _ in range(3):
        chip.turn(1, "DIAL_A", "DIAL_B")
    [first, *_] = dial.events(2)
    expect(first[:2], (REL, REL_X), "the axis of the dial")


@case
def a_keyboard_can_be_plugged_in_and_pulled_out():
    keyboard = Keyboard()
    device = Device(keyboard.name)
    keyboard.key(KEY_ENTER, True)
    keyboard.key(KEY_ENTER, False)
    expect(device.events(2), [(KEY, KEY_ENTER, 1), (KEY, KEY_ENTER, 0)], "what was typed")
    keyboard.unplug()
    check(keyboard.name not in names(), "the keyboard is still there")


@case
def udev_knows_a_keyboard_when_it_sees_one():
    start_udev()
    keyboard = Keyboard()
    command = ["udevadm", "info", "--query=property", f"/dev/input/{names()[keyboard.name]}"]
    within(10, lambda: "ID_INPUT_KEYBOARD=1" in subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout,
           "udev calls it a keyboard")
    keyboard.unplug()
