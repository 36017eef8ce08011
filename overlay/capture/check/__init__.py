"""What a replay made, held against what was accepted: differences that name the thing, and who is told."""
