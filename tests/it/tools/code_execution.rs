//! `code_execution` through the in-memory client: its results and its limits.

use serde_json::{Value, json};
use toolwright::Client;

use super::processes::{inside, is_alive, is_superuser, until_gone};
use crate::harness::Home;

/// The folders of the interpreters of the system, without those that a user has added.
pub(super) const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A client of a server whose code is not in a sandbox, so that process ids mean the same to both.
async fn client(home: &Home) -> Client {
    let settings = [
        ("TOOLWRIGHT_CODE_EXECUTION", "true"),
        ("TOOLWRIGHT_CODE_SANDBOX", "off"),
        ("PATH", PATH),
    ];
    home.server(&settings).client().await.unwrap()
}

/// The result of code.
struct Ran {
    value: Value,
    is_error: bool,
}

async fn run(client: &Client, arguments: Value) -> Ran {
    let answer = client.call("code_execution", arguments).await.unwrap();
    let value = answer.structured_value();
    Ran {
        value: value.unwrap_or_else(|| panic!("{}", answer.joined_text())),
        is_error: answer.is_error,
    }
}

async fn python(client: &Client, code: &str) -> Ran {
    run(client, json!({"language": "python", "code": code})).await
}

async fn shell(client: &Client, code: &str) -> Ran {
    run(client, json!({"language": "shell", "code": code})).await
}

impl Ran {
    fn text(&self, member: &str) -> &str {
        self.value[member].as_str().unwrap()
    }

    /// The limit that it exceeded.
    fn stopped(&self) -> &str {
        assert!(self.is_error, "{}", self.value);
        self.value["stopped"].as_str().unwrap_or_default()
    }
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn code_runs_and_its_output_is_returned() {
    let home = Home::new();
    let client = client(&home).await;
    let code = "import sys\nprint(sys.stdin.read().upper())\nprint('é', file=sys.stderr)";
    let arguments = json!({"language": "python", "code": code, "stdin": "hello"});
    let ran = run(&client, arguments).await;
    assert!(!ran.is_error);
    assert_eq!(
        ran.value,
        json!({
            "exit_code": 0, "signal": null,
            "stdout": "HELLO\n", "stderr": "é\n",
            "timed_out": false, "stopped": null,
            "stdout_truncated": false, "stderr_truncated": false,
            "files": [], "files_left_out": 0,
        })
    );
    let ran = shell(&client, "echo one; read line || echo nothing; exit 0").await;
    assert_eq!(ran.text("stdout"), "one\nnothing\n");
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_failure_is_returned_with_its_traceback() {
    let home = Home::new();
    let client = client(&home).await;
    let code = "def f(n):\n    return 1 / n\nprint('before')\nf(0)\n";
    let ran = python(&client, code).await;
    assert!(ran.is_error);
    assert_eq!(ran.value["exit_code"], 1);
    assert_eq!(ran.text("stdout"), "before\n");
    let traceback = ran.text("stderr");
    for line in [
        "Traceback (most recent call last):\n",
        "line 4, in <module>\n    f(0)\n",
        "line 2, in f\n    return 1 / n\n",
        "ZeroDivisionError: division by zero\n",
    ] {
        assert!(traceback.contains(line), "{traceback}");
    }
    let ran = shell(&client, "echo no >&2; exit 42").await;
    assert!(ran.is_error);
    assert_eq!(ran.value["exit_code"], 42);
    assert_eq!(ran.text("stderr"), "no\n");
    let ran = shell(&client, "kill -TERM $$").await;
    assert!(ran.is_error);
    assert_eq!(ran.value["exit_code"], Value::Null);
    assert_eq!(ran.value["signal"], 15);
    assert_eq!(ran.value["stopped"], Value::Null);
}

/// Starts processes that try to escape in several ways, prints their ids and waits.
const ESCAPES: &str = r"
import os, sys, time
def escape(ways):
    if os.fork() == 0:
        for way in ways:
            way()
        sys.stdout.write(f'{os.getpid()}\n')
        time.sleep(300)
daemon = lambda: os.fork() and os._exit(0)
escape([])
escape([os.setsid])
escape([daemon])
escape([os.setsid, daemon])
escape([daemon, os.setsid, daemon, daemon])
escape([os.setpgrp, daemon, lambda: os.close(0)])
time.sleep(300)
";

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn at_the_time_limit_every_process_ends() {
    let home = Home::new();
    let client = client(&home).await;
    let arguments = json!({"language": "python", "code": ESCAPES, "timeout_seconds": 2});
    let ran = run(&client, arguments).await;
    assert_eq!(ran.stopped(), "time");
    assert_eq!(ran.value["timed_out"], true);
    assert_eq!(ran.value["signal"], 9);
    let printed = ran.text("stdout").split_whitespace();
    let escaped: Vec<u32> = printed.map(|number| number.parse().unwrap()).collect();
    assert_eq!(escaped.len(), 6, "{escaped:?}");
    // The result arrives only after they have ended.
    assert_eq!(escaped.into_iter().filter(|one| is_alive(*one)).count(), 0);
}

#[tokio::test]
async fn background_processes_end_with_the_code() {
    let home = Home::new();
    let client = client(&home).await;
    let ran = shell(&client, "setsid sleep 300 & echo $!; sleep 301 & echo $!").await;
    assert!(!ran.is_error);
    for process in ran.text("stdout").split_whitespace() {
        assert!(!is_alive(process.parse().unwrap()));
    }
}

#[tokio::test]
async fn a_dropped_call_ends_its_code() {
    let home = Home::new();
    let client = client(&home).await;
    let told = home.join("told");
    let code = format!(
        "(setsid sh -c 'echo $$ >> {0}; sleep 300' &)\necho $$ >> {0}; sleep 300",
        told.display()
    );
    let arguments = json!({"language": "shell", "code": code});
    let mut call = Box::pin(client.call("code_execution", arguments));
    let processes = loop {
        let pause = std::time::Duration::from_millis(20);
        assert!(tokio::time::timeout(pause, &mut call).await.is_err());
        let text = std::fs::read_to_string(&told).unwrap_or_default();
        if text.lines().count() == 2 {
            let numbers = text.lines().map(|line| line.parse().unwrap());
            break numbers.collect::<Vec<u32>>();
        }
    };
    assert!(processes.iter().all(|process| is_alive(*process)));
    drop(call);
    until_gone(&processes).await;
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_flood_of_output_is_cut_and_stopped() {
    let home = Home::new();
    let client = client(&home).await;
    let ran = python(&client, "while True: print('x' * 999)").await;
    assert_eq!(ran.stopped(), "output");
    assert_eq!(ran.text("stdout").len(), 262_144);
    assert_eq!(ran.value["stdout_truncated"], true);
    assert_eq!(ran.value["stderr_truncated"], false);
    let ran = shell(&client, "yes no >&2").await;
    assert_eq!(ran.stopped(), "output");
    assert_eq!(ran.value["stderr_truncated"], true);
    // Exactly at the limit.
    let ran = python(&client, "print('x' * 262143)").await;
    assert!(!ran.is_error);
    assert_eq!(ran.text("stdout").len(), 262_144);
    assert_eq!(ran.value["stdout_truncated"], false);
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn memory_is_limited_per_process_and_in_total() {
    let home = Home::new();
    let client = client(&home).await;
    let ran = python(&client, "x = bytearray(2 * 10**9)").await;
    assert!(
        ran.text("stderr").ends_with("MemoryError\n"),
        "{}",
        ran.value
    );
    let many = r"
import os, time
for _ in range(6):
    if os.fork() == 0:
        x = bytearray(b'x') * 300_000_000
        time.sleep(300)
time.sleep(300)
";
    assert_eq!(python(&client, many).await.stopped(), "memory");
    // Memory that processes share counts once.
    let shared = r"
import os, time
x = bytearray(b'x') * 300_000_000
for _ in range(6):
    if os.fork() == 0:
        time.sleep(1)
        os._exit(0)
for _ in range(6):
    os.wait()
print('fine')
";
    let ran = python(&client, shared).await;
    assert_eq!(ran.text("stdout"), "fine\n", "{}", ran.value);
}

/// Programs that start more processes or threads than allowed. Each ends by itself if it is not
/// stopped.
const CROWDS: [(&str, &str); 4] = [
    (
        "python",
        "import os, time
for _ in range(2000):
    if os.fork() == 0: time.sleep(60)
time.sleep(60)",
    ),
    (
        "shell",
        "b() { [ $1 -gt 0 ] && { b $(($1 - 1)) & b $(($1 - 1)) & wait; }; sleep 60; }; b 10",
    ),
    (
        "python",
        "import os, time
for _ in range(11):
    os.fork()
    try: os.setsid()
    except OSError: pass
time.sleep(60)",
    ),
    (
        "python",
        "import threading, time
threading.stack_size(262_144)
for _ in range(1000):
    threading.Thread(target=time.sleep, args=(60,)).start()",
    ),
];

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn processes_and_threads_are_limited() {
    let home = Home::new();
    let client = client(&home).await;
    for (language, code) in CROWDS {
        let arguments = json!({"language": language, "code": code, "timeout_seconds": 10});
        let ran = run(&client, arguments).await;
        // The kernel also counts processes, except for the superuser. If it is first, the code fails.
        let stopped = ran.stopped();
        assert!(
            stopped == "processes" || !is_superuser(),
            "{code}: {}",
            ran.value
        );
    }
    let mark = home.join("data").to_string_lossy().into_owned();
    assert_eq!(inside(&mark), Vec::<u32>::new());
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_file_is_at_most_64_megabytes() {
    let home = Home::new();
    let client = client(&home).await;
    let code = "f = open('big', 'wb')\nwhile True: f.write(bytes(10**6)); f.flush()";
    let ran = python(&client, code).await;
    let stderr = ran.text("stderr");
    assert!(
        stderr.contains("OSError: [Errno 27] File too large"),
        "{stderr}"
    );
    assert_eq!(ran.value["files"][0]["bytes"], 64 * 1024 * 1024);
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn the_environment_is_cleared() {
    let home = Home::new();
    let client = client(&home).await;
    let code = "import json, os\nprint(json.dumps(dict(os.environ)))";
    let ran = python(&client, code).await;
    let mut variables: Value = serde_json::from_str(ran.text("stdout")).unwrap();
    let folder = variables["PYTHONPATH"].as_str().unwrap().to_owned();
    let run = folder.strip_suffix("/files").unwrap();
    let interpreter = variables["PATH"].take();
    let interpreter = interpreter.as_str().unwrap();
    assert!(
        interpreter.ends_with(":/usr/local/bin:/usr/bin:/bin"),
        "{interpreter}"
    );
    assert_eq!(
        variables,
        json!({
            "PATH": null,
            "HOME": format!("{run}/home"),
            "TMPDIR": format!("{run}/tmp"),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": folder,
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
        })
    );
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn concurrent_executions_do_not_see_each_other() {
    let home = Home::new();
    let client = client(&home).await;
    let code = "import os, time\nopen('mine', 'w').write(str(os.getpid()))\ntime.sleep(1)\n\
                print(os.getcwd(), os.listdir('.'), os.listdir(os.environ['HOME']))";
    let (one, other) = tokio::join!(python(&client, code), python(&client, code));
    let folder = |ran: &Ran| {
        let (folder, rest) = ran.text("stdout").split_once(' ').unwrap();
        assert_eq!(rest, "['mine'] []\n");
        folder.to_owned()
    };
    assert_ne!(folder(&one), folder(&other));
    let again = python(&client, "import os; print(os.listdir('.'))").await;
    assert_eq!(again.text("stdout"), "[]\n");
}

#[tokio::test]
async fn a_missing_interpreter_is_named() {
    let home = Home::new();
    let settings = [("TOOLWRIGHT_CODE_EXECUTION", "true"), ("PATH", "/nowhere")];
    let client = home.server(&settings).client().await.unwrap();
    for (language, program) in [("python", "python3"), ("shell", "sh")] {
        let arguments = json!({"language": language, "code": "1"});
        let answer = client.call("code_execution", arguments).await.unwrap();
        assert!(answer.is_error);
        assert_eq!(
            answer.joined_text(),
            format!("`{program}` is not installed: no folder in the server's `PATH` has it")
        );
    }
}

#[tokio::test]
async fn code_execution_is_off_by_default() {
    let home = Home::new();
    for settings in [&[][..], &[("TOOLWRIGHT_CODE_EXECUTION", "false")]] {
        let client = home.server(settings).client().await.unwrap();
        let tools = client.tools().await.unwrap();
        assert!(tools.iter().any(|tool| tool["name"] == "code_execution"));
        let arguments = json!({"language": "shell", "code": "true"});
        let refused = client.call("code_execution", arguments).await.unwrap();
        assert!(refused.is_error);
        assert_eq!(
            refused.joined_text(),
            "code execution is off: the operator of the server sets \
             `TOOLWRIGHT_CODE_EXECUTION=true` to let agents run code"
        );
        client.close().await.unwrap();
    }
    assert!(!home.join("data/runs").exists());
}

#[tokio::test]
async fn arguments_have_limits() {
    let home = Home::new();
    let client = client(&home).await;
    for arguments in [
        json!({"language": "ruby", "code": "1"}),
        json!({"language": "python", "code": ""}),
        json!({"language": "python", "code": "1", "timeout_seconds": 0}),
        json!({"language": "python", "code": "1", "timeout_seconds": 301}),
    ] {
        let answer = client.call("code_execution", &arguments).await.unwrap();
        assert!(
            answer.is_error && answer.structured.is_none(),
            "{arguments}"
        );
    }
}
