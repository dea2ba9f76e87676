"""Shut the present process in, for good: no network, no other process, no file but those named, bounded memory, time and file size.

Linux's own means: Landlock for files, a seccomp filter for sockets and processes, rlimits for the rest. Nothing of it needs root. Called in the
forked child before a line of a submission runs, and before any thread.
"""

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass

# linux/landlock.h
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
READ_FILE, READ_DIR, EXECUTE = 1 << 2, 1 << 3, 1 << 0
READ = READ_FILE | READ_DIR | EXECUTE
BITS_OF_ABI = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16, 6: 16, 7: 16}  # how many kinds of access to files each version knows
OF_FILES = (1 << 0) | (1 << 1) | (1 << 2) | (1 << 14) | (1 << 15)  # a rule on a single file may name only these
DENIED_ERRNO, NO_SUCH_CALL = 1, 38  # EPERM, ENOSYS
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2

# The numbers of system calls, by machine: (audit code, {name: number}).
CALLS = {
    "x86_64": (0xC000003E, {
        "socket": 41, "socketpair": 53, "connect": 42, "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "ptrace": 101, "mount": 165, "unshare": 272,
        "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "bpf": 321, "io_uring_setup": 425, "keyctl": 250, "pidfd_getfd": 438,
    }),
    "aarch64": (0xC00000B7, {
        "socket": 198, "socketpair": 199, "connect": 203, "clone": 220, "execve": 221, "execveat": 281, "ptrace": 117, "mount": 40, "unshare": 97, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "bpf": 280, "io_uring_setup": 425, "keyctl": 219, "pidfd_getfd": 438,
    }),
}
CLONE3, UNIX_SOCKETS, STREAM, THREAD = 435, 1, 1, 0x10000
X32 = 0x40000000


@dataclass(frozen=True)
class Limits:
    """What one submission may use: megabytes of memory beyond the prepared process, seconds of processor, megabytes a file, open files."""

    memory_mb: int = 1024
    cpu_seconds: int = 120
    file_mb: int = 16
    files: int = 256

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def landlock_abi() -> int:
    """The version of Landlock that this kernel has; 0 for none."""
    if not sys.platform.startswith("linux"):
        return 0
    found = _libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return max(found, 0)


def means() -> str:
    """What ``confine`` can use on this machine, in words for the report."""
    if not sys.platform.startswith("linux"):
        return "a copy in a folder of its own and a clean environment" + ("; time, output: limits" if os.name == "posix" else "")
    files = f"files: Landlock {landlock_abi()}" if landlock_abi() else "files: not confined"
    calls = "network and processes: seccomp" if platform.machine() in CALLS else "network: not confined"
    return f"{files}; {calls}; memory, time, output: limits"


def confine(readable: Iterable[str], writable: Iterable[str], limits: Limits) -> None:
    """Shut this process in. Raises OSError where the kernel has the means and refuses them: then nothing may run."""
    bound(limits)
    libc = _libc()
    _call(libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no_new_privs")
    if abi := landlock_abi():
        _landlock(libc, abi, readable, writable)
    if platform.machine() in CALLS:
        _seccomp(libc)


def bound(limits: Limits) -> None:
    """Bound memory, processor time, file size and open files of this process: any POSIX system; memory on Linux only."""
    import resource

    mega, most = 2**20, {"RLIMIT_CPU": limits.cpu_seconds, "RLIMIT_NOFILE": limits.files, "RLIMIT_CORE": 0}
    most["RLIMIT_FSIZE"] = limits.file_mb * mega
    if sys.platform.startswith("linux"):
        with open("/proc/self/statm") as file:
            most["RLIMIT_AS"] = int(file.read().split()[0]) * resource.getpagesize() + limits.memory_mb * mega
    for name, value in most.items():
        resource.setrlimit(getattr(resource, name), (value, value))


def _landlock(libc: ctypes.CDLL, abi: int, readable: Iterable[str], writable: Iterable[str]) -> None:
    every = (1 << BITS_OF_ABI[min(abi, max(BITS_OF_ABI))]) - 1
    attributes = struct.pack("=QQQ", every, 3 if abi >= 4 else 0, 3 if abi >= 6 else 0)[: 24 if abi >= 6 else 16 if abi >= 4 else 8]
    ruleset = _call(libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)), "landlock")
    for paths, allowed in ((readable, READ), (writable, every)):
        for path in paths:
            _allow(libc, ruleset, path, allowed)
    _call(libc.syscall(RESTRICT_SELF, ruleset, ctypes.c_uint32(0)), "landlock")
    os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, allowed: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    allowed = allowed if os.path.isdir(path) else allowed & OF_FILES
    rule = struct.pack("=Qi", allowed, place)
    _call(libc.syscall(ADD_RULE, ruleset, ctypes.c_int(1), rule, ctypes.c_uint32(0)), f"landlock of {path}")
    os.close(place)


def _seccomp(libc: ctypes.CDLL) -> None:
    program = b"".join(_filter())
    code = ctypes.create_string_buffer(program)

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    said = Program(len(program) // 8, ctypes.cast(code, ctypes.c_void_p))
    _call(libc.prctl(SECCOMP, FILTER, ctypes.byref(said), 0, 0), "seccomp")


def _filter() -> list[bytes]:
    """The filter, in classic BPF: each step is (code, jump if true, jump if false, value)."""
    machine, numbers = CALLS[platform.machine()]
    load, equal, at_least, has, give, mask = 0x20, 0x15, 0x35, 0x45, 0x06, 0x54
    allow, deny, unknown = 0x7FFF0000, 0x00050000 | DENIED_ERRNO, 0x00050000 | NO_SUCH_CALL
    steps = [
        (load, 0, 0, 4), (equal, 1, 0, machine), (give, 0, 0, deny),  # another machine's calls
        (load, 0, 0, 0), (at_least, 0, 1, X32), (give, 0, 0, deny),
        (equal, 0, 1, CLONE3), (give, 0, 0, unknown),  # the C library then uses clone, whose flags can be seen
        *(step for name in ("socket", "socketpair") for step in (  # streams between this kernel and its client; datagrams could reach anybody
            (equal, 0, 7, numbers[name]), (load, 0, 0, 16), (equal, 0, 4, UNIX_SOCKETS), (load, 0, 0, 24), (mask, 0, 0, 0xF),
            (equal, 0, 1, STREAM), (give, 0, 0, allow), (give, 0, 0, deny),
        )),
        (equal, 0, 4, numbers["clone"]), (load, 0, 0, 16), (has, 0, 1, THREAD), (give, 0, 0, allow), (give, 0, 0, deny),
    ]
    for name, number in numbers.items():
        if name not in ("socket", "socketpair", "clone"):
            steps += [(equal, 0, 1, number), (give, 0, 0, deny)]
    return [struct.pack("=HBBI", *step) for step in [*steps, (give, 0, 0, allow)]]


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
