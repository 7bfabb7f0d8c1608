//! Workers stay for the next call, are bounded, and die with what they started.

use std::{
    fs,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use serde_json::json;

use super::{function, functions, write};
use crate::{
    harness::{soon, until},
    registry::{Registry, call, error},
    tools::processes::{is_alive, until_gone},
};

const SCRIPT: &str = r#"
import os, subprocess, time

calls = 0

def process():
    global calls
    calls += 1
    return [os.getpid(), calls]

def slow(seconds: float = 0.3):
    time.sleep(seconds)
    return os.getpid()

def hangs():
    child = subprocess.Popen(["sleep", "600"], start_new_session=True)
    with open("pids", "w") as file:
        file.write(f"{os.getpid()} {child.pid}")
    time.sleep(600)

def environment():
    return dict(os.environ)
"#;

fn pids(registry: &Registry) -> Vec<u32> {
    let text = fs::read_to_string(registry.path("tools/pids")).unwrap_or_default();
    text.split_whitespace()
        .filter_map(|pid| pid.parse().ok())
        .collect()
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_worker_stays_for_the_next_call_and_ends_with_its_tool() {
    let registry = functions(SCRIPT, &["process"]);
    let client = registry.client().await;
    let first = call(&client, "process", json!({})).await.1;
    let second = call(&client, "process", json!({})).await.1;
    assert_eq!(first["result"][0], second["result"][0]);
    assert_eq!(
        (&first["result"][1], &second["result"][1]),
        (&json!(1), &json!(2))
    );
    let process = u32::try_from(first["result"][0].as_u64().unwrap()).unwrap();
    assert!(is_alive(process));
    registry.write("{\"tools\": []}");
    until_gone(&[process]).await;
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn calls_of_a_parallel_tool_have_workers_of_their_own_up_to_a_limit() {
    let mut tool = function("slow");
    tool["parallel_capable"] = json!(true);
    let registry = Registry::with(json!([tool, function("process")]));
    write(&registry, "script.py", SCRIPT);
    let client = registry.client().await;
    let calls = join_all((0..24).map(|_| call(&client, "slow", json!({})))).await;
    let mut processes: Vec<&str> = calls.iter().map(|(text, _)| text.as_str()).collect();
    processes.sort_unstable();
    processes.dedup();
    assert!((2..=8).contains(&processes.len()), "{processes:?}");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn quick_calls_share_a_worker_although_they_come_at_once() {
    let mut tool = function("process");
    tool["parallel_capable"] = json!(true);
    let registry = Registry::with(json!([tool]));
    write(&registry, "script.py", SCRIPT);
    let client = registry.client().await;
    let calls = join_all((0..50).map(|_| call(&client, "process", json!({})))).await;
    let mut processes: Vec<String> = calls
        .iter()
        .map(|(_, structured)| structured["result"][0].to_string())
        .collect();
    processes.sort_unstable();
    processes.dedup();
    // One, unless this machine is very busy.
    assert!(processes.len() <= 3, "{processes:?}");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn all_tools_together_have_a_limited_number_of_workers() {
    let names: Vec<String> = (0..36).map(|number| format!("tool_{number}")).collect();
    let tools = names.iter().map(|name| {
        let mut tool = function("process");
        tool["name"] = json!(name);
        // They need not be asked for their parameters, so that they are started one by one.
        tool["parameters"] = json!([]);
        tool
    });
    let registry = Registry::with(json!(tools.collect::<Vec<_>>()));
    write(&registry, "script.py", SCRIPT);
    let client = registry.client().await;
    let mut processes = Vec::new();
    for name in &names {
        let process = call(&client, name, json!({})).await.1["result"][0].as_u64();
        processes.push(u32::try_from(process.unwrap()).unwrap());
    }
    let (oldest, latest) = processes.split_at(4);
    until_gone(oldest).await;
    assert!(latest.iter().all(|process| is_alive(*process)));
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn at_the_deadline_the_worker_dies_with_its_children_and_the_next_call_works() {
    let mut tool = function("hangs");
    tool["timeout_seconds"] = json!(2);
    let registry = Registry::with(json!([tool, function("process")]));
    write(&registry, "script.py", SCRIPT);
    let client = registry.client().await;
    let start = Instant::now();
    let late = error(&client, "hangs", json!({})).await;
    assert!(late.contains("2s"), "{late}");
    assert!(start.elapsed() < Duration::from_secs(20));
    let processes = pids(&registry);
    assert_eq!(processes.len(), 2);
    until_gone(&processes).await;
    write(
        &registry,
        "script.py",
        "def hangs():\n    return 'mended'\n",
    );
    assert_eq!(call(&client, "hangs", json!({})).await.0, "mended");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_call_that_is_cancelled_kills_its_worker_and_a_server_that_ends_kills_all() {
    let registry = functions(SCRIPT, &["hangs", "process"]);
    let client = registry.client().await;
    let hanging = client.call("hangs", json!({}));
    tokio::select! {
        ended = hanging => panic!("{ended:?}"),
        () = until(|| pids(&registry).len() == 2) => {}
    }
    until_gone(&pids(&registry)).await;
    let process = call(&client, "process", json!({})).await.1["result"][0].clone();
    let process = u32::try_from(process.as_u64().unwrap()).unwrap();
    client.close().await.unwrap();
    until_gone(&[process]).await;
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_script_that_is_never_loaded_does_not_hold_up_the_start() {
    let registry = functions(
        "import os, time\nopen('pids', 'w').write(str(os.getpid()))\ntime.sleep(600)\n",
        &["hangs"],
    );
    let start = Instant::now();
    let client = registry.client().await;
    assert!(start.elapsed() < Duration::from_secs(25));
    let pids = pids(&registry);
    assert!(!pids.is_empty(), "the script was not started");
    until_gone(&pids).await;
    let tools = client.tools().await.unwrap();
    let tool = tools.iter().find(|tool| tool["name"] == "hangs").unwrap();
    assert_eq!(tool["inputSchema"], json!({"type": "object"}));
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_worker_that_kills_its_supervisor_is_told() {
    let registry = functions(
        "import os, time\ndef kills():\n    os.kill(os.getppid(), 9)\n    time.sleep(600)\n",
        &["kills"],
    );
    let client = registry.client().await;
    assert_eq!(
        error(&client, "kills", json!({})).await,
        "the Python process failed: its supervisor is gone"
    );
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_server_that_is_killed_leaves_no_worker() {
    let registry = functions(SCRIPT, &["hangs"]);
    let mut command = registry.toolwright(&["call", "hangs"]);
    command.env("PATH", "/usr/bin:/bin");
    let mut server = command.spawn().unwrap();
    until(|| pids(&registry).len() == 2).await;
    let processes = pids(&registry);
    server.kill().unwrap();
    server.wait().unwrap();
    soon(until_gone(&processes)).await;
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn the_environment_of_a_worker_has_no_secrets_of_the_server() {
    let registry = functions(SCRIPT, &["environment"]);
    let mut command = registry.toolwright(&["call", "environment"]);
    command
        .env("PATH", "/usr/bin:/bin")
        .env("TOOLWRIGHT_SECRET_KEY", format!("{}=", "A".repeat(43)))
        .env("ANYTHING", "swordfish");
    let printed = crate::harness::run(command);
    let variables: serde_json::Map<_, _> = serde_json::from_str(&printed.stdout).unwrap();
    let mut names: Vec<&str> = variables.keys().map(String::as_str).collect();
    names.retain(|name| *name != "LC_CTYPE");
    names.sort_unstable();
    assert_eq!(names, ["HOME", "PATH", "PYTHONUTF8"]);
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_call_takes_a_worker_that_becomes_idle_while_another_one_is_started() {
    let mut tool = function("wait");
    tool["parallel_capable"] = json!(true);
    let registry = Registry::with(json!([tool]));
    let script = "import time\ntime.sleep(4)\ndef wait(seconds: float):\n    time.sleep(seconds)\n";
    write(&registry, "script.py", script);
    let client = registry.client().await;
    let start = Instant::now();
    let calls = [1.0, 0.0, 0.0].map(|seconds| {
        let client = &client;
        async move {
            call(client, "wait", json!({"seconds": seconds})).await;
            start.elapsed()
        }
    });
    let times = join_all(calls).await;
    // One of the two starts a worker, which takes four seconds, and the other one need not.
    assert!(times[1].min(times[2]) < Duration::from_secs(3), "{times:?}");
    client.close().await.unwrap();
}
