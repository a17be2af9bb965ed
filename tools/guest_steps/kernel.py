"""The kernel of the test guest: built once from Debian's sources, and kept in the cache by what it is made of."""

import contextlib
import fcntl
import glob
import hashlib
import os
import platform
import re
import shutil
import signal
import subprocess
import time

# Both Debian 12 and Debian 13 have it.
PACKAGE = "linux-source-6.12"
ARCHIVE = f"/usr/src/{PACKAGE}.tar.xz"
# Changes whenever kernels made earlier no longer fit.
RECIPE = "1"
KEPT_DAYS = 30
# The sources take 1.5 GB, what is built of them 0.2 GB.
SPACE = 2 << 30
TOLD_SECONDS = 20


class NoKernel(Exception):
    """Why there is none."""


def cache_folder():
    explicit = os.environ.get("NIGHTSTAND_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.abspath(explicit) if explicit else os.path.join(base, "nightstand")


def options(fragment):
    """The options of a fragment without its comments, in order."""
    lines = map(str.strip, text(fragment).splitlines())
    return [line for line in lines if re.fullmatch(r"CONFIG_\w+=.*|# CONFIG_\w+ is not set", line)]


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Kernel:
    """`path` is where it is, or will be once `build` has made it of what the folder `recipe` says: the options of
    kernel.fragment, and patches.
    """

    def __init__(self, recipe, tell):
        self.tell, self.cache = tell, cache_folder()
        self.options = options(os.path.join(recipe, "kernel.fragment"))
        self.patches = sorted(glob.glob(os.path.join(glob.escape(recipe), "*.patch")))
        asked = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", PACKAGE],
                               capture_output=True, text=True) if shutil.which("dpkg-query") else None
        there = asked and asked.stdout.split()
        self.version = there[1] if there and there[0] == "installed" else None
        key = "\n".join([RECIPE, f"{PACKAGE} {self.version}", *self.options, *map(text, self.patches)])
        self.folder = os.path.join(self.cache, f"guest-{hashlib.sha256(key.encode()).hexdigest()[:12]}")
        self.path = os.path.join(self.folder, "linux")

    def find(self):
        """The kernel's path; marks it as used."""
        if platform.machine() != "x86_64":
            raise NoKernel(f"a user-mode kernel runs on x86_64 only, and this is {platform.machine()}")
        if not self.version:
            raise NoKernel(f"the package {PACKAGE} is missing: tools/guest --build installs it")
        if not os.path.exists(self.path):
            raise NoKernel("it has not been built: tools/guest --build")
        with contextlib.suppress(OSError):
            os.utime(self.folder)
        return self.path

    def build(self, jobs):
        """Builds it if it is not there. Two runs wait for each other."""
        os.makedirs(self.cache, exist_ok=True)
        with open(os.path.join(self.cache, "guest.lock"), "w", encoding="ascii") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.tell("waiting for another run")
                fcntl.flock(lock, fcntl.LOCK_EX)
            self.forget_old()
            if not os.path.exists(self.path):
                self.build_alone(jobs)

    def forget_old(self):
        """Removes kernels that nothing has used for a month, and what a build that was cut short has left."""
        for path in glob.glob(os.path.join(self.cache, "guest-*")):
            is_part = ".part-" in os.path.basename(path)
            age = time.time() - os.stat(path).st_mtime
            if path != self.folder and (is_part or age > KEPT_DAYS * 86400):
                shutil.rmtree(path, ignore_errors=True)

    def build_alone(self, jobs):
        if shutil.disk_usage(self.cache).free < SPACE:
            raise NoKernel(f"{self.cache} has less than {SPACE >> 30} GB left")
        part = f"{self.folder}.part-{os.getpid()}"
        tree, built, done = (os.path.join(part, name) for name in ("source", "build", "kernel"))
        for folder in (tree, built, done):
            os.makedirs(folder)
        log = os.path.join(part, "log")
        began = time.monotonic()
        try:
            self.tell(f"building a kernel from {PACKAGE} {self.version} (once, 10 to 25 minutes)")
            self.run(log, ["tar", "-C", tree, "--strip-components=1", "-xf", ARCHIVE])
            for patch in self.patches:
                self.run(log, ["patch", "-d", tree, "-p1", "-i", patch])
            make = ["make", "-C", tree, f"O={built}", "ARCH=um", "SUBARCH=x86_64", f"-j{jobs}"]
            self.run(log, [*make, "x86_64_defconfig"])
            self.configure(built)
            self.run(log, [*make, "olddefconfig"])
            self.check(built)
            self.run(log, [*make, "linux"])
            self.run(log, ["strip", "-o", os.path.join(done, "linux"), os.path.join(built, "linux")])
            shutil.copy(os.path.join(built, ".config"), os.path.join(done, "config"))
            os.rename(done, self.folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        size = os.stat(self.path).st_size / 1e6
        self.tell(f"built in {time.monotonic() - began:.0f} s: {self.path}, {size:.1f} MB")

    def configure(self, built):
        """Puts the options behind the default ones: of two the later one counts."""
        with open(os.path.join(built, ".config"), "a", encoding="utf-8") as file:
            file.write("\n".join(self.options) + "\n")

    def check(self, built):
        """An option whose needs are not met vanishes without a word."""
        with open(os.path.join(built, ".config"), encoding="utf-8") as file:
            found = {line.strip() for line in file}
        names = {line.split("=")[0] for line in found}
        lost = [wanted for wanted in self.options
                if (wanted.split()[1] in names if wanted.startswith("#") else wanted not in found)]
        if lost:
            raise NoKernel("these options were not taken: " + ", ".join(lost))

    def run(self, log, command):
        """Runs it behind everything else, and tells from time to time how far it is."""
        began = told = time.monotonic()
        with open(log, "w+", encoding="utf-8", errors="replace") as output:
            process = subprocess.Popen(["nice", "-n", "19", *command], stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, process_group=0)
            try:
                while process.poll() is None:
                    time.sleep(0.1)
                    if time.monotonic() - told >= TOLD_SECONDS:
                        told = time.monotonic()
                        with open(log, encoding="utf-8", errors="replace") as written:
                            files = sum(line.startswith("  CC ") for line in written)
                        self.tell(f"{told - began:5.0f} s  {command[0]}" + (f", {files} files" if files else ""))
            finally:
                # A group of its own, so that a make that is ended takes its compilers along. Not a session: the
                # kernel would share the processor evenly between sessions, whatever `nice` says.
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGTERM)
                    process.wait()
            if process.returncode != 0:
                output.seek(0)
                raise NoKernel(f"{' '.join(command)} failed:\n" + "".join(output.readlines()[-20:]))
