"""Boots the test guest once for each file of tests, and hears how the tests in it ended."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

MEMORY_MB = 512
# A guest powers itself off then, so that it does not outlive a tool that was killed, and is ended a little later.
LIMIT_SECONDS, PATIENCE_SECONDS = 300, 20
# A lone socket's path may have 107 characters, and the kernel makes one in here.
PLACE_MAX = 60


class CannotBoot(Exception):
    """Why not."""


def place():
    """A folder for what the guest reads and writes; its name goes through the kernel's command line."""
    folder = tempfile.gettempdir()
    if len(folder) > PLACE_MAX or not folder.replace("/", "").replace("-", "").replace("_", "").isalnum():
        folder = "/tmp"
    return tempfile.mkdtemp(prefix="nightstand-guest-", dir=folder)


def memory_folder(otherwise):
    """Where the guest's memory is a file: it has to allow programs, which a container's /dev/shm does not."""
    try:
        shm = os.statvfs("/dev/shm")
    except OSError:
        return otherwise
    free = shm.f_bavail * shm.f_frsize >= MEMORY_MB << 20
    return "/dev/shm" if free and not shm.f_flag & os.ST_NOEXEC else otherwise


class Machine:
    """A guest with this machine's root folder, read-only, and a folder for results."""

    def __init__(self, kernel, tests, folder):
        self.kernel, self.folder, self.process = kernel, folder, None
        self.results = os.path.join(folder, "results")
        os.makedirs(self.results)
        os.symlink(os.path.join(tests, "Machine", "init.py"), os.path.join(folder, "init"))
        board = os.path.join(folder, "board.dtb")
        made = subprocess.run(["dtc", "-I", "dts", "-O", "dtb", "-o", board,
                               os.path.join(tests, "Machine", "board.dts")], capture_output=True, text=True)
        if made.returncode != 0:
            raise CannotBoot(f"dtc: {made.stderr}")

    def run(self, script, environment, heard):
        """Runs a Python script (its path, then its arguments) in the guest. `heard` gets each line that it
        reports, as a dictionary; the last one has `ended`, the exit code of the script. What the guest printed
        is in the file `console`.
        """
        report = os.path.join(self.results, "report")
        with open(report, "wb"):
            pass
        with open(os.path.join(self.folder, "order.json"), "w", encoding="utf-8") as file:
            json.dump({"command": script, "environment": environment, "results": self.results,
                       "seconds": LIMIT_SECONDS}, file)
        command = [
            self.kernel, f"mem={MEMORY_MB}M", f"uml_dir={self.folder}", f"umid={os.getpid()}",
            "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", f"init={self.folder}/init",
            f"dtb={self.folder}/board.dtb", "video=vfb:320x240-16@60",
            # The loopback card is the default one; its other end is what tests listen to.
            "snd_aloop.index=0", "snd_aloop.pcm_substreams=2", "snd_dummy.index=1", "snd_dummy.pcm_devs=1",
            "usb-storage.delay_use=0", "panic=-1", "loglevel=5",
            "con=null", "con0=null,fd:2", "console=tty0", "ssl=null"]
        environ = {"PATH": os.environ.get("PATH", ""), "TMPDIR": memory_folder(self.folder)}
        with open(os.path.join(self.results, "console"), "wb") as console, open(report, "rb") as lines:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=console,
                                            env=environ, cwd=self.folder, process_group=0)
            try:
                self.follow(lines, heard)
            finally:
                self.end()

    def follow(self, lines, heard):
        deadline, rest = time.monotonic() + LIMIT_SECONDS + PATIENCE_SECONDS, b""
        while True:
            is_over = self.process.poll() is not None
            rest += lines.read()
            *whole, rest = rest.split(b"\n")
            for line in whole:
                heard(json.loads(line))
            if is_over:
                return
            if time.monotonic() > deadline:
                raise CannotBoot(f"it has not ended within {LIMIT_SECONDS} s")
            time.sleep(0.02)

    def end(self):
        if self.process and self.process.poll() is None:
            # A group of its own: two processes of the kernel for input and output outlive its main one.
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def console(self, count):
        """The last lines that the guest printed."""
        with open(os.path.join(self.results, "console"), encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()[-count:]

    def remove(self):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)
