"""A chat application as the tests have it, and how it differs from others."""

from __future__ import annotations

import difflib

from playwright.async_api import Browser, BrowserContext, Page

from overlay.detection import detect
from overlay.sites.profile import SiteProfile
from tests.beds.cases import CASES
from tests.beds.recorded import Talking
from tests.beds.running import Bed
from tests.beds.talk import AUTOMATIC, Person, Talk

# The application's own tree, open shadow trees included; names that are made by chance are left out.
TREE = """([frame, chance, tidy]) => {
    new Function(tidy)();
    const made = new RegExp(chance);
    const told = (node) => {
        if (node.nodeType === 3) return JSON.stringify(node.data);
        if (node.nodeType !== 1) return "";
        const attributes = [...node.attributes].map(({ name, value }) => `${name}=${made.test(value) || made.test(name) ? "*" : value}`).sort();
        const inner = [...(node.shadowRoot?.childNodes ?? []), "/", ...node.childNodes].map((child) => child === "/" ? child : told(child));
        return `\\n<${node.localName} ${attributes.join(" ")}>${inner.join("")}`;
    };
    return told(document.querySelector(frame));
}"""


def told_apart(one: list[str], other: list[str]) -> list[str]:
    """The lines in which they differ."""
    return [*difflib.unified_diff(one, other, lineterm="", n=0)]


def written(case: str) -> list[dict[str, str]]:
    """The arguments of a case's calls, as the model wrote them."""
    return [call.arguments for call in detect(CASES[case].answers[0])]


class Application:
    """A chat application, and how it differs from others.

    `composer` and `code` are selectors: what a person writes in, and what the application draws code in. `sends` is
    the one of a button that is off until the application takes messages, "" if it takes them at once.

    `unfenced` says whether an unfenced call survives its Markdown; `chance` matches attributes whose value
    differs from one run to the next; `path` is added to the bed's address. What must be as it is without
    overlay is the element `frame`, once `tidy` (a script) took out what the application draws by the clock.
    """

    composer = "textarea"
    sends = ""
    code = "pre"
    path = ""
    site = ""
    unfenced = True
    chance = "^$"
    frame = "body"
    tidy = ""
    settle = 0.0
    """Seconds that overlay waits after an answer; 0 for those of its profile."""
    profile: SiteProfile | None = None
    """For an application that overlay has none for."""

    def told(self, result: str) -> str:
        """How the application sends the model a result that was in its message box."""
        return result

    def talk(
        self,
        bed: Bed,
        context: BrowserContext,
        *,
        automatic: bool = False,
        profile: SiteProfile | None = None,
    ) -> Talk:
        config = AUTOMATIC if automatic else None
        profile = profile or self.profile
        site = "" if profile else self.site
        return Talk(
            bed,
            context,
            self.composer,
            path=self.path,
            config=config,
            profile=profile,
            site=site,
            sends=self.sends,
            settle=self.settle,
        )

    async def draft(self, page: Page) -> str:
        """The text in the message box."""
        box = page.locator(self.composer).last
        return str(await box.evaluate("(box) => (box.value ?? box.innerText).trim()"))

    def talking(self, bed: Bed) -> Talking:
        """How a conversation that goes on automatically is recorded."""
        return lambda context, recorder: Talk(
            bed, context, self.composer, path=self.path, config=AUTOMATIC, recorder=recorder, sends=self.sends
        )

    async def leave_and_return(self, bed: Bed, page: Page) -> None:
        """Open a new chat in the same tab, and come back to this one where it has an address."""
        for address in (f"{bed.url}{self.path}", page.url):
            await page.goto(address)
            await page.locator(self.composer).last.wait_for()

    async def reopen(self, page: Page) -> None:
        """Load the page again, and bring the conversation back if the application keeps it."""
        await page.reload()
        await page.locator(self.composer).last.wait_for()

    async def _visit(self, bed: Bed, browser: Browser, *, beside: bool) -> tuple[list[str], list[str]]:
        """Ask for a call; return the page's tree, a line an element, and the errors of its console."""
        context = await browser.new_context()
        errors: list[str] = []
        context.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        context.on("weberror", lambda failed: errors.append(f"not caught: {failed.error}"))
        if beside:
            async with Talk(
                bed, context, self.composer, path=self.path, inspectable=False, sends=self.sends
            ) as talk:
                await talk.person.ask("fenced")
                await talk.person.answered()
                await talk.until("ready")
                await talk.settled()
                person = talk.person
        else:
            person = Person(await context.new_page(), self.composer, self.sends)
            await person.page.goto(f"{bed.url}{self.path}")
            await person.ask("fenced")
            await person.answered()
        tree = await person.at_rest(TREE, [self.frame, self.chance, self.tidy])
        await context.close()
        return tree.splitlines(), sorted(errors)
