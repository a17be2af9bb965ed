"""Simulated GPIO lines: pulls them as keys and knobs do, and tells who holds them."""

import fcntl
import glob
import os
import struct
import time

from cases import Failure, read, within, write

# From linux/gpio.h: struct gpiochip_info, struct gpio_v2_line_info.
CHIP_INFO, LINE_INFO = 0x8044B401, 0xC100B405
CHIP_FORM, LINE_FORM = "32s32sI", "32s32sIIQ176x"
FLAG_USED = 1
# The simulator hands edges on at the guest's tick of 10 ms; closer together, some get lost.
EDGE_SECONDS = 0.02


def text(field):
    return field.split(b"\0")[0].decode()


class Chip:
    """A chip, found by its label. `node` is its name under /dev."""

    def __init__(self, label="pinctrl-bcm2835"):
        for path in sorted(glob.glob("/dev/gpiochip*")):
            with open(path, "rb") as device:
                name, found, count = struct.unpack(CHIP_FORM, fcntl.ioctl(device, CHIP_INFO, bytes(68)))
            if text(found) == label:
                break
        else:
            raise Failure(f"there is no chip {label}")
        self.node, self.count, self.label = text(name), count, label
        [self.folder] = glob.glob(f"/sys/devices/platform/*/{self.node}/sim_gpio0/..")
        self.offsets = {self.about(number)[0]: number for number in range(count)}

    def about(self, number):
        """The line's name, who holds it ("" if nobody does), whether it is held."""
        asked = struct.pack(LINE_FORM, b"", b"", number, 0, 0)
        with open(f"/dev/{self.node}", "rb") as device:
            name, holder, _, _, flags = struct.unpack(LINE_FORM, fcntl.ioctl(device, LINE_INFO, asked))
        return text(name), text(holder), bool(flags & FLAG_USED)

    def number(self, line):
        """Of a line that is given by name or by number."""
        return line if isinstance(line, int) else self.offsets[line]

    def file(self, line, name):
        return os.path.join(self.folder, f"sim_gpio{self.number(line)}", name)

    def pull(self, line, level):
        """Pulls the line up (1) or down (0), as what is connected to it would."""
        write(self.file(line, "pull"), "pull-up" if level else "pull-down")

    def level(self, line):
        """What is on the line: what a program drives, or where it is pulled."""
        return int(read(self.file(line, "value")))

    def held(self, line, seconds=10):
        """Waits until a program holds the line; its name for itself."""
        number = self.number(line)
        within(seconds, lambda: self.about(number)[2], f"line {line} of {self.label} is held")
        return self.about(number)[1]

    # Keys that connect their line to ground, as nearly all do.

    def rest(self):
        """All lines up: nothing is pressed."""
        for number in range(self.count):
            self.pull(number, 1)

    def press(self, line, seconds=None):
        """Presses the key; with `seconds`, releases it after that time."""
        self.pull(line, 0)
        time.sleep(EDGE_SECONDS)
        if seconds is not None:
            time.sleep(max(0, seconds - EDGE_SECONDS))
            self.release(line)

    def release(self, line):
        self.pull(line, 1)
        time.sleep(EDGE_SECONDS)

    def turn(self, clicks, first="KNOB_A", second="KNOB_B", edge=EDGE_SECONDS):
        """Turns a knob by so many clicks, backwards if negative. One click is a whole period of both
        contacts, from open to open; forwards the first one closes first. `edge`: seconds from one to the next.
        """
        leading, trailing = (first, second) if clicks > 0 else (second, first)
        for _ in range(abs(clicks)):
            for line, level in ((leading, 0), (trailing, 0), (leading, 1), (trailing, 1)):
                self.pull(line, level)
                time.sleep(edge)
