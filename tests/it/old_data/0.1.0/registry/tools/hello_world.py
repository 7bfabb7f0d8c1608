"""A tool for agents. An edit is live at once: the server loads the file anew."""


def hello_world(name: str = "World") -> str:
    """Greets a person.

    Args:
        name: The name of the person.
    """
    return f"Hello, {name}!"
