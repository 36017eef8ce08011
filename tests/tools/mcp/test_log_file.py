import stat
from pathlib import Path

from overlay.tools.mcp.log_file import LogFile, logged
from overlay.tools.mcp.size_limits import ServerLimits


def write(path: Path, *texts: str, limits: ServerLimits | None = None, target: str = "npx x") -> None:
    log = LogFile(path, target, limits or ServerLimits())
    for text in texts:
        log.write(text.encode())
    log.close()


def test_a_log_says_what_was_started_and_is_for_its_owner_only(tmp_path: Path):
    write(tmp_path / "logs" / "x.log")
    assert stat.S_IMODE((tmp_path / "logs" / "x.log").stat().st_mode) == 0o600

    write(tmp_path / "x.log")
    assert (tmp_path / "x.log").read_text().endswith(" npx x\n")


def test_a_log_is_appended_to(tmp_path: Path):
    for target in ("one", "two"):
        write(tmp_path / "x.log", target=target)
    assert len((tmp_path / "x.log").read_text().splitlines()) == 2


def test_a_full_log_is_kept_aside(tmp_path: Path):
    write(tmp_path / "x.log", "a" * 80, "b" * 80, limits=ServerLimits(log=100))
    assert [(tmp_path / name).read_text()[-1] for name in ("x.log.1", "x.log")] == ["a", "b"]


def test_two_files_are_all_there_ever_are(tmp_path: Path):
    write(tmp_path / "x.log", *["a" * 80] * 50, limits=ServerLimits(log=100))
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 200


def test_a_flood_is_left_out_and_that_is_said_once(tmp_path: Path):
    write(tmp_path / "x.log", *["a" * 80] * 50, limits=ServerLimits(log_window=300))
    said = (tmp_path / "x.log").read_text()
    assert said.count("is left out") == 1
    assert said.count("a" * 80) < 4


async def test_text_from_the_pipe_is_in_the_log_afterwards(tmp_path: Path):
    async with logged(tmp_path / "x.log", "npx x", ServerLimits()) as errors:
        errors.write("oh no")
    assert (tmp_path / "x.log").read_text().endswith("oh no")


async def test_a_secret_that_a_server_prints_in_pieces_is_not_in_the_log(tmp_path: Path):
    token = "ghp_" + "a1B2" * 9
    async with logged(tmp_path / "x.log", f"npx x --token={token}", ServerLimits()) as errors:
        for piece in ("using ", token[:20], token[20:], " now\n"):
            errors.write(piece)
            errors.flush()
    text = (tmp_path / "x.log").read_text()
    assert "using" in text
    assert token not in text
