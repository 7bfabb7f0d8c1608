//! Executed code wants what is not its own: secrets, memory, other files, the network, to live on.

use std::{fs, os::unix::process::CommandExt as _, process::Command};

use serde_json::{Value, json};
use toolwright::Client;

use crate::{
    harness::{EmbeddingServer, Home, run},
    tools::processes::{is_superuser, until_gone},
};

const SECRET: &str = "correct-horse-battery";
const NOBODY: u32 = 65534;

/// Returns a client of a server that executes code in this mode of the sandbox.
async fn client(home: &Home, mode: &str) -> Client {
    let settings = [
        ("TOOLWRIGHT_CODE_EXECUTION", "true"),
        ("TOOLWRIGHT_CODE_SANDBOX", mode),
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ];
    home.server(&settings).client().await.unwrap()
}

async fn execute(client: &Client, language: &str, code: &str) -> Value {
    let arguments = json!({"language": language, "code": code, "timeout_seconds": 20});
    let answer = client.call("code_execution", arguments).await.unwrap();
    let value = answer.structured_value();
    value.unwrap_or_else(|| Value::from(answer.joined_text()))
}

async fn shell(client: &Client, code: &str) -> String {
    let ran = execute(client, "shell", code).await;
    ran["stdout"].as_str().unwrap_or_default().to_owned()
}

/// Prints which processes show the secret in their environment.
const READ_ENVIRONMENTS: &str = "for p in /proc/[0-9]*; do \
    tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -q correct-horse-environment && echo $p; done; echo looked";

/// The secret that [`READ_ENVIRONMENTS`] looks for. No other test has it in an environment.
const ENVIRONMENT_SECRET: &str = "correct-horse-environment";

/// Returns the command of a server with a secret in its environment, which calls one tool.
fn with_secret(home: &Home, words: &[&str], embedding: &str, secret: &str) -> Command {
    let mut command = home.toolwright(words);
    command
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("TOOLWRIGHT_CODE_EXECUTION", "true")
        .env("TOOLWRIGHT_CODE_SANDBOX", "off")
        .env("TOOLWRIGHT_DATA_DIR", home.join("data"))
        .env("TEXT_EMBEDDING_MODEL_URL", embedding)
        .env("TEXT_EMBEDDING_MODEL_NAME", "m")
        .env("TEXT_EMBEDDING_API_KEY", secret);
    command
}

#[tokio::test]
async fn a_secret_of_the_servers_environment_cannot_be_read_in_proc() {
    let home = Home::new();
    let server = EmbeddingServer::start().await;
    let code = format!("code={READ_ENVIRONMENTS}");
    let words = ["call", "code_execution", "language=shell", &code];
    let url = server.url();
    let ended = {
        let command = with_secret(&home, &words, &url, ENVIRONMENT_SECRET);
        tokio::task::spawn_blocking(|| run(command)).await.unwrap()
    };
    assert!(ended.stdout.contains(r#""stdout":"looked\n""#), "{ended:?}");
    // The server itself still has it.
    let words = ["call", "get_text_embedding", "text_list=[\"a\"]"];
    let command = with_secret(&home, &words, &url, ENVIRONMENT_SECRET);
    let ended = tokio::task::spawn_blocking(|| run(command)).await.unwrap();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let sent = server.asked().pop().unwrap().authorization;
    assert_eq!(sent, Some(format!("Bearer {ENVIRONMENT_SECRET}")));
}

/// A file of settings is not in the environment, but the process has read it.
#[tokio::test]
async fn the_memory_of_the_server_cannot_be_read_by_its_own_user() {
    let home = Home::new();
    let code = "code=p=$PPID; while [ $p -gt 1 ]; do \
        [ -r /proc/$p/environ ] && tr '\\0' ' ' < /proc/$p/cmdline; \
        p=$(sed -n 's/^PPid:.//p' /proc/$p/status); done; echo looked";
    let words = ["call", "code_execution", "language=shell", code];
    let mut command = with_secret(&home, &words, "http://127.0.0.1:9/v1/embeddings", SECRET);
    if is_superuser() {
        fs::create_dir_all(home.join("data")).unwrap();
        std::os::unix::fs::chown(home.join("data"), Some(NOBODY), Some(NOBODY)).unwrap();
        command.uid(NOBODY).gid(NOBODY);
    }
    let ended = tokio::task::spawn_blocking(|| run(command)).await.unwrap();
    assert!(ended.stdout.contains("looked"), "{ended:?}");
    assert!(!ended.stdout.contains("language=shell"), "{ended:?}");
}

#[tokio::test]
async fn a_daemon_does_not_outlive_a_call_whose_supervisor_it_killed() {
    let home = Home::new();
    let client = client(&home, "off").await;
    let told = home.join("told");
    let code = format!(
        "setsid sh -c 'echo $$ > {0}; sleep 301 & echo $! >> {0}; wait' &\n\
         until [ \"$(wc -l < {0})\" = 2 ]; do sleep 0.01; done 2>/dev/null\n\
         kill -9 $PPID; sleep 300",
        told.display()
    );
    let ran = execute(&client, "shell", &code).await;
    assert_eq!(ran, "the supervisor of the program exited unexpectedly");
    let text = fs::read_to_string(told).unwrap();
    let daemons: Vec<u32> = text.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(daemons.len(), 2);
    until_gone(&daemons).await;
    // The next call works.
    assert_eq!(shell(&client, "echo fine").await, "fine\n");
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn shared_memory_counts() {
    let home = Home::new();
    let client = client(&home, "off").await;
    let mapped = "import mmap, time\n\
        m = mmap.mmap(-1, 3 << 30)\n\
        for at in range(0, 3 << 30, 1 << 20): m[at:at + (1 << 20)] = bytes(1 << 20)\n\
        time.sleep(10)";
    let ran = execute(&client, "python", mapped).await;
    assert_eq!(ran["stopped"], "memory", "{ran}");
    let unmapped = "import os, time\n\
        files = [os.memfd_create(str(n)) for n in range(60)]\n\
        for file in files:\n    for _ in range(60): os.write(file, bytes(1 << 20))\n\
        time.sleep(10)";
    let ran = execute(&client, "python", unmapped).await;
    assert_eq!(ran["stopped"], "memory", "{ran}");
}

#[tokio::test]
#[ignore = "needs user namespaces and Landlock: run by tests/run"]
async fn code_in_a_sandbox_sees_and_changes_nothing_but_its_folder() {
    let home = Home::new();
    let secret = home.join("secret");
    fs::write(&secret, SECRET).unwrap();
    let client = client(&home, "required").await;
    let (file, folder) = (secret.display(), home.join(""));
    // Of the folders on the way to its own, it sees nothing else.
    let code = format!(
        "cat {file}; ls {}; ls /home /root; cat /etc/shadow",
        folder.display()
    );
    assert_eq!(shell(&client, &code).await, "data\n");
    let code =
        format!("echo changed > {file}; echo x > /usr/x; echo x > /x; touch /etc/x; echo done");
    assert_eq!(shell(&client, &code).await, "done\n");
    assert_eq!(fs::read_to_string(&secret).unwrap(), SECRET);
    let code =
        "echo a > mine; cat mine; echo b > /tmp/b; cat /tmp/b; echo c > $TMPDIR/c; cat $TMPDIR/c";
    assert_eq!(shell(&client, code).await, "a\nb\nc\n");
}

#[tokio::test]
#[ignore = "needs user namespaces and Landlock: run by tests/run"]
async fn code_in_a_sandbox_cannot_reach_other_processes() {
    let home = Home::new();
    let client = client(&home, "required").await;
    let server = std::process::id();
    let code = format!("kill -0 {server} || echo unknown; ls /proc | grep -c '^[0-9]'");
    let seen = shell(&client, &code).await;
    let (killed, count) = seen.split_once('\n').unwrap();
    assert_eq!(killed, "unknown");
    // Process 1, the shell, `ls` and `grep`.
    assert!(count.trim().parse::<u32>().unwrap() <= 4, "{seen}");
    // Exit codes, signals and limits are those of the program.
    let ran = execute(&client, "shell", "exit 42").await;
    assert_eq!(ran["exit_code"], 42, "{ran}");
    let ran = execute(&client, "shell", "kill -TERM $$").await;
    assert_eq!(
        (&ran["exit_code"], &ran["signal"]),
        (&Value::Null, &json!(15)),
        "{ran}"
    );
    let arguments =
        json!({"language": "shell", "code": "sleep 60 & sleep 60", "timeout_seconds": 1});
    let answer = client.call("code_execution", arguments).await.unwrap();
    assert_eq!(answer.structured_value().unwrap()["stopped"], "time");
}

#[tokio::test]
#[ignore = "needs Python, user namespaces and Landlock: run by tests/run"]
async fn code_in_a_sandbox_has_no_network_and_few_system_calls() {
    let home = Home::new();
    let client = client(&home, "required").await;
    let code = r"
import ctypes, os, socket, subprocess, tempfile
def attempt(what):
    try: what(); print('done')
    except OSError as error: print(error.strerror)
attempt(lambda: socket.socket(socket.AF_INET))
attempt(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
attempt(lambda: socket.socketpair())
libc = ctypes.CDLL(None, use_errno=True)
print(libc.unshare(0x10000000), os.strerror(ctypes.get_errno()))
print(libc.ptrace(16, 1, 0, 0), os.strerror(ctypes.get_errno()))
print(libc.syscall(0x40000000 + 521, 16, 1, 0, 0), os.strerror(ctypes.get_errno()))
print(subprocess.run(['sh', '-c', 'echo child'], capture_output=True, text=True).stdout.strip())
import multiprocessing, threading
t = threading.Thread(target=print, args=('thread',)); t.start(); t.join()
print(len(tempfile.mkdtemp()) > 0, os.getuid() >= 0)
";
    let ran = execute(&client, "python", code).await;
    assert_eq!(
        ran["stdout"],
        "Operation not permitted\nOperation not permitted\ndone\n\
         -1 Operation not permitted\n-1 Operation not permitted\n-1 Operation not permitted\n\
         child\nthread\nTrue True\n",
        "{ran}"
    );
}
