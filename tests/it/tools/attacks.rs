//! Expressions that try to exhaust the server: none of them can.
//!
//! The kernel enforces the memory limit, so it is exact. Time is measured as CPU time instead of wall
//! time, so that no test fails on a busy machine.

use std::{collections::HashSet, fs, time::Duration};

use serde_json::{Value, json};

use super::{
    attack_list::attacks,
    footprint::{Footprint, bytes, children, time_of_past_children},
};
use crate::harness::{Child, Home};

const MEGABYTE: u64 = 1024 * 1024;

/// The memory that the server may use in addition to its idle memory.
const MAX: u64 = 64 * MEGABYTE;

/// The memory limit of one worker.
const MAX_OF_A_WORKER: u64 = 25 * MEGABYTE;

fn start() -> Child {
    let home = Home::new();
    let mut server = Child::toolwright(&home);
    server.initialize("2025-11-25");
    server
}

fn call(id: usize, expression: &str) -> Value {
    let arguments = json!({"expression": expression});
    let params = json!({"name": "calculator", "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

/// Returns the text that the model reads.
fn evaluate(server: &mut Child, expression: &str) -> String {
    server.send(&call(1, expression));
    let answer = server.message();
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[test]
fn no_attack_uses_more_than_64_megabytes() {
    let attacks = attacks();
    assert!(attacks.len() > 300, "{}", attacks.len());
    let mut server = start();
    let idle = bytes(server.id());
    let footprint = Footprint::of(server.id());
    let mut waiting = HashSet::new();
    let mut next = attacks.iter().enumerate();
    loop {
        while waiting.len() < 8 {
            let Some((id, attack)) = next.next() else {
                break;
            };
            server.send(&call(id, attack));
            waiting.insert(id);
        }
        if waiting.is_empty() {
            break;
        }
        let answer = server.message();
        let id = usize::try_from(answer["id"].as_u64().unwrap()).unwrap();
        assert!(waiting.remove(&id));
        // A value or an error of the expression, never a failure of the server.
        let text = answer["result"]["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{:.80}: {answer}", attacks[id]));
        assert!(
            !text.contains("cannot be evaluated"),
            "{:.80}: {text}",
            attacks[id]
        );
    }
    let used = footprint.peak() - idle;
    assert!(used < MAX, "{} MB", used / MEGABYTE);
    let largest = footprint.largest_child();
    assert!(largest <= MAX_OF_A_WORKER, "{} MB", largest / MEGABYTE);
    // The attacks did run: the server did not refuse them all.
    assert!(used > 16 * MEGABYTE, "{} MB", used / MEGABYTE);
    assert_eq!(evaluate(&mut server, "1 + 1"), "2");
}

#[test]
fn the_worker_stops_what_the_interpreter_cannot() {
    let mut server = start();
    for attack in [
        "pow(3, (1 << 100000) - 1, (1 << 100000) - 1)",
        "[x for x in range(10**12) if x < 0]",
        "(f := lambda n: f(n - 1) + f(n - 2) if n > 1 else n)(100)",
        "[(x := 3), *[(x := x * x % 10 ** 100000) for _ in range(10 ** 9)]]",
    ] {
        let before = time_of_past_children(server.id());
        assert_eq!(
            evaluate(&mut server, attack),
            "time limit: the expression takes longer than 200 ms",
            "{attack}"
        );
        let worked = time_of_past_children(server.id()) - before;
        // The limit is 200 ms, and the watchdog may be late on a busy machine. A release build on an
        // idle machine takes at most 210 ms.
        let range = Duration::from_millis(180)..Duration::from_millis(450);
        assert!(range.contains(&worked), "{attack}: {worked:?}");
    }
}

#[test]
fn every_known_sandbox_escape_fails() {
    let mut server = start();
    let memory = "memory limit: the expression needs more than 16 MB";
    let time = "time limit: the expression takes longer than 200 ms";
    let depth = "depth limit: the expression or its values nest too deeply";
    let files = "refused: OS function 'open' not implemented with standard execution";
    for (attack, answer) in [
        ("9**9**9", memory),
        ("\"a\" * 10**9", memory),
        ("[x for x in range(10**12) if 0]", time),
        (
            "2**10000000",
            "the result has no JSON form: an integer has more than 4,300 digits",
        ),
        (
            "while True: pass",
            "syntax error in line 1, column 1: Expected an identifier, but found a keyword `while` that cannot be used here",
        ),
        (&"(".repeat(10_000), depth),
        (&"-".repeat(10_000), depth),
        ("__import__('os')", "name '__import__' is not defined"),
        ("eval('1')", "name 'eval' is not defined"),
        ("os.environ", "name 'os' is not defined"),
        (
            "().__class__.__bases__",
            "AttributeError: 'tuple' object has no attribute '__class__'",
        ),
        (
            "getattr((), '__cl' + 'ass__')",
            "AttributeError: 'tuple' object has no attribute '__class__'",
        ),
        (
            "'{0.__class__}'.format(1)",
            "AttributeError: 'int' object has no attribute '__class__'",
        ),
        (
            "(lambda: 0).__globals__",
            "AttributeError: 'function' object has no attribute '__globals__'",
        ),
        (
            "math.__loader__",
            "AttributeError: 'module' object has no attribute '__loader__'",
        ),
        (
            "datetime.sys",
            "AttributeError: 'module' object has no attribute 'sys'",
        ),
        ("open('/etc/passwd')", files),
        ("open('/etc/passwd').read()", files),
        (
            "datetime.datetime.now()",
            "refused: OS function 'datetime.now' not implemented with standard execution",
        ),
        (
            "datetime.date.today()",
            "refused: OS function 'date.today' not implemented with standard execution",
        ),
        ("input()", "name 'input' is not defined"),
        ("print('x')", "null"),
    ] {
        assert_eq!(evaluate(&mut server, attack), answer, "{attack:.40}");
    }
}

/// Returns the only child of the server, after its first use.
fn worker_of(server: &mut Child) -> u32 {
    assert_eq!(evaluate(server, "1 + 1"), "2");
    let workers = children(server.id());
    assert_eq!(workers.len(), 1);
    workers[0]
}

#[test]
fn a_worker_cannot_open_files_or_use_more_memory() {
    let mut server = start();
    let worker = worker_of(&mut server);
    let limits = fs::read_to_string(format!("/proc/{worker}/limits")).unwrap();
    // Both the soft and the hard limit.
    let limit = |name: &str| -> Vec<&str> {
        let line = limits.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().split_whitespace().take(2).collect()
    };
    let data = MAX_OF_A_WORKER.to_string();
    assert_eq!(limit("Max data size"), [data.as_str(), data.as_str()]);
    for name in [
        "Max open files",
        "Max file size",
        "Max processes",
        "Max core file size",
    ] {
        assert_eq!(limit(name), ["0", "0"], "{name}");
    }
    let environment = fs::read(format!("/proc/{worker}/environ")).unwrap();
    assert_eq!(environment, b"");
}

#[test]
fn a_worker_is_reused_and_replaced_when_it_dies() {
    let mut server = start();
    let first = worker_of(&mut server);
    assert_eq!(worker_of(&mut server), first);
    // It is killed during a call that it cannot finish before.
    let script = format!(
        "kill -STOP {first}; until grep -q '^State:.T' /proc/{first}/status; do :; done; \
         (sleep 0.3; kill -9 {first}) >/dev/null 2>&1 &"
    );
    let sent = std::process::Command::new("sh")
        .args(["-c", &script])
        .status();
    assert!(sent.unwrap().success());
    assert_ne!(worker_of(&mut server), first);
}

#[test]
fn no_worker_outlives_its_server() {
    let mut server = start();
    let worker = worker_of(&mut server);
    assert!(server.end().status.success());
    let process = format!("/proc/{worker}/cmdline");
    for _ in 0..1_000 {
        // It is gone, or a zombie of its new parent.
        if fs::read(&process).unwrap_or_default().is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the worker is still there");
}
