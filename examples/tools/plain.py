"""Tools without decorators: definitions as plain dicts, in a list named TOOLS."""

from typing import Any


def search_recipes(arguments: dict[str, Any]) -> dict[str, Any]:
    """Take the arguments as one dict, checked against `parameters`; return any value that JSON can encode."""
    found = [name for name in ("bread", "soup", "noodles") if arguments["query"] in name]
    return {"success": True, "recipes": found}


TOOLS = [
    {
        "name": "search_recipes",
        "description": "Searches the recipe book",
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "Search query"}},
            "required": ["query"],
        },
        "callback": search_recipes,
        "read_only": True,
    }
]
