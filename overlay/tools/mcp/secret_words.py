"""Decides whether the words of a form ask for a secret, in the most widely used languages."""

# ruff: noqa: E501 - a row of words for each group of languages
from __future__ import annotations

import re
import unicodedata

_STEMS = (
    # English, German, Dutch, Nordic
    "passw", "passphrase", "pass phrase", "passcode", "pass code", "passkey", "pwd", "pswd", "secret", "credential",
    "kennwort", "kenwort", "losung", "geheim", "zugangsdaten", "zugangscode", "anmeldedaten", "bestatigungscode",
    "sicherheitscode", "einmalcode", "einmalkennwort", "wiederherstellung", "prufnummer", "prufziffer", "kartennummer",
    "kreditkarte", "wachtwoord", "losenord", "salasana", "adgangskode", "tilgangskode", "passord", "lykilord",
    # French, Spanish, Portuguese, Italian, Romanian, Catalan
    "mot de passe", "motdepasse", "phrase secrete", "code secret", "code de verification", "cle privee", "cle api",
    "cle secrete", "cle d acces", "contrasena", "clave", "codigo de verificacion", "codigo de seguridad",
    "codigo de recuperacion", "frase semilla", "frase de recuperacion", "senha", "palavra passe", "palavra chave",
    "codigo de verificacao", "codigo de seguranca", "chave privada", "chave de acesso", "parola", "chiave privata",
    "chiave segreta", "codice di verifica", "codice di sicurezza", "codice segreto", "frase di recupero",
    "contrasenya", "parolei", "numero de carte", "numero de tarjeta", "numero do cartao", "numero della carta",
    # Slavic, Baltic, Hungarian, Turkish, Greek, Finnish
    "пароль", "парол", "секрет", "код подтвержд", "код безопасн", "ключ доступа", "закрытый ключ", "приватный ключ",
    "сид фраз", "номер карты", "haslo", "heslo", "lozinka", "geslo", "slaptazodis", "jelszo", "sifre", "parolasi",
    "guvenlik kodu", "dogrulama kodu", "κωδικο", "συνθηματικ",
    # Chinese, Japanese, Korean, Vietnamese, Thai, Indonesian, Hindi, Arabic, Hebrew, Persian
    "密码", "密碼", "口令", "验证码", "驗證碼", "助记词", "助記詞", "私钥", "私鑰", "密钥", "密鑰", "安全码", "卡号", "恢复码",
    "パスワード", "ハスワート", "暗証番号", "秘密鍵", "確認コード", "認証コード", "ワンタイム", "リカバリー", "合言葉", "暗号鍵",
    "비밀번호", "암호", "인증번호", "보안코드", "보안 코드", "복구 코드", "개인키", "mat khau", "ma xac", "รหัสผ่าน",
    "kata sandi", "sandi", "पासवर्ड", "गुप्त", "كلمة المرور", "كلمة السر", "رمز التحقق", "الرقم السري", "סיסמה", "סיסמא", "رمز عبور",
    # English words that other languages use too
    "one time", "onetime", "two factor", "twofactor", "2fa", "mfa", "authenticator", "verification code", "security code",
    "confirmation code", "recovery code", "recovery phrase", "recovery key", "recovery word", "backup code", "backup phrase",
    "access code", "access key", "login code", "sms code", "code from sms", "code we sent", "code sent", "digit code",
    "seed phrase", "seed word", "secret phrase", "mnemonic", "wallet phrase", "recovery seed", "api key", "apikey",
    "private key", "signing key", "encryption key", "ssh key", "secret key", "master key", "license key", "card number",
    "card no", "card verification", "card code", "security answer", "security question", "memorable word",
    "mother s maiden", "mothers maiden", "maiden name", "social security", "connection string", "session cookie", "auth cookie",
)  # fmt: skip
_WORDS = (
    "pin", "pins", "pincode", "otp", "otps", "totp", "hotp", "tan", "itan", "mtan", "cvv", "cvv2", "cvc", "cvc2", "csc", "cid",
    "puk", "ssn", "jwt", "token", "tokens", "pat", "psk", "passwd", "pass", "pw", "nip", "bearer", "пин", "mima", "jeton",
    "mdp", "cookie", "seed", "mpin", "tpin", "iban pin", "kod", "skey", "apitoken", "authtoken", "accesstoken",
)  # fmt: skip
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BETWEEN = re.compile(r"[\W_]+")
_LETTERS = str.maketrans({"ł": "l", "ı": "i", "ø": "o", "đ": "d"})


def asks_for_secret(*texts: str) -> bool:
    """Return whether one of the texts (a field's name, title or description) asks for a secret.

    Case, accents, letter variants and separators between words are ignored.
    """
    return any(_SECRET.search(_plain(form)) for text in texts for form in (text, _HUMP.sub(" ", text)))


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in apart if unicodedata.category(sign) not in ("Mn", "Mc", "Me", "Cf"))
    # NFKD also splits Korean syllables, so compose them again.
    return _BETWEEN.sub(" ", unicodedata.normalize("NFC", bare).casefold()).translate(_LETTERS).strip()


_SECRET = re.compile(
    "|".join(
        [
            *(re.escape(_plain(stem)) for stem in _STEMS),
            rf"(?<!\w)(?:{'|'.join(map(re.escape, _WORDS))})(?!\w)",
        ]
    )
)
