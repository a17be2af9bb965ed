#!/usr/bin/env python3
"""The first process of the test guest: prepares the machine, runs one script, powers off.

The root folder is the host's, read-only. It finds its order beside the name by which the kernel has called it.
"""

import ctypes
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import traceback

POWER_OFF = 0x4321FEDC
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# Folders that every Debian has. Nothing else of the host's root can be written.
MOUNTS = (
    ("proc", "/proc", "proc", ""), ("sysfs", "/sys", "sysfs", ""), ("devtmpfs", "/dev", "devtmpfs", ""),
    ("devpts", "/dev/pts", "devpts", ""), ("tmpfs", "/dev/shm", "tmpfs", ""), ("tmpfs", "/run", "tmpfs", "mode=755"),
    ("configfs", "/sys/kernel/config", "configfs", ""), ("debugfs", "/sys/kernel/debug", "debugfs", ""))
RESULTS = "/run/results"

libc = ctypes.CDLL(None, use_errno=True)
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "Harness"))
import lines  # noqa: E402


def mount(what, where, kind, how):
    os.makedirs(where, exist_ok=True)
    if libc.mount(what.encode(), where.encode(), kind.encode(), 0, how.encode()) != 0:
        number = ctypes.get_errno()
        # The kernel has mounted /dev itself.
        if number != 16:
            raise OSError(number, f"mount {where}: {os.strerror(number)}")


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        # SIOCSIFFLAGS: up and running.
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", 0x1 | 0x40))


def prepare(results):
    for entry in MOUNTS:
        mount(*entry)
    for folder in ("/run/lock", "/run/tmp", "/run/home", "/run/udev"):
        os.makedirs(folder, exist_ok=True)
    mount("none", RESULTS, "hostfs", results)
    raise_loopback()
    # The simulator begins with all lines down, which would be all keys pressed.
    lines.Chip().rest()


def perform(order):
    """Runs the ordered script; its exit code."""
    prepare(order["results"])
    environment = {"PATH": PATH, "HOME": "/run/home", "TMPDIR": "/run/tmp", "LANG": "C.UTF-8",
                   "XDG_RUNTIME_DIR": "/run/tmp", "PYTHONDONTWRITEBYTECODE": "1", "GUEST_RESULTS": RESULTS,
                   **order["environment"]}
    script = subprocess.Popen(["python3", *order["command"]], env=environment,
                              stdin=subprocess.DEVNULL, cwd="/run/tmp")
    # Also what orphans leave behind lands here.
    while True:
        pid, status = os.wait()
        if pid == script.pid:
            return os.waitstatus_to_exitcode(status)


def main():
    folder = os.path.dirname(sys.argv[0])
    os.environ["PATH"] = PATH
    try:
        with open(os.path.join(folder, "order.json"), encoding="utf-8") as file:
            order = json.load(file)
        signal.signal(signal.SIGALRM, power_off)
        signal.alarm(order["seconds"])
        code = perform(order)
        with open(os.path.join(RESULTS, "report"), "a", encoding="utf-8") as file:
            file.write(json.dumps({"ended": code}) + "\n")
    except Exception:
        # The kernel's own word for a first process that has failed is "panic".
        traceback.print_exc()
    power_off()


def power_off(*_):
    os.sync()
    libc.reboot(POWER_OFF)


main()
