"""Runs a command on a kernel that lacks something: without.py WHAT[,WHAT...] COMMAND...

What is named fails in the command and in all that it starts, as it does where the kernel or its file systems do not
have it. A filter of system calls does that; it needs no privilege, and privileges cannot be gained under it.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

NUMBERS = {
    "x86_64": dict(
        arch=0xC000003E, fcntl=72, lseek=8, ioctl=16, sendfile=40, getsockopt=55, openat=257, openat2=437, splice=275,
        pidfd_open=434, pidfd_send_signal=424, close_range=436, renameat2=316, copy_file_range=326, memfd_create=319,
        fsetxattr=190, fgetxattr=193, getrandom=318,
    ),
    "aarch64": dict(
        arch=0xC00000B7, fcntl=25, lseek=62, ioctl=29, sendfile=71, getsockopt=209, openat=56, openat2=437, splice=76,
        pidfd_open=434, pidfd_send_signal=424, close_range=436, renameat2=276, copy_file_range=285, memfd_create=279,
        fsetxattr=7, fgetxattr=10, getrandom=278,
    ),
}

# Each is a system call, the error that it fails with, and what an argument has to be: its place, a mask, the value.
ABSENT = {
    "peerpidfd": [("getsockopt", errno.ENOPROTOOPT, (2, 0xFFFFFFFF, 77))],
    "peergroups": [("getsockopt", errno.ENOPROTOOPT, (2, 0xFFFFFFFF, 59))],
    "pidfd_open": [("pidfd_open", errno.ENOSYS, None)],
    "pidfd_send_signal": [("pidfd_send_signal", errno.ENOSYS, None)],
    "openat2": [("openat2", errno.ENOSYS, None)],
    "tmpfile": [("openat", errno.EOPNOTSUPP, (2, 0x400000, 0x400000))],
    "copy_file_range": [("copy_file_range", errno.ENOSYS, None)],
    "reflink": [("ioctl", errno.EOPNOTSUPP, (1, 0xFFFFFFFF, 0x40049409))],
    "sendfile": [("sendfile", errno.EINVAL, None)],
    "splice": [("splice", errno.EINVAL, None)],
    "seekdata": [("lseek", errno.EINVAL, (2, 0xFFFFFFFF, 3)), ("lseek", errno.EINVAL, (2, 0xFFFFFFFF, 4))],
    "lease": [("fcntl", errno.EINVAL, (1, 0xFFFFFFFF, 1024))],
    "close_range": [("close_range", errno.ENOSYS, None)],
    # Without flags it is an ordinary rename, which every kernel has.
    "renameflags": [("renameat2", errno.EINVAL, (4, 0xFFFFFFFF, 1)), ("renameat2", errno.EINVAL, (4, 0xFFFFFFFF, 2))],
    "memfd": [("memfd_create", errno.ENOSYS, None)],
    "xattr": [("fsetxattr", errno.EOPNOTSUPP, None), ("fgetxattr", errno.EOPNOTSUPP, None)],
}

LOAD, AND, EQUAL, RETURN = 0x20, 0x54, 0x15, 0x06
ALLOW, FAIL = 0x7FFF0000, 0x00050000


def statement(code, value, if_true=0, if_false=0):
    return struct.pack("HBBI", code, if_true, if_false, value)


def program(names):
    numbers = NUMBERS[platform.machine()]
    # A call in the other convention of the processor is not looked at.
    code = [statement(LOAD, 4), statement(EQUAL, numbers["arch"], 1, 0), statement(RETURN, ALLOW)]
    for call, error, argument in (rule for name in names for rule in ABSENT[name]):
        test = [statement(LOAD, 0), statement(EQUAL, numbers[call], 0, 4 if argument else 1)]
        if argument:
            place, mask, value = argument
            test += [statement(LOAD, 16 + 8 * place), statement(AND, mask), statement(EQUAL, value, 0, 1)]
        code += test + [statement(RETURN, FAIL | error)]
    return code + [statement(RETURN, ALLOW)]


def install(code):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
    instructions = ctypes.create_string_buffer(b"".join(code))
    head = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(code), ctypes.addressof(instructions)))
    for arguments in [(38, 1, 0, 0, 0), (22, 2, ctypes.addressof(head), 0, 0)]:
        if libc.prctl(*arguments) != 0:
            sys.exit("without.py: prctl: " + os.strerror(ctypes.get_errno()))


install(program(sys.argv[1].split(",")))
os.execvp(sys.argv[2], sys.argv[2:])
