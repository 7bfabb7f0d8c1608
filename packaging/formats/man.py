"""A man page, from what the program says about itself."""

import re
import time

from .program import NAME, Program, timestamp


def man_page(program: Program) -> str:
    text = program.output("--help")
    about, _, rest = text.partition("\n\nUsage: ")
    usage, _, rest = rest.partition("\n\n")
    commands = re.findall(r"^  ([a-z]+) {2,}\S", rest.partition("\nOptions:")[0], re.MULTILINE)
    date = time.strftime("%Y-%m-%d", time.gmtime(timestamp()))
    parts = [
        f'.TH TOOLWRIGHT 1 {date} "{NAME} {program.version}"',
        f".SH NAME\n{NAME} \\- an MCP server with tools for agents",
        f".SH SYNOPSIS\n{preformatted(usage)}",
        f".SH DESCRIPTION\n{preformatted(about)}\n{preformatted(rest)}",
        ".SH COMMANDS",
        *(f'.SS "{NAME} {name}"\n{preformatted(program.output(name, "--help"))}' for name in commands),
        ".SH FILES\n/etc/toolwright/toolwright.env: the settings of the service\n.br\n/var/lib/toolwright: its data",
    ]
    return "\n".join(parts) + "\n"


def preformatted(text: str) -> str:
    """A text for people as it is: none of its lines is a request of roff."""
    escaped = text.strip("\n").replace("\\", "\\e").replace("-", "\\-")
    return ".nf\n" + re.sub(r"^(?=[.'])", "\\\\&", escaped, flags=re.MULTILINE) + "\n.fi"
