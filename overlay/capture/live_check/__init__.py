"""Records a site again as in an earlier recording, and says what changed on the site.

`person` finds in a recording what the person did, `acting` does that again, `recorded_again` makes the
second recording. `seen` finds what a profile sees in a recording, `site_changes` compares two of these, and
`mending` proposes the fields of a profile that fits the second one.
"""
