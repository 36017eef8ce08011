"""Secrets as they occur in texts, random but the same in each run; none was ever a real one.

Each is (kind, text, what must not be left of it). No row has a complete token, so that no scanner of
repositories takes this file for a leak.
"""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Iterator
from typing import NamedTuple

_DRAW = random.Random(12)
ALNUM = string.ascii_letters + string.digits
URL = ALNUM + "-_"
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits


class Planted(NamedTuple):
    kind: str
    text: str
    secret: str


def draw(letters: str, count: int) -> str:
    """Characters by chance; always with a digit and a letter, as a token of that length has nearly always."""
    while True:
        found = "".join(_DRAW.choice(letters) for _ in range(count))
        ends = found[0] not in "-_+/=" and found[-1] not in "-_+/="
        if (
            ends
            and any(map(str.isdigit, found))
            and (letters == string.digits or any(map(str.isalpha, found)))
        ):
            return found


def uuid() -> str:
    return "-".join(draw(HEX, count) for count in (8, 4, 4, 4, 12))


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def jwt() -> str:
    return ".".join(
        (
            b64('{"alg":"HS256","typ":"JWT"}').rstrip("="),
            b64('{"sub":"1234567890"}').rstrip("="),
            draw(URL, 43),
        )
    )


def lines(count: int, width: int = 64) -> str:
    return "\n".join(draw(ALNUM + "+/", width) for _ in range(count))


def block(kind: str, head: str = "", rows: int = 8) -> str:
    return f"-----BEGIN {kind}-----\n{head}{lines(rows)}\n-----END {kind}-----"


TOKENS: dict[str, str] = {
    "GitHub, classic": "ghp_" + draw(ALNUM, 36),
    "GitHub, OAuth": "gho_" + draw(ALNUM, 36),
    "GitHub, app of a person": "ghu_" + draw(ALNUM, 36),
    "GitHub, server": "ghs_" + draw(ALNUM, 36),
    "GitHub, refresh": "ghr_" + draw(ALNUM, 76),
    "GitHub, fine-grained": "github_pat_" + draw(ALNUM, 22) + "_" + draw(ALNUM, 59),
    "GitLab": "glpat-" + draw(URL, 20),
    "GitLab, deploy": "gldt-" + draw(URL, 20),
    "GitLab, runner": "glrt-" + draw(URL, 20),
    "npm": "npm_" + draw(ALNUM, 36),
    "PyPI": "pypi-AgEIcHlwaS5vcmc" + draw(URL, 150),
    "RubyGems": "rubygems_" + draw(HEX, 48),
    "Docker Hub": "dckr_pat_" + draw(URL, 27),
    "AWS id": "AKIA" + draw(UPPER, 16),
    "AWS id, for a session": "ASIA" + draw(UPPER, 16),
    "Google API": "AIza" + draw(URL, 35),
    "Google OAuth": "ya29." + draw(URL, 150),
    "Google OAuth client": "GOCSPX-" + draw(URL, 28),
    "Google refresh": "1//0" + draw(URL, 90),
    "Azure app": draw(ALNUM, 3) + "8Q~" + draw(ALNUM + "_.-~", 34),
    "Azure DevOps": draw(ALNUM, 76) + "AZDO" + draw(ALNUM, 4),
    "Stripe": "sk_live_" + draw(ALNUM, 24),
    "Stripe, long": "sk_live_51" + draw(ALNUM, 97),
    "Stripe, restricted": "rk_live_" + draw(ALNUM, 24),
    "Stripe webhook": "whsec_" + draw(ALNUM, 32),
    "Twilio": "SK" + draw(HEX, 32),
    "Mailgun": "key-" + draw(HEX, 32),
    "Mailgun, new": draw(HEX, 32) + "-" + draw(HEX, 8) + "-" + draw(HEX, 8),
    "Mailchimp": draw(HEX, 32) + "-us14",
    "SendGrid": "SG." + draw(URL, 22) + "." + draw(URL, 43),
    "Shopify": "shpat_" + draw(HEX, 32),
    "Shopify, shared": "shpss_" + draw(HEX, 32),
    "Square": "sq0atp-" + draw(URL, 22),
    "Slack bot": f"xoxb-{draw(string.digits, 12)}-{draw(string.digits, 13)}-{draw(ALNUM, 24)}",
    "Slack user": f"xoxp-{draw(string.digits, 12)}-{draw(string.digits, 12)}-{draw(string.digits, 12)}-{draw(HEX, 32)}",
    "Slack app": f"xapp-1-A{draw(UPPER, 10)}-{draw(string.digits, 13)}-{draw(HEX, 64)}",
    "Slack webhook": f"https://hooks.slack.com/services/T{draw(UPPER, 8)}/B{draw(UPPER, 10)}/{draw(ALNUM, 24)}",
    "Discord bot": "MT" + draw(ALNUM, 24) + ".G" + draw(URL, 5) + "." + draw(URL, 38),
    "Discord webhook": f"https://discord.com/api/webhooks/{draw(string.digits, 19)}/{draw(URL, 68)}",
    "Telegram": draw(string.digits, 10) + ":AA" + draw(URL, 33),
    "DigitalOcean": "dop_v1_" + draw(HEX, 64),
    "Vault": "hvs." + draw(URL, 90),
    "OpenAI": "sk-" + draw(ALNUM, 20) + "T3BlbkFJ" + draw(ALNUM, 20),
    "OpenAI, of a project": "sk-proj-" + draw(URL, 74) + "T3BlbkFJ" + draw(URL, 74),
    "Anthropic": "sk-ant-api03-" + draw(URL, 93) + "AA",
    "Hugging Face": "hf_" + draw(ALNUM, 34),
    "Groq": "gsk_" + draw(ALNUM, 52),
    "Perplexity": "pplx-" + draw(ALNUM, 48),
    "Replicate": "r8_" + draw(ALNUM, 37),
    "Databricks": "dapi" + draw(HEX, 32),
    "Doppler": "dp.pt." + draw(ALNUM, 43),
    "Linear": "lin_api_" + draw(ALNUM, 40),
    "Notion": "ntn_" + draw(ALNUM, 46),
    "Notion, before": "secret_" + draw(ALNUM, 43),
    "Atlassian": "ATATT3xFfGF0" + draw(URL, 170) + "=" + draw(UPPER, 8),
    "Bitbucket": "ATBB" + draw(ALNUM, 32),
    "Figma": "figd_" + draw(URL, 40),
    "Postman": "PMAK-" + draw(HEX, 24) + "-" + draw(HEX, 34),
    "New Relic": "NRAK-" + draw(UPPER, 27),
    "Grafana": "glsa_" + draw(ALNUM, 32) + "_" + draw(HEX, 8),
    "Grafana Cloud": "glc_" + b64(json.dumps({"o": "1", "k": draw(ALNUM, 24)})),
    "Sentry": "sntrys_" + b64(json.dumps({"iat": 1, "url": "x"})) + "_" + draw(ALNUM, 43),
    "Sentry DSN": f"https://{draw(HEX, 32)}@o{draw(string.digits, 6)}.ingest.sentry.io/{draw(string.digits, 7)}",
    "Heroku": "HRKU-AA" + draw(URL, 58),
    "Fly": "fm2_" + draw(ALNUM + "+/", 120) + "==",
    "Supabase": "sbp_" + draw(HEX, 40),
    "Supabase secret": "sb_secret_" + draw(URL, 31),
    "JWT": jwt(),
    "age": "AGE-SECRET-KEY-1" + draw("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "Airtable": "pat" + draw(ALNUM, 14) + "." + draw(HEX, 64),
    "Terraform Cloud": draw(ALNUM, 14) + ".atlasv1." + draw(URL, 67),
    "Tailscale": "tskey-auth-" + draw(ALNUM, 17) + "-" + draw(ALNUM, 32),
    "PlanetScale": "pscale_tkn_" + draw(URL, 43),
    "Dynatrace": "dt0c01." + draw(UPPER, 24) + "." + draw(UPPER, 64),
    "Cloudflare": "cfut_" + draw(ALNUM, 40),
    "Cloudflare, origin": "v1.0-" + draw(HEX, 24) + "-" + draw(HEX, 146),
    "bcrypt": "$2b$12$" + draw(ALNUM + "./", 53),
}
"""Tokens that are known by their looks."""

PASSWORD = "kite" + draw(ALNUM, 8)
AWS_SECRET = draw(ALNUM + "+/", 40)
BARE = draw(HEX, 32)
LONG = draw(ALNUM, 40)
SIGNED = draw(HEX, 64)
SAS = draw(ALNUM, 43)
BUS = draw(ALNUM + "+/", 43)
ID = uuid()
CURVE = draw(URL, 43)
AZURE = draw(ALNUM + "+/", 86) + "=="
P = PASSWORD


def _escaped(text: str, depth: int) -> str:
    for _ in range(depth):
        text = json.dumps(text)
    return text


GIVEN: tuple[tuple[str, str, str], ...] = (
    ("a form's part", f'Content-Disposition: form-data; name="password"\r\n\r\n{P}\r\n--x', P),
    ("a text of several lines", f'[api]\npassword = """\n{P}\n"""', P),
    ("a here-document", f"password = <<EOT\n{P}\nEOT", P),
    ("a WLAN's code", f"WIFI:T:WPA;S:net;P:{P};;", P),
    ("query", f"GET https://api.example.com/v1/items?limit=3&api_key={BARE}&x=1", BARE),
    ("query of a socket", f"wss://push.example.com/ws?token={LONG}", LONG),
    ("query, escaped", f"https%3A%2F%2Fexample.com%2F%3Fpassword%3D{P}%26x%3D1", P),
    ("query, fragment", f"https://app.example.com/cb#access_token={LONG}&token_type=bearer", LONG),
    ("query, signed", f"https://x.blob.core.windows.net/c/f?sv=2024&sig={SAS}%3D", SAS),
    ("JSON", json.dumps({"user": "me", "password": P}), P),
    ("JSON in JSON", _escaped(json.dumps({"password": P}), 1), P),
    ("JSON in JSON in JSON", _escaped(json.dumps({"password": P}), 2), P),
    ("JSON, five deep", _escaped(json.dumps({"client_secret": P}), 5), P),
    ("JSON with a mark in it", json.dumps({"password": f'{P}"{P}'}), P),
    ("JSON, cut off", '{"password": "' + P, P),
    ("JSON in an address", "%7B%22password%22%3A%22" + P + "%22%7D", P),
    ("JSON in HTML", "{&quot;password&quot;:&quot;" + P + "&quot;}", P),
    ("pairs", json.dumps({"name": "X-Api-Key", "value": BARE}), BARE),
    ("curl -u", f"curl -u ann:{P} https://example.com", P),
    ("curl -u, attached", f"curl -sS -uann:{P} https://example.com", P),
    ("curl --user", f"curl --user 'ann:{P}' https://example.com", P),
    ("curl -H", f'curl -H "Authorization: Bearer {LONG}" https://example.com', LONG),
    ("curl -H, a key", f'curl -H "X-Api-Key: {BARE}" https://example.com', BARE),
    ("curl, a cookie", f"curl -b 'session={LONG}' https://example.com", LONG),
    ("basic", f"Authorization: Basic {b64('ann:' + P)}", b64("ann:" + P)),
    ("basic, alone", f"sent Basic {b64('ann:' + P)} then", b64("ann:" + P)),
    ("digest", f'Authorization: Digest username="ann", response="{BARE}"', BARE),
    ("AWS signature", f"Authorization: AWS4-HMAC-SHA256 Credential=x/2026/us, Signature={SIGNED}", SIGNED),
    ("cookie", f"Cookie: theme=dark; sid={LONG}", LONG),
    ("set-cookie", f"Set-Cookie: sid={LONG}; Path=/; HttpOnly", LONG),
    ("cookie jar", f"#HttpOnly_example.com\tFALSE\t/\tTRUE\t1800000000\tsid\t{LONG}", LONG),
    ("address", f"https://ann:{P}@git.example.com/x.git", P),
    ("address with odd signs", f"postgres://ann:{P}@/#{P}@db.example.com:5432/x", P),
    ("PostgreSQL", f"postgresql://ann:{P}@db:5432/x?sslmode=require", P),
    ("PostgreSQL, words", f"host=db user=ann password={P} dbname=x", P),
    ("MySQL", f"mysql://ann:{P}@db/x", P),
    ("MySQL of Go", f"ann:{P}@tcp(db:3306)/x", P),
    ("MongoDB", f"mongodb+srv://ann:{P}@cluster0.example.net/x", P),
    ("Redis", f"redis://:{P}@cache:6379/0", P),
    ("AMQP", f"amqps://ann:{P}@mq/vhost", P),
    ("JDBC", f"jdbc:postgresql://db/x?user=ann&password={P}", P),
    ("JDBC of Oracle", f"jdbc:oracle:thin:ann/{P}@//db:1521/x", P),
    ("JDBC of SQL Server", f"jdbc:sqlserver://db:1433;databaseName=x;user=ann;password={P};encrypt=true", P),
    ("ODBC", f"Driver={{ODBC Driver 18}};Server=db;Uid=ann;Pwd={P};", P),
    ("ODBC, braces", f"Driver={{X}};Uid=ann;Pwd={{{P};x}};", P),
    ("ADO", f"Server=db;Database=x;User Id=ann;Password={P};", P),
    ("Azure storage", f"DefaultEndpointsProtocol=https;AccountName=x;AccountKey={AZURE};EndpointSuffix=core.windows.net", AZURE),
    ("Azure bus", f"Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey={BUS}=", BUS),
    (".env", f"DEBUG=1\nDB_PASSWORD={P}\nPORT=3", P),
    (".env with odd signs", f"DB_PASSWORD=({P};&x)", P),
    (".env, export", f"export STRIPE_SECRET={P}", P),
    (".env, JWT secret", f"JWT_SECRET='{P} {P}'", P),
    ("YAML", f"database:\n  user: ann\n  password: {P}\n", P),
    ("YAML, a block", f"password: >-\n  {P}\n", P),
    ("YAML, a tag", f"secret: !vault {P}", P),
    ("beside it", f'passphrase "{P}"', P),
    ("httpie", f"http -a ann:{P} GET example.com", P),
    ("YAML, letters only", "database:\n  password: swordfishing\n", "swordfishing"),
    ("YAML, quoted", f"api_key: '{P}'", P),
    ("TOML", f'[db]\npassword = "{P}"', P),
    ("ini", f"[db]\npassword = {P}\n", P),
    ("properties", f"spring.datasource.password={P}", P),
    ("XML", f"<server><password>{P}</password></server>", P),
    ("XML, attributes", f'<add key="ApiKey" value="{P}" />', P),
    ("plist", f"<key>apiToken</key>\n<string>{LONG}</string>", LONG),
    ("PHP", f"define( 'DB_PASSWORD', '{P}' );", P),
    ("Ruby", f":password => '{P}'", P),
    ("PowerShell", f'$env:API_KEY = "{P}"', P),
    ("Python", f'os.environ["API_TOKEN"] = "{LONG}"', LONG),
    ("Go", f'password := "{P}"', P),
    ("Terraform", f'  db_password = "{P}"', P),
    ("npmrc", f"//npm.example.org/:_authToken={ID}", ID),
    ("docker config", json.dumps({"auths": {"x": {"auth": b64("ann:" + P)}}}), b64("ann:" + P)),
    ("netrc", f"machine example.com login ann password {P}", P),
    ("pgpass", f"db.example.com:5432:x:ann:{P}", P),
    ("option", f"tool --password {P} --verbose", P),
    ("option with =", f"tool --token={LONG}", LONG),
    ("option, a token", f"tool --token {LONG}", LONG),
    ("option in a list", json.dumps(["tool", "--api-key", P]), P),
    ("option, quoted", f"tool --client-secret '{P}'", P),
    ("mysql -p", f"mysql -u root -p{P} x", P),
    ("sshpass", f"sshpass -p {P} ssh ann@host", P),
    ("redis-cli", f"redis-cli -h cache -a {P} PING", P),
    ("docker login", f"docker login -u ann -p {P} images.example.com", P),
    ("openssl", f"openssl enc -aes-256-cbc -in a -pass pass:{P}", P),
    ("sudo", f"echo {P} | sudo -S true", P),
    ("aws configure", f"aws configure set aws_secret_access_key {AWS_SECRET}", AWS_SECRET),
    ("AWS secret", f"aws_secret_access_key = {AWS_SECRET}", AWS_SECRET),
    ("AWS, as a table", f"Access key ID,Secret access key\nAKIA{draw(UPPER, 16)},{AWS_SECRET}", AWS_SECRET),
    ("Azure AD", f"AZURE_CLIENT_SECRET={P}", P),
    ("Heroku, before", f"HEROKU_API_KEY={ID}", ID),
    ("Cloudflare, before", f"CLOUDFLARE_API_TOKEN={LONG}", LONG),
    ("Datadog", f"DD_API_KEY={BARE}", BARE),
    ("Twilio, by its account", f"AC{draw(HEX, 32)}:{BARE}", BARE),
    ("table", f"name,url,username,password\nShop,https://shop.example,ann,{P}", P),
    ("said", f"My password is {P}, keep it.", P),
    ("said in German", f"Das Passwort lautet {P}.", P),
    ("code by text message", "Your verification code: 482913", "482913"),
    ("PIN", "pin: 48291", "48291"),
    ("seed phrase", "seed phrase: " + " ".join(["legal", "winner", "thank", "year", "wave", "sausage", "worth", "useful", "legal", "winner", "thank", "yellow"]), "sausage"),
    ("kubeconfig", "client-key-data: " + b64(block("RSA PRIVATE KEY")), b64("-----BEGIN RSA PRIVATE KEY")[:30]),
    ("JWK", json.dumps({"kty": "EC", "crv": "P-256", "d": CURVE}), CURVE),
)  # fmt: skip


def _blocks() -> Iterator[Planted]:
    kinds = (
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    )
    for kind in kinds:
        head = "Version: GnuPG v2\n\n" if "PGP" in kind else ""
        whole = block(kind, head)
        last = whole.splitlines()[-2]
        yield Planted(kind, f"here:\n{whole}\nthat is all", last)
        yield Planted(f"{kind}, in JSON", json.dumps({"k": whole}), last)
        yield Planted(f"{kind}, cut off", whole[: len(whole) * 2 // 3], whole.splitlines()[4])
    service = {
        "type": "service_account",
        "private_key_id": draw(HEX, 40),
        "private_key": block("PRIVATE KEY") + "\n",
    }
    middle = service["private_key"].splitlines()[4]
    yield Planted("GCP service account", json.dumps(service, indent=2), middle)
    yield Planted("GCP service account in JSON", json.dumps(json.dumps(service)), middle)
    putty = lines(2)
    yield Planted(
        "PuTTY", f"PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n{putty}\nPrivate-MAC: x", putty[70:]
    )
    bare = "MIIEpAIBAAKCAQEA" + draw(ALNUM + "+/", 800)
    yield Planted("RSA without its lines", json.dumps({"data": bare}), bare[40:80])


def everything() -> list[Planted]:
    """Return all planted secrets."""
    tokens = [
        Planted(kind, f"it is {token} here", token[len(token) // 2 :]) for kind, token in TOKENS.items()
    ]
    given = [Planted(*row) for row in GIVEN]
    return [*tokens, *given, *_blocks()]
