"""overlay keeps its promises on each page that a real site drew; a test file for each site names its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from tests.sites.real.visit import Facts, Visit

Visits = dict[str, Visit]


def differing(
    visits: Visits, found: Callable[[Visit], Any], wanted: Callable[[Facts], Any]
) -> dict[str, tuple[Any, Any]]:
    """Return what was found and what was wanted on each page where they differ."""
    pairs = {name: (found(visit), wanted(visit.facts)) for name, visit in visits.items()}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def grown(visits: Visits) -> Visits:
    """Return the visits of pages in which an answer grew."""
    return {name: visit for name, visit in visits.items() if visit.facts.grows}


class RealSite:
    """The pages of one site, by name. Each is visited once in a language, with the bundled profiles.

    `language` is that of the default run; the visits in the others are thorough.
    """

    site: ClassVar[str]
    pages: ClassVar[dict[str, Facts]]
    language: ClassVar[str]

    def test_each_page_is_read_with_its_sites_profile(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: visit.site, lambda _: self.site) == {}

    def test_the_address_names_the_conversation(self, visits: Visits) -> None:
        names = differing(
            visits, lambda visit: visit.conversation, lambda facts: f"{self.site}|{facts.conversation}"
        )
        assert names == {}

    def test_the_messages_of_the_user_are_found(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: visit.questions, lambda facts: facts.questions) == {}

    def test_each_call_is_read_with_its_author_and_its_message(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: tuple(visit.calls), lambda facts: facts.calls) == {}

    def test_the_sign_of_an_answer_is_seen_while_it_is_there(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: visit.streaming, lambda _: [False, True, False]) == {}

    def test_an_inserted_text_follows_the_draft(self, visits: Visits) -> None:
        words = "draft A text of mine, of two lines."
        assert differing(visits, lambda visit: " ".join(visit.box.split()), lambda _: words) == {}

    def test_the_box_gives_the_inserted_text_back_as_it_was(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: visit.exact, lambda _: True) == {}

    def test_the_press_reaches_the_send_button_itself(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: visit.pressed, lambda _: True) == {}

    def test_a_text_can_be_uploaded_where_the_page_takes_files(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: visit.uploads, lambda facts: facts.upload) == {}

    def test_a_growing_answer_gets_one_block(self, visits: Visits) -> None:
        assert differing(grown(visits), lambda visit: visit.blocks_at_end, lambda _: 1) == {}

    def test_the_block_of_a_growing_answer_is_named_once(self, visits: Visits) -> None:
        assert differing(grown(visits), lambda visit: visit.kinds.count("named"), lambda _: 1) == {}

    def test_no_frame_shows_the_growing_call_as_text(self, visits: Visits) -> None:
        assert differing(visits, lambda visit: visit.raw, lambda _: []) == {}

    def test_the_call_of_a_growing_answer_runs_once(self, visits: Visits) -> None:
        assert differing(grown(visits), lambda visit: visit.ran_before_reload, lambda _: ["quagga"]) == {}

    def test_the_result_of_a_call_goes_into_the_message_box(self, visits: Visits) -> None:
        assert differing(grown(visits), lambda visit: "seen: quagga" in visit.box_after, lambda _: True) == {}

    def test_nothing_runs_again_after_a_reload(self, visits: Visits) -> None:
        assert differing(grown(visits), lambda visit: visit.ran, lambda _: ["quagga"]) == {}

    def test_after_a_reload_only_the_call_that_ran_is_done(self, visits: Visits) -> None:
        blocks = differing(
            grown(visits),
            lambda visit: visit.after_reload,
            lambda facts: [*((zebra, "ready") for _, zebra, _ in facts.calls), ("quagga", "done")],
        )
        assert blocks == {}
