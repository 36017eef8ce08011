from overlay.tools.mcp.error_text import is_lasting, reason
from overlay.tools.mcp.oauth.errors import SignInError
from tests.support.table import for_each


@for_each("lasting", [True, False])
def test_a_sign_in_error_says_itself_whether_trying_again_may_help(lasting: bool):
    assert is_lasting(SignInError("x", lasting=lasting)) is lasting


def test_the_words_of_an_error_are_the_servers_reason():
    assert reason(ExceptionGroup("", [ValueError(), SignInError("nobody signed in")])) == "nobody signed in"
