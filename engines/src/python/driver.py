"""Loads one Python function and calls it, with a line of JSON each way.

This runs inside of the interpreter of a worker. `requests` and `descriptor` are the two ways of one socket, which is
neither standard input nor standard output: whatever the function prints, it cannot break the protocol.

A request is `{"id": 1, "arguments": {…}}` or `{"id": 1, "describe": true}`. The answer is `[1, {"value": …}]`,
`[1, {"error": "…"}]`, or `[1, "stale"]` if a file that was loaded is another one by now.
"""

import importlib
import json
import os
import sys
import traceback
import types

# Where a traceback is cut: its last frames, lines and characters say what is wrong.
MOST_FRAMES = 5
MOST_LINES = 20
MOST_CHARACTERS = 4000


class Unusable(Exception):
    """The function cannot be called. The message is for people."""


class Worker:
    def __init__(self, requests, descriptor, settings):
        self.requests = requests
        self.descriptor = descriptor
        self.folder = settings["folder"] + os.sep
        self.path = settings["path"]
        self.module = settings["module"]
        self.name = settings["function"]
        self.most_bytes = settings["most_bytes"]
        self.process = os.getpid()
        self.function = None
        self.loop = None
        self.stamps = {}
        self.known_modules = 0

    def run(self):
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
        if not self.answer(0, self.load):
            return
        is_new = True
        for line in self.requests:
            request = json.loads(line)
            if not is_new and self.is_stale():
                self.send(request["id"], b'"stale"')
                return
            is_new = False
            if request.get("describe"):
                self.answer(request["id"], self.describe)
            else:
                self.answer(request["id"], lambda: self.call(request["arguments"]))
            self.note_files()

    def answer(self, number, work):
        """Sends what `work` returns or raises. Returns whether it returned."""
        try:
            value = b'{"value":' + self.encoded(work()) + b"}"
            is_value = True
        # Also SystemExit and KeyboardInterrupt: the worker stays.
        except BaseException as error:
            text = str(error) if isinstance(error, Unusable) else self.explain(error)
            value = json.dumps({"error": text.encode("utf-8", "backslashreplace").decode()}).encode()
            is_value = False
        try:
            sys.stdout.flush()
        except Exception:
            # The function has closed or replaced it.
            pass
        self.send(number, value)
        return is_value

    def send(self, number, value):
        # A process that the function has forked comes here too.
        if os.getpid() != self.process:
            os._exit(0)
        left = memoryview(b"[%d,%b]\n" % (number, value))
        while left:
            left = left[os.write(self.descriptor, left) :]

    def encoded(self, result):
        try:
            text = json.dumps(result, allow_nan=False, ensure_ascii=False, separators=(",", ":"), default=plain)
            encoded = text.encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise Unusable(f"the result of `{self.name}` is not JSON: {error}") from None
        if len(encoded) > self.most_bytes:
            raise Unusable(f"the result of `{self.name}` has {len(encoded)} bytes: the most are {self.most_bytes}")
        return encoded

    def load(self):
        # First as for `python3 script.py`; the modules of this driver are there already.
        sys.path.insert(0, self.folder)
        sys.dont_write_bytecode = True
        self.stamps[self.path] = stamp(self.path)
        module = self.load_module() if self.module else self.load_script()
        function = getattr(module, self.name, None)
        if function is None:
            raise Unusable(f"`{self.shown(self.path)}` has no function `{self.name}`")
        if not callable(function):
            raise Unusable(f"`{self.name}` in `{self.shown(self.path)}` is not a function")
        self.function = function
        self.note_files()

    def load_script(self):
        """Executes the script as it is now: compiled code beside it may be of another version."""
        folder = os.path.dirname(self.path)
        if folder + os.sep != self.folder:
            sys.path.insert(0, folder)
        name = os.path.splitext(os.path.basename(self.path))[0]
        if name in sys.modules:
            name = f"toolwright_{name}"
        module = types.ModuleType(name)
        module.__file__ = self.path
        with open(self.path, "rb") as file:
            code = compile(file.read(), self.path, "exec", dont_inherit=True)
        sys.modules[name] = module
        exec(code, module.__dict__)
        return module

    def load_module(self):
        module = importlib.import_module(self.module)
        found = getattr(module, "__file__", None)
        if found is None or os.path.realpath(found) != self.path:
            raise Unusable(f"the module `{self.module}` is another one: Python has its own of this name")
        return module

    def call(self, arguments):
        result = self.function(**arguments)
        if hasattr(result, "__await__"):
            result = self.wait_for(result)
        return result

    def wait_for(self, awaitable):
        import asyncio

        async def result():
            return await awaitable

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
        return self.loop.run_until_complete(result())

    def note_files(self):
        """Remembers the files of the folder that were imported since the last time."""
        if len(sys.modules) == self.known_modules:
            return
        self.known_modules = len(sys.modules)
        for module in list(sys.modules.values()):
            path = getattr(module, "__dict__", {}).get("__file__")
            if isinstance(path, str) and path.startswith(self.folder) and "site-packages" not in path:
                self.stamps.setdefault(path, stamp(path))

    def is_stale(self):
        return any(stamp(path) != before for path, before in self.stamps.items())

    def explain(self, error):
        """Returns the end of a traceback, without the frames of this driver."""
        frames = error.__traceback__
        while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
            frames = frames.tb_next
        try:
            parts = traceback.format_exception(type(error), error, frames, limit=-MOST_FRAMES)
            text = "".join(parts).strip()
        except Exception:
            text = type(error).__name__
        lines = text.replace(self.folder, "").splitlines()[-MOST_LINES:]
        return "\n".join(lines)[-MOST_CHARACTERS:]

    def shown(self, path):
        return path.removeprefix(self.folder)

    def describe(self):
        stamps = [[path, *found] for path, found in self.stamps.items() if found]
        return {"stamps": stamps, **Signature(self.function, self.name).schemas()}


def stamp(path):
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size, found.st_ino)


def plain(value):
    """Returns values that are not JSON, but have one form in it."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"a value of type `{type(value).__name__}`")


class Signature:
    """The description and the JSON schemas of a function, from its annotations and its docstring."""

    def __init__(self, function, name):
        self.function = function
        self.name = name
        # The records that are being described, outermost first.
        self.open = []
        # The definitions that the schema needs at its root, by name.
        self.definitions = {}

    def schemas(self):
        import inspect
        import typing

        self.typing = typing
        try:
            parameters = inspect.signature(self.function).parameters.values()
        except (TypeError, ValueError):
            return {"description": None, "input_schema": {"type": "object"}, "output_schema": None}
        hints = self.hints()
        docstring = inspect.getdoc(self.function) or ""
        said = parameter_texts(docstring)
        schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
        for parameter in parameters:
            if parameter.kind is parameter.POSITIONAL_ONLY:
                raise Unusable(f"the parameter `{parameter.name}` of `{self.name}` cannot be passed by its name")
            if parameter.kind is parameter.VAR_KEYWORD:
                schema["additionalProperties"] = True
            if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
                continue
            found = self.schema(hints.get(parameter.name, typing.Any))
            if parameter.name in said:
                found.setdefault("description", said[parameter.name])
            if parameter.default is parameter.empty:
                schema["required"].append(parameter.name)
            elif parameter.default is not None and survives(parameter.default):
                found["default"] = parameter.default
            schema["properties"][parameter.name] = found
        schema = self.with_definitions(schema)
        returned = self.with_definitions(self.schema(hints.get("return", typing.Any)))
        description = text_before_sections(docstring) or None
        return {"description": description, "input_schema": schema, "output_schema": returned or None}

    def with_definitions(self, schema):
        """Adds the definitions that were collected, since references are read from the root."""
        if self.definitions:
            schema = {**schema, "$defs": self.definitions}
        self.definitions = {}
        return schema

    def hints(self):
        target = self.function
        if not hasattr(target, "__annotations__") and hasattr(type(target), "__call__"):
            target = type(target).__call__
        try:
            return self.typing.get_type_hints(target, include_extras=True)
        except Exception:
            # An annotation that is text may name what is not there.
            return {}

    def schema(self, annotation):
        """Returns the JSON schema of an annotation; one that means nothing in JSON allows everything."""
        import enum

        typing = self.typing
        names = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array", dict: "object"}
        names.update({tuple: "array", set: "array", frozenset: "array", type(None): "null", None: "null"})
        origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
        if origin is typing.Annotated:
            return self.annotated(inner)
        if origin is typing.Literal:
            return {"enum": list(inner)}
        if origin in (typing.Union, getattr(types, "UnionType", typing.Union)):
            return self.union(inner)
        if origin is not None and getattr(origin, "_name", "") in ("Required", "NotRequired"):
            return self.schema(inner[0])
        if hasattr(annotation, "__required_keys__"):
            return self.record(annotation, sorted(annotation.__required_keys__))
        if hasattr(annotation, "model_json_schema"):
            return self.model(annotation.model_json_schema())
        if hasattr(annotation, "__dataclass_fields__"):
            return self.record(annotation, [])
        if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
            return {"enum": [member.value for member in annotation]}
        name = getattr(annotation, "__name__", "")
        if name in ("date", "datetime") and getattr(annotation, "__module__", "") == "datetime":
            return {"type": "string", "format": {"date": "date", "datetime": "date-time"}[name]}
        return self.plain(names.get(origin or annotation), inner)

    def plain(self, name, inner):
        if name is None:
            return {}
        schema = {"type": name}
        inner = [one for one in inner if one is not Ellipsis]
        if name == "array" and len(inner) == 1 and (items := self.schema(inner[0])):
            schema["items"] = items
        if name == "object" and len(inner) == 2 and (values := self.schema(inner[1])):
            schema["additionalProperties"] = values
        return schema

    def annotated(self, inner):
        schema = self.schema(inner[0])
        for note in inner[1:]:
            text = note if isinstance(note, str) else getattr(note, "description", None)
            if isinstance(text, str):
                schema["description"] = text
        return schema

    def union(self, inner):
        schemas = [self.schema(one) for one in inner]
        if {} in schemas:
            return {}
        if all(set(schema) == {"type"} for schema in schemas):
            return {"type": [schema["type"] for schema in schemas]}
        return {"anyOf": schemas}

    def model(self, schema):
        """Moves the definitions of a model to the root. All get other names if one is taken by another definition."""
        own = schema.pop("$defs", {})
        names, number = {name: name for name in own}, 1
        while any(self.definitions.get(names[name], own[name]) != own[name] for name in own):
            number += 1
            names = {name: f"{name}_{number}" for name in own}
        references = {f"#/$defs/{name}": f"#/$defs/{new}" for name, new in names.items()}
        self.definitions.update({names[name]: renamed(own[name], references) for name in own})
        return renamed(schema, references)

    def record(self, annotation, required):
        try:
            hints = self.typing.get_type_hints(annotation, include_extras=True)
        except Exception:
            return {"type": "object"}
        # One that contains itself.
        if annotation in self.open:
            return {"type": "object"}
        self.open.append(annotation)
        schema = {"type": "object", "properties": {name: self.schema(hint) for name, hint in hints.items()}}
        self.open.pop()
        if required:
            schema["required"] = required
        return schema


def renamed(schema, references):
    """Returns a schema with other references."""
    if isinstance(schema, list):
        return [renamed(one, references) for one in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: renamed(one, references) for key, one in schema.items()}
    if isinstance(target := schema.get("$ref"), str):
        changed["$ref"] = references.get(target, target)
    return changed


def survives(value):
    """Returns whether a value is still the same after it was JSON."""
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        text.encode()
        return is_same(value, json.loads(text))
    except (TypeError, ValueError, RecursionError):
        return False


def is_same(value, other):
    if type(value) is not type(other):
        return False
    if type(value) is list:
        return len(value) == len(other) and all(map(is_same, value, other))
    if type(value) is dict:
        return value.keys() == other.keys() and all(is_same(one, other[key]) for key, one in value.items())
    # The integers that the server can read.
    return value == other and (type(value) is not int or -(2**63) <= value < 2**64)


def text_before_sections(docstring):
    """Returns what a docstring says about the function as a whole."""
    lines = []
    for line in docstring.splitlines():
        words = line.strip()
        if words in ("Args:", "Arguments:", "Parameters:", "Returns:", "Yields:", "Raises:") or words.startswith(":"):
            break
        if len(words) > 2 and set(words) == {"-"}:
            # The line before it is the heading of a section.
            del lines[-1:]
            break
        lines.append(line.rstrip())
    return "\n".join(lines).strip()


def parameter_texts(docstring):
    """Returns what a docstring says about parameters: `Args:` with indented lines, or `:param name:`."""
    texts, name, depth = {}, None, None
    for line in docstring.splitlines():
        words = line.strip()
        indentation = len(line) - len(line.lstrip())
        if words.startswith((":param ", ":parameter ")):
            head, _, text = words[1:].partition(":")
            name, depth = head.split()[-1], None
            texts[name] = text.strip()
        elif words in ("Args:", "Arguments:", "Parameters:"):
            name, depth = None, indentation
        elif depth is not None and words and indentation <= depth:
            name, depth = None, None
        elif depth is not None and words:
            head, colon, text = words.partition(":")
            candidate = head.split("(")[0].strip().lstrip("*")
            if colon and candidate.isidentifier() and (name is None or indentation <= start):
                name, start = candidate, indentation
                texts[name] = text.strip()
            elif name is not None:
                texts[name] = f"{texts[name]} {words}".strip()
        elif words.startswith(":"):
            name = None
        elif name is not None and words:
            texts[name] = f"{texts[name]} {words}".strip()
        else:
            name = None
    return {name: text for name, text in texts.items() if text}


Worker(requests, descriptor, settings).run()
