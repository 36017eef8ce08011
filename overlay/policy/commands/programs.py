"""Which commands may have a rule at all, and which of them can't send data off this machine.

These tables do not decide whether a command runs: without a user's rule for exactly its words, overlay asks.
They prevent rules for commands that run another program named in their words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SHELLS = _names(
    "sh bash dash ash zsh fish ksh mksh csh tcsh rbash elvish nu xonsh busybox toybox cmd powershell pwsh wsl"
)
SHELL_WORDS = _names("""
    if then elif else fi case esac for select while until do done in function time coproc
    break cd continue declare dirs disown enable export fc fg bg getopts hash history jobs kill let local
    logout mapfile popd pushd read readonly return set shift shopt suspend test times trap type typeset
    ulimit umask unalias unset wait
""")
"""Words that a shell handles itself: the program of that name, if any, does something else."""
WRAPPERS = _names("""
    env xargs sudo su doas runuser pkexec run0 nohup nice ionice chrt taskset numactl timeout time watch
    setsid setarch stdbuf unbuffer script chroot unshare nsenter bwrap firejail proot fakeroot parallel
    exec eval source builtin command coproc trap alias flock systemd-run systemctl at batch crontab
    strace ltrace gdb lldb perf valgrind expect ssh sshpass autossh mosh scp sftp rsync socat nc ncat
    telnet tmux screen docker podman nerdctl lxc kubectl helm vagrant wine flatpak snap npx pnpx bunx
    uvx pipx uv poetry pipenv pdm rye hatch conda mamba micromamba bundle direnv asdf mise nix nix-shell
    guix awk gawk mawk nawk sed ed ex vi vim nvim view emacs nano less more most man info m4 tclsh wish
    entr nodemon ts-node tsx zipgrep osascript open xdg-open start ld.so capsh setpriv dbus-run-session
    daemonize cpulimit hyperfine concurrently cross-env dotenv dumb-init tini catchsegv linux32 linux64
    i386 x86_64
""")
"""Programs that run other programs or code named in their arguments, input or settings."""
INTERPRETERS = _names("python pypy node nodejs perl ruby php lua luajit deno bun java groovy r rscript")
"""These take code from an option. Only a file to run may follow them, or `-m MODULE` of Python."""
MANAGERS = _names("npm pnpm yarn bun deno corepack cargo go gem composer")
SUBCOMMANDS = _names("exec x eval dlx create init explore edit config set alias node")
"""Subcommands of package managers that run another program, or change what they run."""
GIT_READS = _names("status log diff show branch tag rev-parse ls-files blame shortlog describe")
GIT = GIT_READS | {"fetch", "push"}
"""The only subcommands of git with a rule. They are git's own, so no alias can change them. See also
`git_settings`.
"""
_GIT_OPTIONS = tuple(
    _names("recurse-submodules submodule upload-pack receive-pack exec ext-diff textconv output")
)
"""Options of git that open another repository or run a program. Git takes the beginning of a name for it."""
LOCAL = _names("""
    ls pwd cat head tail wc du df stat tree which basename dirname realpath readlink nproc uptime uname
    whoami id date echo true false cmp diff grep cut uniq sort md5sum sha256sum
""")
"""Programs that open no connection and run nothing else."""
DELETING = _names("""
    rm rmdir unlink shred srm dd truncate mv cp install rename chmod chown chattr setfacl mkfs wipefs fdisk
    parted mount umount kill pkill killall shutdown reboot halt poweroff del erase format diskutil
""")
"""Programs that delete, overwrite or end something."""
_CHECKS = ("test", "lint", "check", "build", "typecheck", "format")
PROJECT = frozenset(
    [(manager, "test") for manager in ("npm", "pnpm", "yarn")]
    + [(manager, "run", task) for manager in ("npm", "pnpm", "yarn") for task in _CHECKS]
    + [("make", task) for task in _CHECKS]
    + [("cargo", task) for task in ("test", "check", "build", "clippy", "fmt")]
    + [("go", task) for task in ("test", "build", "vet")]
    + [("dotnet", task) for task in ("test", "build")]
    + [("gradle", task) for task in ("test", "build", "check")]
    + [("mvn", task) for task in ("test", "compile", "verify")]
    + [(name,) for name in ("pytest", "tox", "mypy", "pyright", "tsc", "eslint")]
    + [("python", "-m", name) for name in ("pytest", "unittest", "mypy")]
    + [("ruff", "check"), ("ruff", "format")]
)
"""Complete commands that build or test the user's project: a call can't add words with data to them."""
_RUNS = re.compile(
    r"exec|eval|command|cmd|shell|script|program|pager|editor|edit|hook|wrapper|askpass|rsh|ssh|plugin|config|"
    r"require|import|loader|pack$|proxy|preload|agent|include|filter|checkpoint|^ok|^fprint|^fls|^delete|"
    r"from$|^pre$|hostname-bin|prefix|options|chdir|cwd|director|^dir$|root|browser|output|textconv|ext-diff|"
    r"toolchain|file$|path$"
)
"""Names of options that run a program, load code, write a file or change the folder, in any program."""
_SHORT = {
    "tar": "IFC", "git": "cCpxO", "make": "fCE", "gmake": "fCE", "sort": "oT", "zip": "T", "curl": "KoO",
    "wget": "eOPi", "cmake": "PEC", "ctest": "SDC", "ninja": "fC", "just": "fd", "gradle": "Ibcp",
    "mvn": "fs",
}  # fmt: skip
"""Letters of short options that do the same. For other programs: C, or none for those in LOCAL."""
_STEM = re.compile(r"[a-z]+")


def refusal(words: Sequence[str]) -> str:
    """Return why no rule may hold for this command; "" if one may.

    `words` are those of `plain_words`, not empty.
    """
    name, first = _name(words[0]), words[1] if len(words) > 1 else ""
    if words[0] in SHELL_WORDS:
        return f"{words[0]} is a word of the shell"
    if not {name, words[0].lower()}.isdisjoint(SHELLS | WRAPPERS):
        return f"{words[0]} runs other programs"
    if name in INTERPRETERS and first.startswith("-") and not _runs_a_file(name, words):
        return f"{words[0]} {first} takes code"
    if name in MANAGERS and first != "--version" and (first.startswith("-") or first in SUBCOMMANDS):
        return f"{words[0]} {first} may run another program"
    if name.startswith("git") and (words[0] != "git" or first not in GIT):
        return f"{words[0]} {first} may run another program"
    short = _SHORT.get(name, "" if words[0] in LOCAL else "C")
    for word in words[1:]:
        if _is_refused(word, short) or (name == "git" and _is_git_option(word)):
            return f"the option {word} may run another program, write a file or change the folder"
    return ""


def is_local(words: Sequence[str]) -> bool:
    """Return whether a rule for the command counts it as one that sends no data off this machine.

    Commands that build or test a project count as local, although the project's code may connect anywhere:
    users who are asked each time about a command that they allowed get used to saying yes (docs/policy.md).
    """
    if tuple(words) in PROJECT:
        return True
    if words[0] == "git":
        return len(words) > 1 and words[1] in GIT_READS
    return words[0] in LOCAL


def can_delete(words: Sequence[str]) -> bool:
    """Return whether the program is one that deletes, overwrites or ends something."""
    return not {_name(words[0]), words[0].lower()}.isdisjoint(DELETING)


def _name(program: str) -> str:
    """Return the first letters of the program's name: `python` for `python3.12` and `Python-dbg`.

    Lower case, since on some file systems `SUDO` and `sudo` are the same file.
    """
    found = _STEM.match(program.lower())
    return found[0] if found else program


def _runs_a_file(name: str, words: Sequence[str]) -> bool:
    module = name in ("python", "pypy") and words[1] == "-m" and len(words) > 2
    return module or tuple(words[1:]) == ("--version",)


def _is_git_option(word: str) -> bool:
    name = word.removeprefix("--").partition("=")[0]
    return word.startswith("--") and name != "" and any(one.startswith(name) for one in _GIT_OPTIONS)


def _is_refused(word: str, short: str) -> bool:
    if not word.startswith("-") or word in ("-", "--"):
        return False
    name = word.lstrip("-").partition("=")[0].lower()
    if _RUNS.search(name):
        return True
    return not word.startswith("--") and any(letter in short for letter in word[1:])
