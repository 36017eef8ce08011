from __future__ import annotations

from overlay.tools.mcp.secret_words import asks_for_secret

ASKING = (
    "password", "Passwort", "pwd", "PIN", "pinCode", "OTP", "One-time code", "2FA code", "MFA", "seed phrase", "Seed-Phrase",
    "recovery code", "Recovery phrase", "backup codes", "mnemonic", "CVV", "cvc2", "card_number", "security code", "passcode",
    "passphrase", "API key", "apiKey", "private_key", "accessToken", "client_secret", "credentials", "verification code",
    "The 6-digit code we sent you", "SMS code", "TAN", "Kennwort", "Sicherheitscode", "Einmalcode", "Bestätigungscode",
    "Wiederherstellungscode", "mot de passe", "Code de vérification", "clé privée", "contraseña", "Código de verificación",
    "clave secreta", "senha", "palavra-passe", "Código de segurança", "codice di verifica", "parola d'ordine", "wachtwoord",
    "lösenord", "hasło", "heslo", "jelszó", "şifre", "пароль", "Код подтверждения", "κωδικός πρόσβασης", "密码", "验证码",
    "助记词", "密碼", "パスワード", "暗証番号", "秘密鍵", "비밀번호", "인증번호", "mật khẩu", "kata sandi", "كلمة المرور", "סיסמה", "पासवर्ड",
    "p\u200bassword", "ｐａｓｓｗｏｒｄ", "PassWord", "USER_PASSWORD", "mother's maiden name", "SSN", "session cookie",
)  # fmt: skip
PLAIN = (
    "city", "pinboard", "shipping address", "spinning", "opinion", "company", "compass", "title",
    "passenger", "date of birth", "email", "country code", "postal code", "keyboard", "key result", "language", "Stadt",
    "Spitzname", "nombre", "ciudad", "nom", "ville", "città", "город", "城市", "都市", "도시", "branch", "repository", "commit",
    "how many", "colour", "standard", "distance", "tangent", "patch", "path", "seedling",
)  # fmt: skip


def test_words_that_ask_for_a_secret_are_known() -> None:
    assert [words for words in ASKING if not asks_for_secret(words)] == []


def test_words_that_ask_for_no_secret_are_not_known() -> None:
    assert [words for words in PLAIN if asks_for_secret(words)] == []


def test_the_table_has_more_than_sixty_wordings() -> None:
    assert len(set(ASKING)) > 60


def test_one_text_that_asks_for_a_secret_is_enough() -> None:
    assert asks_for_secret("field1", "Angabe", "Bitte Ihr Kennwort eingeben")
