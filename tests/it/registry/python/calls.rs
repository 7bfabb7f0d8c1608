//! Calls: arguments by name, results as JSON, schemas from the function.

use serde_json::{Value, json};

use super::{function, functions, write};
use crate::{
    harness::{Home, Modern, TestServer, run},
    registry::{Registry, call, error},
};

/// Texts that mean something to somebody: Python, the protocol, a shell, a terminal.
const HOSTILE: [&str; 10] = [
    "plain",
    "'; import os; os._exit(1) #",
    "\"}\n{\"id\": 1}",
    "a\nb\r\n",
    "nul \0 inside",
    "{name} {{name}} %s $(id)",
    "__import__('os')",
    "../../etc/passwd",
    "한글 텍스트 😀",
    "\u{2028}\u{feff}\u{7f}",
];

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_function_gets_its_arguments_by_name_and_returns_json() {
    let registry = functions(
        "def echo(text, more=None, **others):\n    return {'text': text, 'more': more, 'others': others, 'length': len(text)}\n\n\
         async def later(x):\n    import asyncio\n    await asyncio.sleep(0)\n    return x\n",
        &["echo", "later"],
    );
    let client = registry.client().await;
    for text in HOSTILE {
        let echo = call(&client, "echo", json!({"text": text, "extra": [text]})).await;
        let expected = json!({
            "text": text, "more": null, "others": {"extra": [text]}, "length": text.chars().count(),
        });
        assert_eq!(echo.1, expected);
    }
    for value in [
        json!(null),
        json!(1.5),
        json!("a"),
        json!([1, {"b": []}]),
        json!(9_007_199_254_740_993_i64),
    ] {
        let later = call(&client, "later", json!({"x": value})).await.1;
        assert_eq!(later, json!({"result": value}));
    }
    let missing = error(&client, "later", json!({})).await;
    assert!(
        missing.starts_with("invalid arguments for `later`:"),
        "{missing}"
    );
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn ten_megabytes_go_in_and_too_much_does_not_come_out() {
    let registry = functions(
        "def count(text):\n    return len(text)\n\ndef fill(size):\n    return 'x' * size\n",
        &["count", "fill"],
    );
    let client = registry.client().await;
    let large = "x".repeat(10 * 1024 * 1024);
    assert_eq!(
        call(&client, "count", json!({"text": large})).await.0,
        (10 * 1024 * 1024).to_string()
    );
    let refused = error(&client, "fill", json!({"size": 10 * 1024 * 1024})).await;
    assert_eq!(
        refused,
        "the result of `fill` has 10485762 bytes: the most are 8388608"
    );
    assert_eq!(call(&client, "fill", json!({"size": 3})).await.0, "xxx");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_module_below_the_folder_is_imported_by_its_name() {
    let module = |name: &str, module: &str, function: &str| {
        json!({
            "name": name, "type": "python", "description": "d",
            "config": {"module": module, "function": function, "async": true},
        })
    };
    let registry = Registry::with(json!([
        module("deep", "app.tools.custom", "execute_analysis"),
        module("package", "app", "where"),
        module("system", "os", "getcwd"),
        module("hidden", "json", "dumps"),
    ]));
    write(
        &registry,
        "app/__init__.py",
        "def where():\n    return __name__\n",
    );
    write(
        &registry,
        "app/tools/custom.py",
        "from app import where\nasync def execute_analysis(n: int) -> str:\n    return where() * n\n",
    );
    write(&registry, "json.py", "def dumps(obj):\n    return 'mine'\n");
    let client = registry.client().await;
    assert_eq!(call(&client, "deep", json!({"n": 2})).await.0, "appapp");
    assert_eq!(call(&client, "package", json!({})).await.0, "app");
    let system = error(&client, "system", json!({})).await;
    assert!(
        system.starts_with("the script `os.py` cannot be opened: "),
        "{system}"
    );
    assert_eq!(
        error(&client, "hidden", json!({})).await,
        "the module `json` is another one: Python has its own of this name"
    );
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn what_is_not_declared_comes_from_annotations_and_docstring() {
    let script = r#"
from typing import Annotated, Literal, Optional, TypedDict

class Point(TypedDict):
    x: int
    y: int

def plan(name: str, size: Literal["s", "m"] = "m", at: Optional[Point] = None, *,
         tags: list[str] = [], factor: Annotated[float, "How much."] = 1.5, other=3) -> dict[str, int]:
    """Plans.

    Args:
        name: The name of
            the plan.
        tags (list): Words: many.

    Returns:
        other: nothing.
    """
    return {"a": 1}

def count(text: str) -> int:
    """Counts.

    :param text: what is counted
    """
    return len(text)
"#;
    let registry = functions(script, &["plan", "count"]);
    let client = registry.client().await;
    let tools = client.tools().await.unwrap();
    let tool = |name: &str| -> Value {
        tools
            .iter()
            .find(|tool| tool["name"] == name)
            .cloned()
            .unwrap()
    };
    let plan = tool("plan");
    let point = json!({
        "type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}},
        "required": ["x", "y"],
    });
    assert_eq!(
        plan["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "The name of the plan."},
                "size": {"enum": ["s", "m"], "default": "m"},
                "at": {"anyOf": [point, {"type": "null"}]},
                "tags": {
                    "type": "array", "items": {"type": "string"}, "description": "Words: many.", "default": [],
                },
                "factor": {"type": "number", "description": "How much.", "default": 1.5},
                "other": {"default": 3},
            },
            "required": ["name"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        plan["outputSchema"],
        json!({"type": "object", "additionalProperties": {"type": "integer"}})
    );
    let count = tool("count");
    assert_eq!(
        count["inputSchema"]["properties"]["text"],
        json!({"type": "string", "description": "what is counted"})
    );
    assert_eq!(
        count["outputSchema"]["properties"],
        json!({"result": {"type": "integer"}})
    );
    assert_eq!(
        call(&client, "count", json!({"text": "한글"})).await.1,
        json!({"result": 2})
    );
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn declared_parameters_count_and_have_their_defaults() {
    let registry = Registry::with(json!([{
        "name": "repeat", "type": "python", "description": "d",
        "config": {"script": "script.py", "function": "repeat"},
        "parameters": [
            {"name": "text", "type": "string"},
            {"name": "times", "type": "integer", "default": 2, "maximum": 3},
        ],
    }]));
    write(
        &registry,
        "script.py",
        "def repeat(text, times):\n    return text * times\n",
    );
    let client = registry.client().await;
    assert_eq!(
        call(&client, "repeat", json!({"text": "ab"})).await.0,
        "abab"
    );
    let refused = error(&client, "repeat", json!({"text": "ab", "times": 4})).await;
    assert!(
        refused.starts_with("invalid arguments for `repeat`:"),
        "{refused}"
    );
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn the_fresh_hello_world_answers_on_the_command_line_and_over_http() {
    let home = Home::new();
    let folder = home.join("mine").to_string_lossy().into_owned();
    run(home.toolwright(&["init", &folder])).answer();
    let settings = [
        ("TOOLWRIGHT_REGISTRY_DIR", folder.as_str()),
        ("PATH", "/usr/bin:/bin"),
    ];
    let command = |words: &[&str]| {
        let mut command = home.toolwright(words);
        command.envs(settings);
        run(command)
    };
    command(&["tools", "enable", "hello_world"]).answer();
    let greeting = command(&["call", "hello_world", "name=Ada"]).answer();
    assert_eq!(greeting, "Hello, Ada!\n");
    let server = TestServer::start(home.server(&settings)).await;
    let called = Modern::of(&server)
        .call("hello_world", json!({"name": "세계"}))
        .await
        .into_result();
    assert_eq!(
        called["structuredContent"],
        json!({"result": "Hello, 세계!"})
    );
    let unnamed = Modern::of(&server)
        .call("hello_world", json!({}))
        .await
        .into_result();
    assert_eq!(unnamed["content"][0]["text"], "Hello, World!");
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_script_may_be_named_like_a_module_of_python() {
    let mut tool = function("answer");
    tool["config"]["script"] = json!("json.py");
    let registry = Registry::with(json!([tool]));
    let script = "import json\ndef answer():\n    return json.loads('[42]')\n";
    write(&registry, "json.py", script);
    // What the driver needs is not found in the folder.
    for name in ["os.py", "types.py", "traceback.py", "inspect.py"] {
        write(
            &registry,
            name,
            "raise ValueError('this is not a module of Python')\n",
        );
    }
    let client = registry.client().await;
    assert_eq!(call(&client, "answer", json!({})).await.0, "[42]");
    client.close().await.unwrap();
}

/// Models as pydantic has them: two of the same name that are different, and one that is nested.
const MODELS: &str = r##"
import dataclasses, enum
from typing import Optional, TypedDict

def model(inner):
    class Model:
        @classmethod
        def model_json_schema(cls):
            return {"type": "object", "properties": {"part": {"$ref": "#/$defs/Part"}},
                    "$defs": {"Part": {"type": "object", "properties": {"x": {"type": inner}}}}}
    return Model

First, Second = model("integer"), model("string")

def both(first: First, again: Optional[First], second: Second) -> list[Second]:
    return []

@dataclasses.dataclass
class Node:
    value: int
    next: Optional["Node"] = None

class Tree(TypedDict):
    left: "Tree"

def walk(node: Node, tree: Tree):
    return node["value"]

class Size(str, enum.Enum):
    SMALL = "s"

def sizes(size: Size = Size.SMALL, pair: tuple = (1, 2), many={1: "a"}, large=10**30, odd="\ud800",
          plain=[{"a": 1.0}]):
    return [isinstance(size, Size), type(pair).__name__, list(many) == [1], large == 10**30, len(odd), plain]

def wrong(a: int = "x"):
    return a
"##;

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn models_and_defaults_become_schemas_that_clients_accept() {
    let registry = functions(MODELS, &["both", "walk", "sizes", "wrong"]);
    let client = registry.client().await;
    let tools = client.tools().await.unwrap();
    let tool = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name);
        tool.cloned().unwrap()
    };
    let part = |kind: &str| json!({"type": "object", "properties": {"x": {"type": kind}}});
    let whole = |name: &str| json!({"type": "object", "properties": {"part": {"$ref": format!("#/$defs/{name}")}}});
    let both = tool("both");
    assert_eq!(
        both["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "first": whole("Part"),
                "again": {"anyOf": [whole("Part"), {"type": "null"}]},
                "second": whole("Part_2"),
            },
            "required": ["first", "again", "second"],
            "additionalProperties": false,
            "$defs": {"Part": part("integer"), "Part_2": part("string")},
        })
    );
    assert_eq!(
        both["outputSchema"]["$defs"],
        json!({"Part": part("string")})
    );
    let mistyped = json!({"first": {"part": {"x": "a"}}, "again": null, "second": {}});
    let refused = error(&client, "both", mistyped).await;
    assert!(
        refused.starts_with("invalid arguments for `both`:"),
        "{refused}"
    );
    assert_eq!(
        tool("walk")["inputSchema"]["properties"],
        json!({
            "node": {
                "type": "object",
                "properties": {
                    "value": {"type": "integer"},
                    "next": {"type": ["object", "null"]},
                },
            },
            "tree": {
                "type": "object", "properties": {"left": {"type": "object"}}, "required": ["left"],
            },
        })
    );
    let sizes = call(&client, "sizes", json!({})).await.1;
    assert_eq!(
        sizes,
        json!({"result": [true, "tuple", true, true, 1, [{"a": 1.0}]]})
    );
    assert_eq!(tool("wrong")["inputSchema"], json!({"type": "object"}));
    client.close().await.unwrap();
}

#[test]
#[ignore = "needs Python: run by tests/run"]
fn a_function_has_the_variables_of_its_tool_and_those_that_are_inherited() {
    let script = "import os\n\ndef seen():\n    names = ['REGION', 'ZONE', 'LANG', 'OTHER']\n    return {name: os.environ.get(name) for name in names}\n";
    let registry = Registry::with(json!([{
        "name": "seen", "type": "python", "description": "Shows variables.",
        "config": {"script": "seen.py", "function": "seen", "env": {"REGION": "eu"}},
    }]));
    std::fs::write(registry.path("tools/seen.py"), script).unwrap();
    let seen = |inherited: Option<&str>| {
        let mut command = registry.toolwright(&["call", "seen", "-o", "json"]);
        command.env("PATH", "/usr/bin:/bin").envs([
            ("ZONE", "seoul"),
            ("LANG", "C.UTF-8"),
            ("OTHER", "x"),
        ]);
        if let Some(names) = inherited {
            command.env("TOOLWRIGHT_INHERITED_VARIABLES", names);
        }
        let result: Value = serde_json::from_str(&run(command).answer()).unwrap();
        result["result"].clone()
    };
    let usual = json!({"REGION": "eu", "ZONE": null, "LANG": "C.UTF-8", "OTHER": null});
    assert_eq!(seen(None), usual);
    let chosen = json!({"REGION": "eu", "ZONE": "seoul", "LANG": null, "OTHER": null});
    assert_eq!(seen(Some("PATH,ZONE")), chosen);
}
