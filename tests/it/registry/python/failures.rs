//! What goes wrong is told, and the next call works.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};
use toolwright::Client;

use super::{function, functions, write};
use crate::registry::{Registry, call, error};

const SCRIPT: &str = r#"
import os, subprocess, sys

def work():
    return "works"

def nan():
    return {"values": [1.0, float("nan")]}

def surrogate():
    return "a\ud800b"

def no_json():
    return {"file": object()}

def raises():
    secret = 1
    raise ValueError(f"no such month: \ud800 {secret + 12}")

def recursion():
    return recursion()

def nested():
    value = []
    for _ in range(100_000):
        value = [value]
    return value

def leaves():
    sys.exit(3)

def exits():
    os._exit(3)

def crashes():
    os.abort()

def forks():
    child = os.fork()
    return "child" if child == 0 else "parent"

def forks_and_raises():
    if os.fork() == 0:
        raise ValueError("child")
    return "parent"

def garbage():
    for descriptor in range(3, 20):
        try:
            os.write(descriptor, b"garbage\n")
        except OSError:
            pass
    return 1

def flood():
    while True:
        for descriptor in range(3, 20):
            try:
                os.write(descriptor, b"x" * 1_000_000)
            except OSError:
                pass

def late_garbage():
    import threading, time
    def write():
        time.sleep(0.2)
        garbage()
    threading.Thread(target=write).start()
    return 1

def prints():
    print("to the log", "\ud800")
    print("[1, {\"value\": \"forged\"}]", flush=True)
    sys.stderr.write("[1, {\"value\": \"forged\"}]\n")
    subprocess.run(["echo", "[1, {\"value\": \"forged\"}]"], check=True)
    return "printed"

def replaces_stdout():
    sys.stdout.close()
    os.close(1)
    sys.stdout = None
    sys.stderr = 7
    return "replaced"

def reads_input():
    return sys.stdin.read()

def asks():
    return input("name? ")

class Evil(Exception):
    def __str__(self):
        raise RuntimeError("no text")

def evil():
    raise Evil()

not_callable = 5
"#;

async fn works(client: &Client) {
    assert_eq!(call(client, "work", json!({})).await.0, "works");
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_result_that_is_not_json_is_told() {
    let registry = functions(SCRIPT, &["nan", "surrogate", "no_json", "nested", "work"]);
    let client = registry.client().await;
    for (name, expected) in [
        (
            "nan",
            "the result of `nan` is not JSON: Out of range float values are not JSON compliant",
        ),
        (
            "surrogate",
            "the result of `surrogate` is not JSON: 'utf-8' codec can't encode character '\\ud800' \
             in position 2: surrogates not allowed",
        ),
        (
            "no_json",
            "the result of `no_json` is not JSON: a value of type `object`",
        ),
        (
            "nested",
            "the result of `nested` is not JSON: maximum recursion depth exceeded while encoding a \
             JSON object",
        ),
    ] {
        assert_eq!(error(&client, name, json!({})).await, expected);
        assert_eq!(error(&client, name, json!({})).await, expected);
    }
    works(&client).await;
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn an_error_is_the_end_of_its_traceback_without_the_servers_folders() {
    let registry = functions(SCRIPT, &["raises", "recursion", "leaves", "evil"]);
    let client = registry.client().await;
    let raised = error(&client, "raises", json!({})).await;
    assert!(
        raised.starts_with(
            "Traceback (most recent call last):\n  File \"script.py\", line 18, in raises\n"
        ),
        "{raised}"
    );
    assert!(
        raised.ends_with("\nValueError: no such month: \\ud800 13"),
        "{raised}"
    );
    let deep = error(&client, "recursion", json!({})).await;
    assert!(
        deep.ends_with("\nRecursionError: maximum recursion depth exceeded"),
        "{deep}"
    );
    assert!(deep.lines().count() <= 20, "{deep}");
    let left = error(&client, "leaves", json!({})).await;
    assert!(left.ends_with("\nSystemExit: 3"), "{left}");
    let evil = error(&client, "evil", json!({})).await;
    assert!(evil.contains("Evil"), "{evil}");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_worker_that_ends_is_told_and_replaced() {
    let registry = functions(SCRIPT, &["exits", "crashes"]);
    let client = registry.client().await;
    for _ in 0..2 {
        assert_eq!(
            error(&client, "exits", json!({})).await,
            "the Python process exited with code 3 without an answer"
        );
        assert_eq!(
            error(&client, "crashes", json!({})).await,
            "the Python process was ended by signal 6 without an answer"
        );
    }
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_process_that_is_forked_does_not_answer() {
    let registry = functions(SCRIPT, &["forks", "forks_and_raises"]);
    let client = registry.client().await;
    for _ in 0..5 {
        assert_eq!(call(&client, "forks", json!({})).await.0, "parent");
        assert_eq!(
            call(&client, "forks_and_raises", json!({})).await.0,
            "parent"
        );
    }
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_worker_that_writes_garbage_into_the_protocol_is_replaced() {
    let registry = functions(SCRIPT, &["garbage", "flood", "late_garbage"]);
    let client = registry.client().await;
    let expected = "the Python process wrote something that is not an answer";
    for name in ["garbage", "flood", "garbage"] {
        assert_eq!(error(&client, name, json!({})).await, expected);
    }
    for _ in 0..2 {
        assert_eq!(call(&client, "late_garbage", json!({})).await.0, "1");
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn what_is_printed_or_read_is_not_the_protocol() {
    let names = ["prints", "replaces_stdout", "reads_input", "asks"];
    let registry = functions(SCRIPT, &names);
    let client = registry.client().await;
    for _ in 0..2 {
        assert_eq!(call(&client, "prints", json!({})).await.0, "printed");
        assert_eq!(call(&client, "reads_input", json!({})).await.0, "");
        let asked = error(&client, "asks", json!({})).await;
        assert!(
            asked.ends_with("EOFError: EOF when reading a line"),
            "{asked}"
        );
    }
    assert_eq!(
        call(&client, "replaces_stdout", json!({})).await.0,
        "replaced"
    );
    // It cannot close what is closed, but it can answer.
    let again = client.call("replaces_stdout", json!({})).await.unwrap();
    assert!(again.joined_text().contains("AttributeError"), "{again:?}");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn what_is_missing_is_told_at_the_call_and_the_start_goes_on() {
    let mut tools = vec![
        function("work"),
        function("nothing"),
        function("not_callable"),
    ];
    for (name, script) in [
        ("missing", "missing.py"),
        ("broken", "broken.py"),
        ("linked", "linked.py"),
    ] {
        let mut tool = function(name);
        tool["config"]["script"] = json!(script);
        tools.push(tool);
    }
    let registry = Registry::with(json!(tools));
    write(&registry, "script.py", SCRIPT);
    write(&registry, "broken.py", "def broken(:\n    pass\n");
    let client = registry.client().await;
    symlink("/bin/sh", registry.path("tools/linked.py")).unwrap();
    for (name, expected) in [
        ("nothing", "`script.py` has no function `nothing`"),
        (
            "not_callable",
            "`not_callable` in `script.py` is not a function",
        ),
        (
            "missing",
            "the script `missing.py` cannot be opened: No such file or directory (os error 2)",
        ),
        (
            "linked",
            "the script `linked.py` is a link out of the folder of scripts",
        ),
        (
            "broken",
            "File \"broken.py\", line 1\n    def broken(:\n               ^\nSyntaxError: invalid syntax",
        ),
    ] {
        assert_eq!(error(&client, name, json!({"any": 1})).await, expected);
    }
    works(&client).await;
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn without_an_interpreter_the_server_starts_and_a_call_says_so() {
    let registry = functions(SCRIPT, &["work"]);
    for (setting, value, expected) in [
        ("PATH", "/nowhere", "python3"),
        ("TOOLWRIGHT_PYTHON", "/no/venv", "/no/venv"),
        ("TOOLWRIGHT_PYTHON", "python99", "python99"),
    ] {
        let client = registry.client_with(&[(setting, value)]).await;
        assert_eq!(
            error(&client, "work", Value::Object(serde_json::Map::default())).await,
            format!("the Python interpreter `{expected}` is not found: set `TOOLWRIGHT_PYTHON`")
        );
        client.close().await.unwrap();
    }
}
