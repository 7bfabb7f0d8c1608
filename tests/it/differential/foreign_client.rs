//! rmcp's own client, against the example of a todo list and the one of the conformance suite.

use std::process::{Command, Stdio};

use super::twin;
use crate::harness::{Home, Serving, example_path, run};

/// The program beside the twin that is a client.
fn drive(era: &str, todo: &str, conformance: &str) {
    let program = twin::program().with_file_name("rmcp_client");
    let mut client = Command::new(program);
    client.args([era, todo, conformance]);
    client.stdout(Stdio::piped()).stderr(Stdio::piped());
    let ended = run(client);
    assert_eq!(ended.code, Some(0), "{era}: {}", ended.stderr);
}

#[test]
#[ignore = "needs the twin: run by tests/run"]
fn the_client_of_rmcp_drives_the_examples_over_stdio() {
    let [todo, conformance] = ["todo", "conformance"].map(example_path);
    let [todo, conformance] = [&todo, &conformance].map(|path| path.to_str().unwrap());
    for era in ["legacy", "modern"] {
        drive(era, todo, conformance);
    }
}

#[test]
#[ignore = "needs the twin: run by tests/run"]
fn the_client_of_rmcp_drives_the_examples_over_http() {
    let home = Home::new();
    for era in ["legacy", "modern"] {
        let servers = ["todo", "conformance"].map(|name| {
            let mut command = home.example(name, &["serve", "--port", "0"]);
            command.stderr(Stdio::piped());
            Serving::start(command)
        });
        let [todo, conformance] = [0, 1].map(|at| format!("http://{}/mcp", servers[at].address));
        drive(era, &todo, &conformance);
    }
}
