import pytest


@pytest.mark.recording("recordings")
def test_my_chat_page_still_works(recording, assert_blocks):
    assert_blocks(recording)
