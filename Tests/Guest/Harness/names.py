"""A name server that never answers."""

import ctypes
import os
import socket

from cases import Failure, write

BIND = 0x1000


class DeadNames:
    """Takes the place of this machine's name server, until `end`. Questions are `asked`, and never answered."""

    def __init__(self):
        path = "/run/tmp/resolv.conf"
        write(path, "nameserver 127.0.0.1\noptions timeout:30 attempts:1\n")
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 53))
        self.socket.setblocking(False)
        self.libc = ctypes.CDLL(None, use_errno=True)
        # The file may be a link; it is what it leads to that is read.
        self.file = os.path.realpath("/etc/resolv.conf").encode()
        if self.libc.mount(path.encode(), self.file, None, BIND, None) != 0:
            raise Failure(f"resolv.conf cannot be covered: {os.strerror(ctypes.get_errno())}")

    def asked(self, name):
        """Whether the address of this name was asked for by now."""
        wanted = b"".join(bytes([len(part)]) + part for part in name.encode().split(b"."))
        while True:
            try:
                if wanted in self.socket.recv(512):
                    return True
            except BlockingIOError:
                return False

    def end(self):
        self.libc.umount2(self.file, 0)
        self.socket.close()
