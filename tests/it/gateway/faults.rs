//! Servers that are gone, die, hang or misbehave hold up nothing but their own calls.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Front, has};
use crate::{
    harness::{Home, Serving, soon, until, until_async},
    registry::{call, error},
};

/// A server in a shell script: it answers `initialize` and lists one tool, `work`, and does `then` when
/// that is called.
pub(crate) fn script(front_folder: &std::path::Path, then: &str) -> Value {
    let text = format!(
        r#"while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\(-\{{0,1\}}[0-9]*\).*/\1/p')
  case "$line" in
    *'"initialize"'*) echo '{{"jsonrpc":"2.0","id":'$id',"result":{{"protocolVersion":"2024-11-05","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"s","version":"1"}}}}}}' ;;
    *'"tools/list"'*) echo '{{"jsonrpc":"2.0","id":'$id',"result":{{"tools":[{{"name":"work","description":"Works.","inputSchema":{{"type":"object"}}}},{{"name":5}},{{"name":"bad","inputSchema":{{"type":"no type"}}}}]}}}}' ;;
    *'"server/discover"'*) echo '{{"jsonrpc":"2.0","id":'$id',"error":{{"code":-32601,"message":"unknown"}}}}' ;;
    *'"tools/call"'*) {then} ;;
  esac
done"#
    );
    let path = front_folder.join(format!(
        "{}.sh",
        fs::read_dir(front_folder).unwrap().count()
    ));
    fs::write(&path, text).unwrap();
    json!({"command": "/bin/sh", "args": [path]})
}

pub(crate) const ANSWER: &str =
    r#"echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"done"}]}}'"#;

#[tokio::test]
async fn one_stalled_and_one_dead_server_hold_up_nobody() {
    let home = Home::new();
    let folder = home.join("");
    let mut stalled = script(&folder, ":");
    stalled["timeout_seconds"] = json!(5);
    let servers = json!({
        "stalled": stalled, "well": script(&folder, ANSWER),
        "dead": {"command": "/nonexistent/server"}, "mute": {"command": "/bin/cat", "args": ["/dev/zero"]},
    });
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("well.work").await;
    until_async(async || has(&client, "stalled.work").await).await;
    let slow = async {
        let refused = error(&client, "stalled.work", json!({})).await;
        assert!(refused.starts_with("timed out after"), "{refused}");
    };
    let quick = async {
        let begun = Instant::now();
        for _ in 0..20 {
            assert_eq!(call(&client, "well.work", json!({})).await.0, "done");
        }
        begun.elapsed()
    };
    let ((), took) = soon(async { tokio::join!(slow, quick) }).await;
    assert!(took < Duration::from_secs(4), "{took:?}");
    // A definition that is no definition is left out, and its neighbour is there.
    assert!(!has(&client, "well.bad").await);
    client.close().await.unwrap();
}

#[tokio::test]
async fn garbage_and_answers_to_nobody_are_ignored() {
    let home = Home::new();
    let noisy = format!(
        "echo 'Loading...'; echo '{{}}'; echo '[]'; echo '{{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{{}}}}'; {ANSWER}; {ANSWER}"
    );
    let servers = json!({"noisy": script(&home.join(""), &noisy)});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("noisy.work").await;
    for _ in 0..3 {
        assert_eq!(call(&client, "noisy.work", json!({})).await.0, "done");
    }
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_server_that_dies_in_mid_call_is_told_and_started_again() {
    let home = Home::new();
    // It dies with the first call, and answers the next ones.
    let marker = home.join("died");
    let then = format!(
        "if [ ! -e {0} ]; then touch {0}; exit 1; fi; {ANSWER}",
        marker.display()
    );
    let servers = json!({"frail": script(&home.join(""), &then)});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("frail.work").await;
    let refused = error(&client, "frail.work", json!({})).await;
    assert!(
        refused.contains("the connection ended before the answer"),
        "{refused}"
    );
    assert_eq!(call(&client, "frail.work", json!({})).await.0, "done");
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_server_that_goes_away_is_unavailable_after_three_attempts_and_heals() {
    let home = Home::new();
    let serve = |port: &str| {
        let mut command = home.example("todo", &["serve", "--port", port]);
        command.stderr(std::process::Stdio::piped());
        Serving::start(command)
    };
    let mut upstream = serve("0");
    let (address, port) = (
        upstream.address.clone(),
        upstream.address.rsplit(':').next().unwrap().to_owned(),
    );
    let servers = json!({"todo": {"url": format!("http://{address}/mcp"), "timeout_seconds": 10}});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("todo.list_todos").await;
    call(&client, "todo.list_todos", json!({})).await;
    upstream.kill();
    let refused = client.call("todo.list_todos", json!({})).await.unwrap();
    let text = refused.joined_text();
    assert!(text.contains("is not available"), "{text}");
    assert_eq!(refused.meta["toolwright/errorKind"], "service_unavailable");
    let again = Instant::now();
    error(&client, "todo.list_todos", json!({})).await;
    assert!(
        again.elapsed() < Duration::from_millis(500),
        "it fails at once"
    );
    let mut upstream = serve(&port);
    until_async(async || {
        !client
            .call("todo.list_todos", json!({}))
            .await
            .unwrap()
            .is_error
    })
    .await;
    upstream.kill();
    client.close().await.unwrap();
}

#[tokio::test]
async fn nothing_of_a_server_is_left_when_ours_stops() {
    let home = Home::new();
    let pids = home.join("pids");
    // A child of its own, which ignores the end of its input and of its parent.
    let then = format!(
        "(trap '' TERM; echo $$ >> {0}; exec sleep 600) & echo $! >> {0}; {ANSWER}",
        pids.display()
    );
    let servers = json!({"forks": script(&home.join(""), &then)});
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("forks.work").await;
    call(&client, "forks.work", json!({})).await;
    let text = fs::read_to_string(&pids).unwrap();
    assert!(!text.trim().is_empty());
    client.close().await.unwrap();
    for pid in text.split_whitespace() {
        let process = std::path::PathBuf::from(format!("/proc/{pid}"));
        until(|| !process.exists()).await;
    }
}

#[tokio::test]
async fn a_program_that_ignores_sigterm_and_the_end_of_its_input_is_gone_when_ours_stops() {
    let home = Home::new();
    let pid = home.join("pid");
    let server = script(&home.join(""), ANSWER);
    let path = server["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let deaf = format!(
        "trap '' TERM HUP INT\necho $$ > {}\n{text}\nwhile :; do sleep 600; done",
        pid.display()
    );
    fs::write(path, deaf).unwrap();
    let front = Front::with(&json!({"deaf": server}), json!([]));
    let client = front.client_with("deaf.work").await;
    call(&client, "deaf.work", json!({})).await;
    client.close().await.unwrap();
    let pid = fs::read_to_string(&pid).unwrap();
    let process = std::path::Path::new("/proc").join(pid.trim());
    until(|| !process.exists()).await;
}

#[tokio::test]
async fn a_program_that_dies_at_once_is_told_and_holds_up_nobody() {
    let home = Home::new();
    let servers = json!({
        "dies": {"command": "/bin/sh", "args": ["-c", "echo no licence >&2; exit 3"], "timeout_seconds": 20},
        "well": script(&home.join(""), ANSWER),
    });
    let front = Front::with(
        &servers,
        json!([{
            "name": "note", "type": "mcp", "description": "Notes something.",
            "config": {"server_name": "dies", "tool_name": "note"},
        }]),
    );
    let client = front.client_with("well.work").await;
    assert_eq!(call(&client, "well.work", json!({})).await.0, "done");
    let refused = error(&client, "note", json!({})).await;
    assert!(refused.contains("no licence"), "{refused}");
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_program_that_ends_again_and_again_is_not_started_for_ever() {
    let home = Home::new();
    let starts = home.join("starts");
    // It answers no call, and ends by itself soon after it has said what it offers.
    let mut server = script(&home.join(""), ":");
    let path = server["args"][0].as_str().unwrap().to_owned();
    let text = format!(
        "echo x >> {}; (sleep 1; kill $$) &\n{}",
        starts.display(),
        fs::read_to_string(&path).unwrap()
    );
    fs::write(&path, text).unwrap();
    server["timeout_seconds"] = json!(5);
    let front = Front::with(&json!({"frail": server}), json!([]));
    let client = front.client_with("frail.work").await;
    until_async(async || {
        let refused = error(&client, "frail.work", json!({})).await;
        refused.contains("it ended 5 times in a row")
    })
    .await;
    let count = || fs::read_to_string(&starts).unwrap().lines().count();
    let before = count();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(count(), before);
    client.close().await.unwrap();
}

/// The descriptors that this process has open.
fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// The memory of this process, in MB.
fn memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<usize>().unwrap() / 1024
}

/// The processes whose command line has this text.
fn processes(text: &str) -> usize {
    let all = fs::read_dir("/proc").unwrap().flatten();
    all.filter(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(text)
    })
    .count()
}

#[tokio::test]
async fn a_server_that_is_killed_twenty_times_under_load_leaves_nobody_waiting_and_nothing_behind()
{
    let home = Home::new();
    let pid = home.join("pid");
    let mut server = script(&home.join(""), &format!("sleep 0.01; {ANSWER}"));
    let path = server["args"][0].as_str().unwrap().to_owned();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("echo $$ > {}\n{text}", pid.display())).unwrap();
    server["timeout_seconds"] = json!(20);
    let front = Front::with(&json!({"frail": server}), json!([]));
    let client = Arc::new(front.client_with("frail.work").await);
    call(&client, "frail.work", json!({})).await;
    let (before, memory_before) = (descriptors(), memory());
    let (answers, is_over) = (
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let callers = (0..32).map(|_| {
        let (client, answers, is_over) = (
            Arc::clone(&client),
            Arc::clone(&answers),
            Arc::clone(&is_over),
        );
        tokio::spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let begun = Instant::now();
                let output = client.call("frail.work", json!({})).await.unwrap();
                assert!(begun.elapsed() < Duration::from_secs(21));
                let text = output.joined_text();
                match output.is_error {
                    true => assert!(
                        text.contains("the connection ended before the answer"),
                        "{text}"
                    ),
                    false => drop(answers.fetch_add(1, Ordering::Relaxed)),
                }
            }
        })
    });
    let callers: Vec<_> = callers.collect();
    let mut killed = Vec::new();
    for _ in 0..20 {
        let seen = answers.load(Ordering::Relaxed);
        until(|| answers.load(Ordering::Relaxed) > seen).await;
        let process = fs::read_to_string(&pid).unwrap().trim().to_owned();
        assert!(!killed.contains(&process));
        let done = std::process::Command::new("kill")
            .args(["-9", &process])
            .status();
        assert!(done.unwrap().success());
        killed.push(process);
        until(|| {
            fs::read_to_string(&pid)
                .is_ok_and(|now| !now.trim().is_empty() && !killed.contains(&now.trim().to_owned()))
        })
        .await;
    }
    is_over.store(true, Ordering::Relaxed);
    for caller in callers {
        soon(caller).await.unwrap();
    }
    assert_eq!(call(&client, "frail.work", json!({})).await.0, "done");
    until(|| descriptors() <= before + 2).await;
    let grown = memory().saturating_sub(memory_before);
    assert!(grown < 64, "{grown} MB");
    // The one that runs, and no other.
    until(|| processes(&path) == 1).await;
}
