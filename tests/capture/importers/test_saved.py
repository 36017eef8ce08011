from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.importers.saved import NOWHERE, Part, read
from overlay.common.errors import UsageError

URL = "https://chat.example/c/1"
MHTML = f"""From: <Saved by Blink>
Snapshot-Content-Location: {URL}#top
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="b"

--b
Content-Type: text/html; charset="utf-8"
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: {URL}

<link rel=3Dstylesheet href=3D"cid:css-2@mhtml.blink"><iframe src=3D"cid:gone"></iframe>caf=C3=A9
--b
Content-Type: text/css
Content-Transfer-Encoding: binary
Content-Location: cid:css-2@mhtml.blink

p {{ }}
--b
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: https://chat.example/p.png

iVBORw==
--b--
""".replace("\n", "\r\n")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "page.mhtml"
    path.write_bytes(MHTML.encode())
    return path


def page(folder: Path, head: str = "", name: str = "page.html") -> Path:
    path = folder / name
    path.write_text(f"<!doctype html>{head}<p>x")
    return path


def test_the_address_of_a_saved_page_is_read_from_it(tmp_path: Path) -> None:
    heads = {
        f"<!-- saved from url=(0024){URL} -->": URL,
        "<!--\n Page saved with SingleFile \n url: https://chat.example/c/2 \n-->": "https://chat.example/c/2",
        "<!-- saved from url=(0020)https://chat.example#a -->": "https://chat.example/",
        "": NOWHERE,
    }
    for head, url in heads.items():
        found = read(page(tmp_path, head))
        part = found.find(url + "#x")
        assert found.url == url
        assert part is not None
        assert b"<p>x" in part.data


def test_only_files_in_the_folder_of_a_saved_page_are_found(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("x")
    (tmp_path / "in" / "page_files").mkdir(parents=True)
    (tmp_path / "in" / "page_files" / "a b.css").write_text("p {}")
    saved = read(page(tmp_path / "in", f"<!-- saved from url=(0024){URL} -->"))
    assert saved.find("https://chat.example/c/page_files/a%20b.css") == Part("text/css", b"p {}")
    others = [
        "https://chat.example/c/none.css",
        "https://chat.example/other/a.css",
        "https://elsewhere.example/c/page.html",
        "https://chat.example/c/%2e%2e/secret.txt",
        "https://chat.example/c/../../secret.txt",
    ]
    assert [url for url in others if saved.find(url) is not None] == []


def test_an_archive_holds_its_page_and_what_that_loads(archive: Path) -> None:
    found = read(archive)
    whole = found.find(URL)
    assert found.url == URL
    assert whole is not None
    assert whole is not None
    text = whole.data.decode()
    assert "caf\u00e9" in text
    assert "cid:css" not in text
    assert "cid:gone" in text
    sheet = found.find(text.partition('href="')[2].partition('"')[0])
    assert sheet is not None
    assert sheet.type == "text/css"
    assert sheet.data.strip() == b"p { }"
    assert found.find("https://chat.example/p.png") == Part("image/png", b"\x89PNG"[:4])


@pytest.mark.parametrize(
    ("name", "text", "told"), [("a.mhtml", MHTML[:-9], "is cut off"), ("a.html", " \n", "is empty")]
)
def test_a_page_that_was_not_saved_whole_is_refused(name: str, text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match=told):
        read(tmp_path / name)


def test_an_archive_without_a_page_and_a_missing_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.mht").write_text("Content-Type: text/plain\n\nx")
    with pytest.raises(UsageError, match="no part of it is HTML"):
        read(tmp_path / "a.mht")
    with pytest.raises(UsageError, match=r"gone\.html can't be read"):
        read(tmp_path / "gone.html")
