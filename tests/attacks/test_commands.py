"""Lines that try to run something else by a rule for `git status` or `npm test`. Controls: the lines that the
rules are for.
"""

from __future__ import annotations

import shlex
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlay.policy.commands.line import plain_words
from overlay.policy.commands.rules import NO_MATCH, CommandMatch
from overlay.policy.policy_schema import CommandRule
from tests.policy.command_folder import NOW, Bench, new_bench
from tests.support.effort import some

ALIKE = [
    # Other words than those of the rules.
    "git", "git stash", "git statuss", "Git status", "GIT STATUS", "git status --short", "git status .",
    "git status extra", "git -C /tmp status", "status", "npm", "npm tests", "npm test extra", "npm run test",
    "npm install", "git push --force", "",
]  # fmt: skip
FOREIGN = [
    # compound lines
    "git status; id", "git status;id", "git status && id", "git status&&id", "git status || id",
    "git status | sh", "git status & id", "git status &", "git status |& tee x", "(git status)",
    "{ git status; }", "! git status", "id; git status", "if git status", "while git status", "cd /tmp", "then git status", "test x", "git status;;",
    # substitutions and variables
    "git status $(id)", "git status `id`", "git status $HOME", "git status ${IFS}x", "$(echo git) status",
    "git$IFS'status'", "git status <(id)", "git status $((1))", "git status $'x'", "git %COMSPEC% status",
    # redirections
    "git status > x", "git status >> x", "git status 2>&1", "git status < x", "git status >&2", "git status>x",
    # globs and expansions
    "git status *", "git status ?", "git status [a]", "git status {a,b}", "git status ~", "git status ~root",
    "git stat*", "git status !!", "git status ^a^b", "git status -{C,x}",
    # comments, line ends, quotes, controls, invisible characters
    "git status # x", "git status #", "git status\nid", "git status\rid", "git status\n", "\ngit status",
    "git status\x00id", "git status\x0bid", "git status\x0cid", "git\tstatus", "git\u00a0status",
    "git\u2003status", "git status\u200b", "git\u202estatus", "git status\u2028id", "git status\u0085id",
    "g\u0456t status", "git status\x1b[2K", "git st\u00adatus", "\ufeffgit status", "git\u3000status",
    "'git' status", '"git" status', "git 'status'", "g'i't status", "git sta\\tus", "git status \\", "git ''",
    "git status 'a b'", '""git status', "git\\ status",
    # the program by another way
    "./git status", "/tmp/git status", "../git status", "bin/git status", "~/git status", "/usr/bin/git status",
    ".git status", "-git status", "=git status", "@git status", "git.exe status/../x; id",
    # settings before the command
    "A=b git status", "GIT_SSH_COMMAND=x git status", "PATH=. git status", "git=status", "LD_PRELOAD=./x.so ls",
    "env git status", "env -i git status", "export A=b",
    # options that run other programs, load code or change the folder
    "git -c core.pager=id status", "git -c core.fsmonitor=id status", "git --exec-path=/tmp status",
    "git --exec-path /tmp status", "git -C /tmp status", "git --git-dir=/tmp/x status", "git -p status",
    "git --config-env=core.pager=X status", "git --paginate log", "git --work-tree=/ status",
    "git diff --ext-diff", "git log --textconv", "git log --output=x", "git fetch --upload-pack=id",
    "git push --receive-pack=id", "git push --exec=id", "git grep -Oid x", "git bisect run id", "git st",
    "git submodule foreach id", "git rebase --exec id", "git difftool -x id", "git config alias.status id",
    "git commit", "git checkout x", "git clone ext::id", "git-upload-pack x", "git help status",
    "npm --script-shell=/tmp/x test", "npm --script-shell /tmp/x test", "npm test --script-shell=/tmp/x",
    "npm --prefix /tmp test", "npm -C /tmp test", "npm exec id", "npm x id", "npm test --node-options=-rx",
    "npm --userconfig=x test", "npm explore x", "npm config set script-shell x", "npx id", "yarn dlx id",
    "pnpm exec id", "find . -exec id", "find . -execdir id", "find . -ok id", "find . -delete",
    "find . -fprintf x y", "tar --checkpoint-action=exec=id -cf x y", "tar --to-command=id -xf x",
    "tar -I id -xf x", "tar --use-compress-program=id -xf x", "tar -xIf x", "sort --compress-program=id x",
    "sort -o x y", "wget --use-askpass=id x", "curl --config x", "curl --output x y", "rsync -e id a b",
    "make SHELL=/tmp/x test", "make --eval=x", "make -f x", "make -C /tmp", "go test -exec id", "cargo --config x",
    "python -c id", "python3 -c id", "python -ic id", "python - x", "node -e id", "node --require x y",
    "node -p id", "perl -e id", "ruby -e id", "deno eval id", "bun x id", "python -m", "pytest --rootdir=/tmp",
    # programs that run others
    "sudo git status", "xargs git status", "sh -c git", "bash -c git", "dash x", "timeout 5 git status",
    "nohup git status", "nice git status", "time git status", "watch git status", "script x", "busybox sh",
    "parallel git", "ssh host id", "docker run x", "uv run x", "poetry run x", "awk x", "sed x", "vim x",
    "BASH x", "Sudo git status", "GIT status", "PYTHON -c id", "python3-dbg -c id", "bash-static x", "perl5.36-x -e id",
    "docker-compose run x", "curl -o x y", "curl -K x", "wget -O x y", "cmake -P x", "cmake -E env id", "ninja -f x",
    "gradle -I x", "exec git status", "eval git status", "command git status", "builtin git", "source x", ". x", "cargo @x",
    # the same again in forms that look alike
    "git status <<EOF\nid\nEOF", "git status <<<x", "git status <<-EOF", "git status \\\nid", "git status \\\r\nid",
    "git status\r\n", "git -c alias.status=!id status", "git --config-env=alias.status=X status", "GIT_PAGER=id git status",
    "GIT_CONFIG_COUNT=1 git status", "npm test -- $'\\x3b'id", "git status $\"x\"", "git status >(id)", "git status ~+",
    "git status ~-", "!git status", "!!", "git status !$", "git status --exec=id", "git status&", "git status & ", "git status #x",
    "git status;#", "git\u2009status", "git\u202fstatus", "git\u205fstatus", "git\u1680status", "git\u180estatus",
    "git\ufeffstatus", "git\u2060 status", "git status\u2029id", "git status\x1c", "git status\x7f", "git st\u0430tus",
    "\uff47it status", "git \uff0d\uff0dshort", "git status \u2013short", "git status $@", "git status $*", "git status $1",
    "coproc git status", "git status |cat", "git status *.py", "git status @(x)", "git status +(x)", "git status {1..3}",
    "git status \\073 id", "git status %0aid", "git status ^c", "git status 2>x", "git status &>x", "git status >|x",
    "select x", "[[ x ]]", "[ x ]", ": x", "npm test --script-shell sh", "npm --node-options=-rx test",
    "npm --globalconfig=x test", "git --no-pager -c a=b log", "git log --format=%x --output=x", "git diff --no-index --ext-diff a b",
]  # fmt: skip
PLAIN = [
    "git status", "git status --short", "git log --oneline -5", "git diff --stat", "git branch", "git show HEAD",
    "git rev-parse HEAD", "git ls-files", "git describe --tags", "git blame README.md", "git push", "git fetch",
    "git push origin main", "npm test", "npm run build", "npm run test:unit", "npm run lint", "npm t", "npm ls",
    "pnpm test", "yarn test", "pytest", "pytest -q", "pytest -x tests/test_a.py", "python -m pytest",
    "python3 -m pytest -q tests", "python setup.py", "make", "make test", "cargo test", "cargo build --release",
    "go test ./...", "go vet ./...", "ls", "ls -la", "cat package.json", "head -n 20 README.md", "wc -l a.txt",
    "grep -rn TODO src", "ruff check .", "mypy overlay", "tsc --noEmit", "eslint .", "jest --coverage",
    "find . -name a.py -type f", "node --version", "git  status", "deno test", "bun test", "tree -L 2",
]  # fmt: skip
LINES = st.one_of(
    st.text(max_size=30),
    st.lists(
        st.sampled_from(["git", "status", "npm", "test", " ", "  ", "-c", "--x=y", "a/b", ";", "&&", "$(id)"])
        | st.sampled_from(list("\n\t\0\"'\\`$&|<>(){}[]*?!#~^%\u200b\u00a0=@-./:,+")),
        max_size=10,
    ).map("".join),
)
PLAIN_LINES = st.lists(st.sampled_from(["status", "-c", "--x=y", "a/b", "a.b:c", "7"]), max_size=6).map(
    lambda words: " ".join(["git", *words])
)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return new_bench(tmp_path, monkeypatch)


def rules_for(bench: Bench, line: str) -> list[CommandRule]:
    """Return the rules for `git status` and `npm test`, and one for the words of the line itself."""
    rules = [bench.rule("git", "status"), bench.rule("npm", "test")]
    try:
        words = [word for word in shlex.split(line, comments=True) if word]
    except ValueError:
        words = line.split()
    return rules if not words else [*rules, bench.rule(*words, program=str(bench.programs / "git"))]


def test_lines_with_other_words_match_no_rule(bench: Bench) -> None:
    rules = [bench.rule("git", "status"), bench.rule("npm", "test"), bench.rule("git", "push")]
    assert [line for line in ALIKE if bench.match(line, *rules).rule is not None] == []


def test_lines_that_may_run_something_else_match_no_rule(bench: Bench) -> None:
    matched: dict[str, CommandMatch] = {}
    for line in FOREIGN:
        rules = rules_for(bench, line)
        for word in line.split():
            bench.need(word)
        rules += [rule.model_copy(update={"program": str(bench.programs / rule.words[0])}) for rule in rules]
        if (found := bench.match(line, *rules)) != NO_MATCH:
            matched[line] = found
    assert matched == {}


def test_plain_lines_match_the_rules_for_their_words(bench: Bench) -> None:
    found = {line: bench.match(line, bench.rule(*line.split())).argv for line in PLAIN}
    wanted = {line: (str(bench.programs / line.split()[0]), *line.split()[1:]) for line in PLAIN}
    assert found == wanted


@given(LINES)
@settings(max_examples=some(100, 12))
def test_a_line_has_words_only_if_every_shell_splits_it_into_them(line: str) -> None:
    words = plain_words(line)
    assert not words or list(words) == shlex.split(line, comments=True) == line.split()


@given(PLAIN_LINES, st.integers(0, 30))
def test_a_line_with_a_character_that_means_something_has_no_words(line: str, at: int) -> None:
    signs = "\n\r\t\0\x1b;&|<>(){}[]*?!#~^%$`\"'\\\u200b\u202e\u00a0\u2028"
    assert [sign for sign in signs if plain_words(line[:at] + sign + line[at:])] == []


@given(st.text(alphabet="abgit -./,:=+@_0", max_size=25))
@settings(max_examples=some(40, 10))
def test_sh_sees_the_words_that_overlay_sees(line: str) -> None:
    words = plain_words(f"printf {line}")
    if words:
        said = subprocess.run(
            ["/bin/sh", "-c", f'show() {{ for word; do echo "<$word>"; done; }}; show {line}'],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert said.stdout.splitlines() == [f"<{word}>" for word in words[1:]]


def test_another_argument_than_a_line_matches_no_rule(bench: Bench) -> None:
    assert bench.match(["git", "status"], bench.rule("git", "status")) == NO_MATCH


def test_only_the_words_that_the_rule_lists_may_follow(bench: Bench) -> None:
    rule = bench.rule("git", "status", options=["--short", "-s", "-c"])
    assert bench.match("git status --short", rule).rule == rule
    assert bench.match("git status --short -s", rule).rule == rule
    assert bench.match("git status --short --short", rule).rule is None
    assert bench.match("git status --short --long", rule).rule is None
    assert bench.match("git status -c", rule).rule is None


def test_a_rule_ends_at_its_time(bench: Bench) -> None:
    rule = bench.rule("git", "status", until=NOW)
    assert bench.match("git status", rule, now=NOW - timedelta(seconds=1)).rule == rule
    ended = bench.match("git status", rule)
    assert ended.rule is None
    assert "ended at 2026-11-23 12:00:00" in ended.notes[0]


def test_a_rule_holds_in_its_folder_alone(bench: Bench, tmp_path: Path) -> None:
    inner = bench.folder / "inner"
    inner.mkdir()
    rule = bench.rule("npm", "test")
    assert bench.match("npm test", rule).rule == rule
    assert bench.match("npm test", rule, tool=bench.tool(inner)).rule is None
    assert bench.match("npm test", rule, tool=bench.tool(tmp_path)).rule is None


def test_a_folder_that_became_a_symlink_is_another_folder(bench: Bench, tmp_path: Path) -> None:
    rule, elsewhere = bench.rule("npm", "test"), tmp_path / "elsewhere"
    bench.folder.rename(elsewhere)
    bench.folder.symlink_to(elsewhere)
    assert bench.match("npm test", rule).rule is None


def test_a_symlink_to_the_folder_is_that_folder(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(bench.folder)
    assert bench.match("npm test", bench.rule("npm", "test"), tool=bench.tool(tmp_path / "link")).rule


def test_another_tool_of_that_name_matches_no_rule(bench: Bench) -> None:
    found = bench.match("git status", bench.rule("git", "status"), tool=bench.tool())
    assert found.rule
    impostor = type(bench.tool())("run_command")
    assert bench.match("git status", bench.rule("git", "status"), tool=impostor) == NO_MATCH


def test_programs_where_the_model_may_have_put_them_match_no_rule(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writable = tmp_path / "writable"
    for folder in (bench.folder, bench.folder / "bin", writable):
        folder.mkdir(exist_ok=True)
        bench.program("git", folder)
    (tmp_path / "link").symlink_to(bench.folder / "bin")
    folders = [bench.folder, bench.folder / "bin", tmp_path / "link", writable]
    rules = [bench.rule("git", "status"), bench.rule("git", "status", program=str(bench.folder / "git"))]
    tool = bench.tool(None, writable)
    assert bench.match("git status", *rules, tool=tool).rule == rules[0]
    matched: list[str] = []
    for entry in ("", ".", "bin", *map(str, folders)):
        monkeypatch.setenv("PATH", f"{entry}:{bench.programs}")
        if bench.match("git status", *rules, tool=tool) != NO_MATCH:
            matched.append(entry)
    assert matched == []


def test_nothing_matches_if_the_home_folder_is_open_to_other_tools(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, rule = tmp_path / "home", bench.rule("git", "status")
    (home / "inner").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    assert bench.match("git status", rule, tool=bench.tool(None, home / "inner")).rule == rule
    assert bench.match("git status", rule, tool=bench.tool(None, home)) == NO_MATCH


def test_a_program_that_is_a_link_into_the_folder_matches_no_rule(bench: Bench) -> None:
    inner = bench.program("tool", bench.folder)
    (bench.programs / "outer").symlink_to(inner)
    assert bench.match("outer x", bench.rule("outer", "x")) == NO_MATCH


def test_a_program_that_everybody_may_write_to_matches_no_rule(bench: Bench) -> None:
    assert bench.match("git status", bench.rule("git", "status")).rule
    (bench.programs / "git").chmod(0o777)
    assert bench.match("git status", bench.rule("git", "status")) == NO_MATCH


def test_a_program_at_another_place_than_the_approved_one_matches_no_rule(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    bench.program("git", other)
    monkeypatch.setenv("PATH", f"{other}:{bench.programs}")
    found = bench.match("git status", bench.rule("git", "status"))
    assert found.rule is None
    assert "is for" in found.notes[0]


NAMING = [
    "[core]\n\tfsmonitor = id\n",
    "[core] fsmonitor = id\n",
    "[core]\n\tbare = false \\\n",
    '[filter "x"]\n\tclean = id\n',
    "[include]\n\tpath = ../x\n",
    '[includeIf "gitdir:/"]\n\tpath = ../x\n',
    '[diff "x"]\n\ttextconv = id\n',
    "[diff]\n\texternal = id\n",
    "[CORE]\n\tFsMonitor = id\n",
    "[core]\n\tsshCommand = id\n",
    "[core]\n\tattributesFile = x\n",
    "[alias]\n\tstatus = !id\n",
    "[gpg]\n\tprogram = id\n",
    "[log]\n\tshowSignature = true\n",
    '[remote "x"]\n\tpromisor = true\n',
    '[remote "x"]\n\tuploadpack = id\n',
    "[credential]\n\thelper = !id\n",
    "\x00",
]
"""Settings of a repository that may name a program."""


def test_git_in_repositories_whose_settings_may_name_a_program_matches_no_rule(bench: Bench) -> None:
    rule, file = bench.rule("git", "status"), bench.folder / ".git" / "config"
    assert bench.match("git status", rule).rule == rule
    plain = file.read_text()
    matched: list[str] = []
    for more in NAMING:
        file.write_text(plain + more)
        if bench.match("git status", rule) != NO_MATCH:
            matched.append(more)
    assert matched == []
    file.write_text(plain)
    assert bench.match("git status", rule).rule == rule
