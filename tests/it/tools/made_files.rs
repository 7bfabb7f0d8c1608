//! The files that `code_execution` created, as resources, and their removal when a server ends.

use std::{fs, path::PathBuf, time::Duration};

use serde_json::{Value, json};
use toolwright::{Client, Content};

use super::{code_execution::PATH, processes::until_gone};
use crate::harness::{Child, Home};

const SETTINGS: [(&str, &str); 3] = [
    ("TOOLWRIGHT_CODE_EXECUTION", "true"),
    ("TOOLWRIGHT_CODE_SANDBOX", "off"),
    ("PATH", PATH),
];

async fn client(home: &Home) -> Client {
    home.server(&SETTINGS).client().await.unwrap()
}

/// Runs code and returns the structured result and the links.
async fn made(client: &Client, code: &str) -> (Value, Vec<Content>) {
    let arguments = json!({"language": "python", "code": code});
    let answer = client.call("code_execution", arguments).await.unwrap();
    assert!(!answer.is_error, "{}", answer.joined_text());
    let value = answer.structured_value().unwrap();
    (value, answer.content[1..].to_vec())
}

/// Reads a resource: its MIME type, and its text or Base64.
async fn read(client: &Client, uri: &str) -> Result<(String, String), String> {
    let contents = client.read(uri).await.map_err(|error| error.to_string())?;
    let contents = contents[0].clone();
    assert_eq!(contents.uri, uri);
    let body = contents.text.or(contents.blob).unwrap();
    Ok((contents.mime_type.unwrap(), body))
}

/// Returns the folder of the server's executions.
fn own_folders(home: &Home) -> Vec<PathBuf> {
    let entries = fs::read_dir(home.join("data/runs")).into_iter().flatten();
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.is_dir()).collect()
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn created_files_are_resources() {
    let home = Home::new();
    let client = client(&home).await;
    let code = r"
import os
os.makedirs('plots/2026')
open('plots/2026/a b.png', 'wb').write(b'\x89PNG\xff')
open('table.csv', 'w').write('a,b\n')
open('empty', 'w')
";
    let (value, links) = made(&client, code).await;
    let id = {
        let uri = value["files"][0]["uri"].as_str().unwrap();
        uri["execution://".len()..]
            .split_once('/')
            .unwrap()
            .0
            .to_owned()
    };
    assert_eq!(id.len(), 32);
    let uri = |path: &str| format!("execution://{id}/{path}");
    assert_eq!(
        value["files"],
        json!([
            {"path": "empty", "bytes": 0, "uri": uri("empty")},
            {"path": "plots/2026/a b.png", "bytes": 5, "uri": uri("plots/2026/a%20b.png")},
            {"path": "table.csv", "bytes": 4, "uri": uri("table.csv")},
        ])
    );
    assert_eq!(
        serde_json::to_value(&links).unwrap(),
        json!([
            {"type": "resource_link", "uri": uri("empty"), "name": "empty"},
            {"type": "resource_link", "uri": uri("plots/2026/a%20b.png"), "name": "plots/2026/a b.png", "mimeType": "image/png"},
            {"type": "resource_link", "uri": uri("table.csv"), "name": "table.csv", "mimeType": "text/csv"},
        ])
    );
    let expected = |mime: &str, body: &str| Ok((mime.to_owned(), body.to_owned()));
    assert_eq!(
        read(&client, &uri("empty")).await,
        expected("text/plain", "")
    );
    assert_eq!(
        read(&client, &uri("table.csv")).await,
        expected("text/csv", "a,b\n")
    );
    let png = read(&client, &uri("plots/2026/a%20b.png")).await;
    assert_eq!(png, expected("image/png", "iVBOR/8="));
    for uri in [
        uri("plots"),
        uri("nothing"),
        uri("../code/main.py"),
        uri("plots/2026/../../table.csv"),
        format!("execution://{}/table.csv", "0".repeat(32)),
    ] {
        let refused = read(&client, &uri).await.unwrap_err();
        assert_eq!(refused, format!("unknown resource `{uri}`"));
    }
    let templates = client.templates().await.unwrap();
    let templates = templates.iter().map(|template| &template["uriTemplate"]);
    assert!(
        templates
            .into_iter()
            .any(|uri| uri == "execution://{id}/{+path}")
    );
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn links_and_unusual_names_are_harmless() {
    let home = Home::new();
    fs::write(home.join("secret"), "secret").unwrap();
    let client = client(&home).await;
    let code = format!(
        r"
import os
secret = {:?}
os.symlink('/etc/passwd', 'passwd')
os.symlink('/etc', 'etc')
os.symlink(secret, 'link')
os.link(secret, 'hard')
os.mkfifo('pipe')
for name in ['new\nline', 'back\\slash', '%2e%2e', 'ask?#frag', '한글', ' ', '100%']:
    open(name, 'w').write(name)
open(b'\xff\xfe', 'w').write('bytes')
",
        home.join("secret")
    );
    let (value, links) = made(&client, &code).await;
    assert_eq!(value["files_left_out"], 5);
    let files = value["files"].as_array().unwrap();
    assert_eq!(files.len(), 8);
    let mut readable = 0;
    for file in files {
        let Some(uri) = file["uri"].as_str() else {
            let path = file["path"].as_str().unwrap();
            let unfit = ["back\\slash", "%2e%2e", "\u{fffd}\u{fffd}"];
            assert!(unfit.contains(&path), "{path}");
            continue;
        };
        let (_, body) = read(&client, uri).await.unwrap();
        assert_eq!(body, file["path"].as_str().unwrap());
        readable += 1;
    }
    assert_eq!((readable, links.len()), (5, 5));
    let uri = files[0]["uri"].as_str().unwrap();
    let (folder, _) = uri.rsplit_once('/').unwrap();
    for path in [
        "passwd",
        "etc/passwd",
        "link",
        "hard",
        "pipe",
        "%5c",
        "%2e%2e/%2e%2e/secret",
    ] {
        let uri = format!("{folder}/{path}");
        let refused = read(&client, &uri).await.unwrap_err();
        assert_eq!(refused, format!("unknown resource `{uri}`"));
    }
    assert_eq!(fs::read_to_string(home.join("secret")).unwrap(), "secret");
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn files_beyond_the_limit_are_counted() {
    let home = Home::new();
    let client = client(&home).await;
    let code = "for n in range(150): open(f'{n:03}', 'w').write('x')";
    let (value, _) = made(&client, code).await;
    let files = value["files"].as_array().unwrap();
    assert_eq!((files.len(), &files[99]["path"]), (100, &json!("099")));
    assert_eq!(value["files_left_out"], 50);
    let large = "for n in 'abc': open(n, 'wb').write(bytes(30_000_000))";
    let (value, _) = made(&client, large).await;
    assert_eq!(value["files"].as_array().unwrap().len(), 2);
    assert_eq!(value["files_left_out"], 1);
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn no_file_is_left_when_the_server_ends() {
    let home = Home::new();
    let client = client(&home).await;
    made(&client, "open('a', 'w').write('x')").await;
    assert_eq!(own_folders(&home).len(), 1);
    client.close().await.unwrap();
    assert_eq!(own_folders(&home), Vec::<PathBuf>::new());
}

/// Starts the real server with a call that never ends, and returns the processes of that call.
fn busy_server(home: &Home) -> (Child, Vec<u32>) {
    let told = home.join("told");
    let code = format!(
        "(setsid sh -c 'echo $$ >> {0}; sleep 300' &)\necho $$ >> {0}; sleep 300",
        told.display()
    );
    let mut command = home.toolwright(&["stdio"]);
    let mut server = Child::spawn(
        command
            .envs(SETTINGS)
            .env("TOOLWRIGHT_DATA_DIR", home.join("data")),
    );
    server.initialize("2025-11-25");
    let arguments = json!({"language": "shell", "code": code});
    let params = json!({"name": "code_execution", "arguments": arguments});
    server.send(&json!({"jsonrpc": "2.0", "id": "call", "method": "tools/call", "params": params}));
    for _ in 0..1_000 {
        let text = fs::read_to_string(&told).unwrap_or_default();
        if text.lines().count() == 2 {
            let processes = text.lines().map(|line| line.parse().unwrap()).collect();
            return (server, processes);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the code does not start");
}

#[tokio::test]
async fn a_cancelled_call_ends_its_code() {
    let home = Home::new();
    let (mut server, processes) = busy_server(&home);
    let params = json!({"requestId": "call", "reason": "enough"});
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    until_gone(&processes).await;
    // The server still works.
    assert_eq!(server.ask(1, "ping", json!({}))["result"], json!({}));
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_killed_server_leaves_no_process_and_the_next_removes_files() {
    let home = Home::new();
    let (server, processes) = busy_server(&home);
    assert_eq!(own_folders(&home).len(), 1);
    // Dropping it kills the server.
    drop(server);
    until_gone(&processes).await;
    let left = own_folders(&home);
    assert_eq!(left.len(), 1);
    let client = client(&home).await;
    assert_eq!(own_folders(&home), Vec::<PathBuf>::new());
    // A running server keeps its files when another one starts.
    let (value, _) = made(&client, "open('a', 'w').write('x')").await;
    let other = home.server(&SETTINGS).client().await.unwrap();
    let uri = value["files"][0]["uri"].as_str().unwrap();
    assert_eq!(read(&client, uri).await.unwrap().1, "x");
    assert!(read(&other, uri).await.is_err());
}
