"""Input devices of the kernel (evdev), and keyboards that exist in software only (uinput)."""

import fcntl
import glob
import os
import select
import struct
import subprocess
import time

from cases import Failure, read, within

# From linux/input.h and linux/uinput.h.
EVENT = "llHHi"
SYN, KEY, REL = 0, 1, 2
SET_EVENT_BIT, SET_KEY_BIT = 0x40045564, 0x40045565
SETUP, CREATE, DESTROY = 0x405C5503, 0x5501, 0x5502
USB = 3


def start_udev():
    """libinput knows devices from udev alone. Returns when it knows those that are there."""
    subprocess.run(["/lib/systemd/systemd-udevd", "--daemon"], check=True)
    subprocess.run(["udevadm", "trigger", "--action=add", "--subsystem-match=input"], check=True)
    subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)


def names():
    """{name: node under /dev/input}"""
    folders = glob.glob("/sys/class/input/event*")
    return {read(f"{folder}/device/name"): os.path.basename(folder) for folder in folders}


class Device:
    """Reads the events of an input device, found by its name."""

    def __init__(self, name):
        if name not in names():
            raise Failure(f"there is no input device {name!r} among {sorted(names())}")
        self.descriptor = os.open(f"/dev/input/{names()[name]}", os.O_RDONLY | os.O_NONBLOCK)

    def events(self, count, seconds=5):
        """So many events (type, code, value), without those that only end a report."""
        found, end = [], time.monotonic() + seconds
        while len(found) < count:
            if not select.select([self.descriptor], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure(f"{len(found)} of {count} events came within {seconds} s: {found}")
            data = os.read(self.descriptor, 64 * struct.calcsize(EVENT))
            found += [event[2:] for event in struct.iter_unpack(EVENT, data) if event[2] != SYN]
        return found

    def close(self):
        os.close(self.descriptor)


class Keyboard:
    """A USB keyboard that has been plugged in, as far as any program can see."""

    def __init__(self, name="test keyboard", keys=range(1, 120)):
        self.name = name
        self.descriptor = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self.descriptor, SET_EVENT_BIT, KEY)
        for key in keys:
            fcntl.ioctl(self.descriptor, SET_KEY_BIT, key)
        fcntl.ioctl(self.descriptor, SETUP, struct.pack("HHHH80sI", USB, 1, 1, 1, name.encode(), 0))
        fcntl.ioctl(self.descriptor, CREATE)
        within(5, lambda: name in names(), f"the input device {name!r} comes")

    def key(self, code, is_down):
        event = struct.pack(EVENT, 0, 0, KEY, code, int(is_down)) + struct.pack(EVENT, 0, 0, SYN, 0, 0)
        os.write(self.descriptor, event)

    def unplug(self):
        fcntl.ioctl(self.descriptor, DESTROY)
        os.close(self.descriptor)
