"""Playwright's default switches and disabled features, and which of them a window keeps.

The defaults are made for tests. A window is the user's browser, so it does without those that reduce safety
or comfort. Source: `chromiumSwitches.ts` of Playwright 1.65; Chromium's `chrome_switches.cc`,
`content_switches.cc` and `chrome_features.cc`. docs/browser.md shows these tables, and a test compares them
with the Playwright that is installed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch or feature: its `name`, whether a window keeps Playwright's setting, its effect, and why.

    `old`: earlier versions of Playwright had it; the version that the tables were made from does not.
    """

    name: str
    kept: bool
    effect: str
    why: str
    old: bool = False

    def row(self) -> str:
        """Return the switch as a row of the table in docs/browser.md."""
        return f"| `{self.name}` | {self.effect} | {'kept' if self.kept else 'left out'} | {self.why} |"


def _kept(name: str, effect: str, reason: str, *, old: bool = False) -> Switch:
    return Switch(name, True, effect, reason, old)


def _out(name: str, effect: str, reason: str, *, old: bool = False) -> Switch:
    return Switch(name, False, effect, reason, old)


_BEHIND = "the answer is read and drawn while the window is behind another one"
_UPDATES = "security updates must arrive"
_AS_SHIPPED = "the browser's own default is safer"

SWITCHES = (
    _kept("--disable-field-trial-config", "no experiments of Chromium's own tests", "not for users"),
    _out("--disable-background-networking", "no background requests", "Safe Browsing and revocation lists"),
    _kept("--disable-background-timer-throttling", "timers of hidden pages run at full speed", _BEHIND),
    _kept("--disable-backgrounding-occluded-windows", "covered windows go on drawing", _BEHIND),
    _kept("--disable-back-forward-cache", "Back loads the page again", "Playwright follows each load"),
    _kept("--disable-breakpad", "no crash reports", "a report can hold parts of a chat"),
    _kept(
        "--disable-component-extensions-with-background-pages",
        "built-in extensions stay off",
        "as `--disable-extensions`",
    ),
    _out("--disable-component-update", "no updates of components", _UPDATES),
    _kept("--no-default-browser-check", "does not ask to become the default browser", "it is not"),
    _kept("--disable-default-apps", "installs no apps into a new profile", "the profile is for chats"),
    _kept("--disable-dev-shm-usage", "shared memory in the temporary folder", "containers have too little"),
    _out("--disable-edgeupdater", "Edge's updater is off (macOS)", _UPDATES),
    _kept(
        "--disable-extensions", "extensions stay off", "nothing else works in the page; see `--extensions`"
    ),
    _out("--allow-pre-commit-input", "clicks reach a page before it is drawn", _AS_SHIPPED),
    _out("--disable-hang-monitor", "no question about a page that hangs", "you can end such a page"),
    _out("--disable-ipc-flooding-protection", "no limit for what a page sends", _AS_SHIPPED),
    _out("--disable-popup-blocking", "pages may open windows", _AS_SHIPPED),
    _out("--disable-prompt-on-repost", "sends a form twice without a question", "you are asked"),
    _kept("--disable-renderer-backgrounding", "covered pages keep their priority", _BEHIND),
    _out("--disable-updater-scheduler", "Edge's updater is not started (macOS)", _UPDATES),
    _out("--force-color-profile=srgb", "the same colours on each screen", "your screen's colours"),
    _kept("--metrics-recording-only", "usage figures are not sent", "privacy"),
    _kept("--no-first-run", "no welcome page", "the chat is the first page"),
    _out("--password-store=basic", "cookies and passwords without the keyring (Linux)", "the keyring"),
    _out("--use-mock-keychain", "cookies and passwords without the keychain (macOS)", "the keychain"),
    _kept("--no-service-autorun", "adds nothing to the system's autostart", "overlay starts it"),
    _kept("--disable-search-engine-choice-screen", "no question for a search engine", "it covers the chat"),
    _out("--unsafely-disable-devtools-self-xss-warnings", "pasting code is not warned of", _AS_SHIPPED),
    _out("--enable-unsafe-swiftshader", "3D graphics without a graphics card, unsafely", _AS_SHIPPED),
    _kept("--edge-skip-compat-layer-relaunch", "Edge does not restart itself", "overlay would lose it"),
    _kept("--disable-stack-profiler", "no profiler in Chrome for Testing", "it crashes on Windows"),
    _out("--disable-infobars", "hides a notice of Chrome for Testing", "the browser's notices are yours"),
    _out("--disable-sync", "no account in the browser", "your passwords and passkeys come by it"),
    _kept("--do-not-de-elevate", "does not restart without admin rights (Windows)", "overlay would lose it"),
    _out("--enable-automation", "a notice, and no offer to save passwords", "you use this window", old=True),
    _out("--disable-client-side-phishing-detection", "no check for phishing", _AS_SHIPPED, old=True),
    _out("--disable-component-cloud-policy", "no policies from an account", _AS_SHIPPED, old=True),
)
"""All default switches of Playwright except the two that list features."""

DISABLED_FEATURES = (
    _kept("AvoidUnnecessaryBeforeUnloadCheckSync", "asks less before leaving a page", "Playwright needs it"),
    _kept("DestroyProfileOnBrowserClose", "ends the profile with its last window", "Playwright needs it"),
    _out("HttpsUpgrades", "tries https before http", _AS_SHIPPED),
    _out("HttpsFirstBalancedModeAutoEnable", "warns of pages without https", _AS_SHIPPED),
    _out("LensOverlay", "search in a picture", "yours to use"),
    _kept("MediaRouter", "searches the network for screens", "asks for the firewall on macOS"),
    _kept("PaintHolding", "shows the old page until the new one is drawn", "overlay hides text at once"),
    _out("ThirdPartyStoragePartitioning", "sites embedded in others get separate storage", _AS_SHIPPED),
    _kept("AvoidCorsURLLoaderRestartOnRedirect", "a shortcut for redirects", "fails with Playwright"),
    _out("TcpPortRandomizationWin", "random ports (Windows)", _AS_SHIPPED),
    _out("OptimizationHints", "hints and models, for warnings too", _AS_SHIPPED),
    _out("NetworkTimeServiceQuerying", "notices a wrong clock in certificate errors", _AS_SHIPPED),
    _kept("AimEnabled", "asks Google for its AI mode at the start", "privacy"),
    _kept("PreconnectToSearch", "connects to the search engine at the start", "privacy"),
    _kept("msForceBrowserSignIn", "Edge forces you to sign in", "your choice"),
    _kept(
        "msEdgeUpdateLaunchServicesPreferredVersion", "Edge changes a system setting", "not ours to change"
    ),
    _out("Translate", "offers to translate a page", "yours to use", old=True),
    _out("GlobalMediaControls", "buttons for media", "yours to use", old=True),
)
"""Each feature that Playwright switches off, in its order; "kept" means that it stays off in a window."""

ENABLED_FEATURES = (
    _kept("CDPScreenshotNewSurface", "pictures without a flash in the window", "for `overlay capture`"),
    _kept("SkipListAccountsWithoutGaiaCookies", "no request to Google without its cookies", "privacy"),
)
"""Each feature that Playwright switches on."""

EXTENSIONS = ("--disable-extensions", "--disable-component-extensions-with-background-pages")
"""The switches that `--extensions` leaves out too."""
VAULT = ("--password-store=basic", "--use-mock-keychain")
"""The switches that a run with a lasting profile leaves out: the system's keyring has its cookies' key."""


def left_out(*, extensions: bool = False) -> list[str]:
    """Return the switches that Playwright must leave out of a window, for its `ignore_default_args`.

    The option matches whole switches only, so the list has the switch of the features in Playwright's form.
    """
    features = ",".join(feature.name for feature in DISABLED_FEATURES if not feature.old)
    names = [switch.name for switch in SWITCHES if not switch.kept]
    return [*names, *(EXTENSIONS if extensions else ()), f"--disable-features={features}"]


def features_off() -> str:
    """Return the switch with the features that stay off in a window.

    Chromium uses the last such switch, and Playwright puts ours last. So this also works with a Playwright
    whose list differs.
    """
    return "--disable-features=" + ",".join(feature.name for feature in DISABLED_FEATURES if feature.kept)
