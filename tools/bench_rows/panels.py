"""A plain file in the place of a panel, and how to see when it has changed."""

import ctypes
import mmap
import os
import plistlib
import time

import processes

# A frame has ended when nothing has changed for so long. The radio writes the parts of a frame one after the
# other, some microseconds apart; what comes later (a picture that had to be decoded) is another frame.
STILL = 0.005

libc = ctypes.CDLL(None)
libc.memcmp.argtypes = libc.memcpy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]


class FilePanel:
    """A frame buffer of RGB565. The radio writes to the file, which is in this process's memory, too: what is
    written is seen here at once, without a call of the kernel."""

    def __init__(self, path, width, height):
        self.path, self.width, self.height = path, width, height
        self.size = width * height * 2
        self.last = ctypes.create_string_buffer(self.size)
        self.memory = None

    def describe(self, folder):
        """Writes a board that has nothing but this panel."""
        os.makedirs(folder, exist_ok=True)
        large = self.width >= 800
        board = {"boardName": "bench", "inputDevices": False, "Panel": {
            "panelDevice": self.path, "panelLayout": "large" if large else "small",
            "panelWidth": 154 if large else 49, "panelHeight": 86 if large else 37,
            "panelPixels": f"{self.width}x{self.height}", "panelDepth": 16}}
        with open(os.path.join(folder, "board.plist"), "wb") as file:
            plistlib.dump(board, file, sort_keys=False)

    def watch(self):
        """After the radio was started: waits for the file."""
        processes.wait_until(
            lambda: os.path.exists(self.path) and os.path.getsize(self.path) == self.size, 20, "the panel")
        descriptor = os.open(self.path, os.O_RDWR)
        try:
            self.memory = mmap.mmap(descriptor, self.size)
        finally:
            os.close(descriptor)
        self.place = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.keep()

    def keep(self):
        """What is shown now is what changes are told from."""
        libc.memcpy(self.last, self.place, self.size)

    def has_changed(self):
        """Since it was last asked; it takes as long as the memory up to the change takes to be read."""
        if libc.memcmp(self.place, self.last, self.size) == 0:
            return False
        self.keep()
        return True

    def frame(self, patience=0.25):
        """When (time.monotonic) the last byte of the next frame was there; None: none came."""
        end, last = time.monotonic() + patience, None
        while True:
            changed = self.has_changed()
            now = time.monotonic()
            if changed:
                last = now
            elif last is not None and now - last >= STILL:
                return last
            elif last is None and now > end:
                return None

    def rest(self, seconds=0.05, patience=5):
        """Waits until nothing has changed for so long; False: it moves on and on."""
        end = time.monotonic() + patience
        still = time.monotonic()
        self.keep()
        while time.monotonic() < end:
            time.sleep(0.002)
            if self.has_changed():
                still = time.monotonic()
            elif time.monotonic() - still >= seconds:
                return True
        return False
