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
DENIED_ERRNO, NO_SUCH_CALL, NO_TERMINAL = 1, 38, 25  # EPERM, ENOSYS, ENOTTY
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2

# The numbers of system calls, by machine: (audit code, {name: number}). Those of NEW are the same on both.
CALLS = {
    "x86_64": (0xC000003E, {
        "socket": 41, "socketpair": 53, "connect": 42, "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "ptrace": 101, "mount": 165, "unshare": 272,
        "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "bpf": 321, "keyctl": 250, "add_key": 248, "request_key": 249,
        "shmget": 29, "shmat": 30, "shmctl": 31, "shmdt": 67, "semget": 64, "semop": 65, "semctl": 66, "semtimedop": 220, "msgget": 68, "msgsnd": 69, "msgrcv": 70,
        "msgctl": 71, "mq_open": 240, "mq_unlink": 241, "setpriority": 141, "sched_setparam": 142, "sched_setscheduler": 144, "sched_setaffinity": 203,
        "sched_setattr": 314, "ioprio_set": 251, "migrate_pages": 256, "move_pages": 279, "kcmp": 312, "perf_event_open": 298, "userfaultfd": 323,
        "tkill": 200, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297, "inotify_init": 253, "inotify_init1": 294, "fanotify_init": 300, "open_by_handle_at": 304,
        "chroot": 161, "pivot_root": 155, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173,
        "init_module": 175, "finit_module": 313, "delete_module": 176, "kexec_load": 246, "kexec_file_load": 320, "quotactl": 179, "acct": 163, "syslog": 103,
        "settimeofday": 164, "clock_settime": 227, "clock_adjtime": 305, "adjtimex": 159, "personality": 135, "memfd_create": 319,
        "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197, "lremovexattr": 198, "fremovexattr": 199,
        "chmod": 90, "fchmod": 91, "fchmodat": 268, "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260, "utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280,
        "kill": 62, "tgkill": 234, "prlimit64": 302, "fcntl": 72, "ioctl": 16,
    }),
    "aarch64": (0xC00000B7, {
        "socket": 198, "socketpair": 199, "connect": 203, "clone": 220, "execve": 221, "execveat": 281, "ptrace": 117, "mount": 40, "unshare": 97, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "bpf": 280, "keyctl": 219, "add_key": 217, "request_key": 218,
        "shmget": 194, "shmctl": 195, "shmat": 196, "shmdt": 197, "semget": 190, "semctl": 191, "semtimedop": 192, "semop": 193, "msgget": 186, "msgctl": 187, "msgrcv": 188,
        "msgsnd": 189, "mq_open": 180, "mq_unlink": 181, "setpriority": 140, "sched_setparam": 118, "sched_setscheduler": 119, "sched_setaffinity": 122,
        "sched_setattr": 274, "ioprio_set": 30, "migrate_pages": 238, "move_pages": 239, "kcmp": 272, "perf_event_open": 241, "userfaultfd": 282,
        "tkill": 130, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240, "inotify_init1": 26, "fanotify_init": 262, "open_by_handle_at": 265,
        "chroot": 51, "pivot_root": 41, "umount2": 39, "swapon": 224, "swapoff": 225, "reboot": 142, "sethostname": 161, "setdomainname": 162,
        "init_module": 105, "finit_module": 273, "delete_module": 106, "kexec_load": 104, "kexec_file_load": 294, "quotactl": 60, "acct": 89, "syslog": 116,
        "settimeofday": 170, "clock_settime": 112, "clock_adjtime": 266, "adjtimex": 171, "personality": 92, "memfd_create": 279,
        "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15, "fremovexattr": 16,
        "fchmod": 52, "fchmodat": 53, "fchown": 55, "fchownat": 54, "utimensat": 88,
        "kill": 129, "tgkill": 131, "prlimit64": 261, "fcntl": 25, "ioctl": 29,
    }),
}
NEW = {
    "pidfd_send_signal": 424, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431,
    "fsmount": 432, "fspick": 433, "pidfd_open": 434, "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443, "process_mrelease": 448,
    "fchmodat2": 452, "setxattrat": 463, "removexattrat": 466, "open_tree_attr": 467, "file_setattr": 469,
}
# Landlock knows no mode, owner or time of a file. Any file of the same user has them, so they would be written outside, and carry messages from run to run.
# What copies a file, or starts a thread (ZeroMQ), sets such things in good faith: it is told that it did.
IN_VAIN = (
    "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr",
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat",
)
ON_ITSELF = ("kill", "tgkill", "prlimit64")  # allowed where the first argument is this process; prlimit64 says 0 for it
F_SETOWN, F_SETOWN_EX, TERMINAL = 8, 15, 0x5400  # signals by way of a file; the requests of ioctl that do not change a file
CLONE3, UNIX_SOCKETS, STREAM, THREAD = 435, 1, 1, 0x10000
READ_SEARCH = 1 << 2  # CAP_DAC_READ_SEARCH: root still reads the packages of others, where Landlock lets it
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
    _drop_powers(libc)
    if platform.machine() in CALLS:
        _seccomp(libc)


def _drop_powers(libc: ctypes.CDLL) -> None:
    """Whatever root may do beyond others: raise limits, set the clock, name other processes. Nothing for who is not root."""
    version_3, empty = struct.pack("=Ii", 0x20080522, 0), struct.pack("=6I", *([0] * 6))
    had = ctypes.create_string_buffer(len(empty))
    _call(libc.capget(version_3, had), "capabilities")
    keeps = struct.unpack("=6I", had.raw)[1] & READ_SEARCH
    _call(libc.capset(version_3, struct.pack("=6I", keeps, keeps, 0, 0, 0, 0)), "capabilities")


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
    numbers = numbers | NEW
    load, equal, at_least, has, give, mask = 0x20, 0x15, 0x35, 0x45, 0x06, 0x54
    allow, done, deny, unknown, no_terminal = 0x7FFF0000, 0x00050000, 0x00050000 | DENIED_ERRNO, 0x00050000 | NO_SUCH_CALL, 0x00050000 | NO_TERMINAL
    me = os.getpid()
    steps = [
        (load, 0, 0, 4), (equal, 1, 0, machine), (give, 0, 0, deny),  # another machine's calls
        (load, 0, 0, 0), (at_least, 0, 1, X32), (give, 0, 0, deny),
        (equal, 0, 1, CLONE3), (give, 0, 0, unknown),  # the C library then uses clone, whose flags can be seen
        *(step for name in ("socket", "socketpair") for step in (  # streams between this kernel and its client; datagrams could reach anybody
            (equal, 0, 7, numbers[name]), (load, 0, 0, 16), (equal, 0, 4, UNIX_SOCKETS), (load, 0, 0, 24), (mask, 0, 0, 0xF),
            (equal, 0, 1, STREAM), (give, 0, 0, allow), (give, 0, 0, deny),
        )),
        (equal, 0, 4, numbers["clone"]), (load, 0, 0, 16), (has, 0, 1, THREAD), (give, 0, 0, allow), (give, 0, 0, deny),
        *(step for name in ON_ITSELF for step in (
            (equal, 0, 5, numbers[name]), (load, 0, 0, 16), (equal, 2, 0, me), (equal, 1, 0, 0 if name == "prlimit64" else me), (give, 0, 0, deny), (give, 0, 0, allow),
        )),
        (equal, 0, 5, numbers["fcntl"]), (load, 0, 0, 24), (equal, 1, 0, F_SETOWN), (equal, 0, 1, F_SETOWN_EX), (give, 0, 0, deny), (give, 0, 0, allow),
        (equal, 0, 5, numbers["ioctl"]), (load, 0, 0, 24), (mask, 0, 0, 0xFFFFFF00), (equal, 0, 1, TERMINAL), (give, 0, 0, allow), (give, 0, 0, no_terminal),
    ]
    for name in IN_VAIN:
        if name in numbers:
            steps += [(equal, 0, 1, numbers[name]), (give, 0, 0, done)]
    for name, number in numbers.items():
        if name not in ("socket", "socketpair", "clone", "fcntl", "ioctl", *ON_ITSELF, *IN_VAIN):
            steps += [(equal, 0, 1, number), (give, 0, 0, deny)]
    return [struct.pack("=HBBI", *step) for step in [*steps, (give, 0, 0, allow)]]


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
