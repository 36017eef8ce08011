from __future__ import annotations

import pytest

from overlay.common.secrets import REDACTED, hide, is_secret_name
from tests.support.table import for_each

LETTERS = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
JWT = f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{LETTERS}"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----"


@for_each(
    "secret",
    [
        pytest.param(f"sk-{LETTERS}", id="OpenAI"),
        pytest.param(f"sk-proj-{LETTERS}_x-{LETTERS}", id="OpenAI, of a project"),
        pytest.param(f"sk-ant-api03-{LETTERS}", id="Anthropic"),
        pytest.param(f"ghp_{LETTERS}", id="GitHub"),
        pytest.param(f"github_pat_{LETTERS}_{LETTERS}", id="GitHub, fine-grained"),
        pytest.param(f"glpat-{LETTERS[:20]}", id="GitLab"),
        pytest.param("xoxb-1234567890-abcdef", id="Slack"),
        pytest.param("AKIAIOSFODNN7EXAMPLE", id="AWS"),
        pytest.param(f"AIza{LETTERS[:35]}", id="Google"),
        pytest.param(f"sk_live_{LETTERS[:24]}", id="Stripe"),
        pytest.param(f"hf_{LETTERS}", id="Hugging Face"),
        pytest.param(JWT, id="JWT"),
        pytest.param(PEM, id="PEM"),
        pytest.param(PEM[:60], id="PEM that was cut"),
    ],
)
def test_a_key_is_hidden_wherever_it_is(secret: str) -> None:
    assert hide(f'first "{secret}" then') in (f'first "{REDACTED}" then', f'first "{REDACTED}')
    assert hide(secret) == REDACTED


@for_each(
    ("text", "hidden"),
    [
        ("Authorization: Bearer abcdefgh12345678", f"Authorization: Bearer {REDACTED}"),
        ("curl -H 'authorization: Basic dXNlcjpwYXNz' x", f"curl -H 'authorization: Basic {REDACTED}' x"),
        ('{"Authorization": "token abcdef123456"}', f'{{"Authorization": "token {REDACTED}"}}'),
        ("Authorization: a1b2c3d4", f"Authorization: {REDACTED}"),
        ("it is bearer abcdefgh12345678.", f"it is bearer {REDACTED}"),
        ("password=hunter", f"password={REDACTED}"),
        ("PGPASSWORD=hunter psql", f"PGPASSWORD={REDACTED} psql"),
        ("DB_PASSWORD=hunter psql", f"DB_PASSWORD={REDACTED} psql"),
        ("?user=me&password=hunter&page=2", f"?user=me&password={REDACTED}&page=2"),
        ("--password=hunter", f"--password={REDACTED}"),
        ('"password": "hun ter"', f'"password": "{REDACTED}"'),
        ("password: 'hunter'", f"password: '{REDACTED}'"),
        ("password: hunter2", f"password: {REDACTED}"),
        ("apiKey = 'abc'", f"apiKey = '{REDACTED}'"),
        ("client-secret=abc", f"client-secret={REDACTED}"),
        ("AWS_SECRET_ACCESS_KEY=abc/def+g", f"AWS_SECRET_ACCESS_KEY={REDACTED}"),
        (f"token={LETTERS}", f"token={REDACTED}"),
        ("postgres://me:hunter@db/x", f"postgres://{REDACTED}@db/x"),
        (f"class='theme-ghp_{LETTERS}'", f"class='theme-{REDACTED}'"),
        (f"id=m_glpat-{LETTERS[:20]}.", f"id=m_{REDACTED}."),
        (f"data:image/svg+xml,%3Ctitle%3Exoxb-{LETTERS}%3C", f"data:image/svg+xml,%3Ctitle%3E{REDACTED}"),
        (f"https://{LETTERS}@host/x", f"https://{REDACTED}@host/x"),
    ],
)
def test_a_known_secret_is_hidden_and_the_rest_stays(text: str, hidden: str) -> None:
    assert hide(text) == hidden


@for_each(
    "text",
    [
        "sk-learn-contrib-packages-and-more",
        "class='sk-fading-circle-with-many-dots-12'",
        "ask-me-anything-about-this-thing-1",
        "ghp_short",
        "AKIA is the prefix; AKIAlowercaseisnone",
        "eyJ is how a JWT begins",
        "the bearer of bad news: bearer responsibilities",
        "Authorization: required",
        "Authorization: Bearer <your-token>",
        "def login(user: str, password: str = None) -> str:",
        "password = input('password: ')",
        "password=getpass()",
        "password=os.environ['X']",
        "password=${DB_PASSWORD}",
        "password=None, password=True, password=***",
        "password: must be at least 8 characters",
        "password=password",
        "max_tokens=1000 token_count=17 tokens=12",
        "token=next(tokens)",
        "token = value",
        "key=home, session=3, pin=12",
        "password_length=12, passwordless=yes",
        "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----",
        "ssh://git@example.org/x.git and me@example.org",
        "http://localhost:8080/a@b?c=d@e",
        "0123456789abcdef0123456789abcdef01234567",
        "550e8400-e29b-41d4-a716-446655440000",
    ],
)
def test_a_text_that_only_looks_like_a_secret_stays(text: str) -> None:
    assert hide(text) == text


def test_hiding_secrets_twice_changes_nothing_more() -> None:
    text = hide(f"password=hunter Authorization: Bearer {LETTERS} sk-{LETTERS} https://a:b@c")
    assert hide(text) == text


@for_each("name", ["password", "apiKey", "API-Key", "db.password", "AccessToken", "pwd", "passphrase"])
def test_an_argument_is_secret_by_its_name(name: str) -> None:
    assert is_secret_name(name, "x y")


@for_each("name", ["token", "sessionKey", "key", "authorization"])
def test_a_name_that_may_mean_other_things_is_secret_with_a_value_made_by_chance(name: str) -> None:
    assert is_secret_name(name, LETTERS)
    assert not is_secret_name(name, "a word")


@for_each("name", ["max_tokens", "keyboard", "author", "monkey", "password_length", "secretary"])
def test_a_name_that_only_sounds_alike_is_not_secret(name: str) -> None:
    assert not is_secret_name(name, LETTERS)
