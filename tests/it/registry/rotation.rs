//! `toolwright secrets rotate`: at no moment a credential cannot be read.

use std::{fs, process::Command, time::Instant};

use serde_json::{Value, json};

use super::{Registry, call, error};
use crate::{
    harness::{Ended, run},
    tools::local_server::{Asked, LocalServer, Reply},
};

const PRIVATE: (&str, &str) = ("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*");

/// A server that tells whether it gets the right credential, and a registry whose tools ask it.
struct Rotation {
    registry: Registry,
    server: LocalServer,
}

impl Rotation {
    async fn new(names: &[&str]) -> Self {
        let server = LocalServer::start(|_, asked: &Asked| {
            let sent = asked.headers.get("authorization").map(String::as_str);
            Reply::json(200, json!(sent == Some("Bearer s3cr3t")))
        })
        .await;
        let tool = |name: &&str| {
            json!({
                "name": name, "type": "http", "description": "d",
                "config": {"base_url": server.url()}, "auth": {"type": "bearer", "token": "s3cr3t"},
            })
        };
        let registry = Registry::with(names.iter().map(tool).collect());
        Self { registry, server }
    }

    fn key_file(&self) -> String {
        let path = self.registry.path("../secret.key");
        path.to_string_lossy().into_owned()
    }

    fn toolwright(&self, words: &[&str]) -> Command {
        let mut command = self.registry.toolwright(words);
        command
            .env(PRIVATE.0, PRIVATE.1)
            .env("TOOLWRIGHT_SECRET_KEY_FILE", self.key_file());
        command
    }

    fn rotate(&self) -> Ended {
        run(self.toolwright(&["secrets", "rotate"]))
    }

    fn assert_readable(&self, when: &str) {
        let called = run(self.toolwright(&["call", "ask"]));
        assert_eq!(
            (called.code, called.stdout.as_str()),
            (Some(0), "true\n"),
            "{when}: {}",
            called.stderr
        );
    }

    /// The sealed credentials in `tools.json`.
    fn sealed(&self) -> Vec<String> {
        let tools: Value = serde_json::from_str(&self.registry.read()).unwrap();
        let tools = tools["tools"].as_array().unwrap();
        tools
            .iter()
            .map(|tool| tool["auth"]["token"].as_str().unwrap().to_owned())
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_that_is_killed_at_any_moment_leaves_all_readable_and_goes_on() {
    let rotation = Rotation::new(&["ask", "other"]).await;
    rotation.assert_readable("before");
    let first = rotation.sealed();
    let start = Instant::now();
    assert_eq!(rotation.rotate().code, Some(0));
    // How long it takes depends on the machine, so the moments do too.
    let whole = start.elapsed();
    for tenths in 0..=10 {
        let mut command = rotation.toolwright(&["secrets", "rotate"]);
        let mut child = command.spawn().unwrap();
        std::thread::sleep(whole * tenths / 10);
        child.kill().unwrap();
        child.wait().unwrap();
        rotation.assert_readable(&format!("killed after {tenths} tenths of {whole:?}"));
    }
    let ended = rotation.rotate();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    rotation.assert_readable("after");
    assert!(
        rotation
            .sealed()
            .iter()
            .all(|sealed| !first.contains(sealed))
    );
    let asked = rotation.server.asked();
    assert!(
        asked
            .iter()
            .all(|asked| asked.headers["authorization"] == "Bearer s3cr3t")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_goes_on_after_each_of_its_steps() {
    let rotation = Rotation::new(&["ask", "other"]).await;
    rotation.assert_readable("before");
    let history = rotation.registry.path("history.jsonl");
    let before = (rotation.registry.read(), fs::read(&history).unwrap());
    assert_eq!(
        rotation.rotate().answer(),
        "2 tools have their credentials sealed anew\n"
    );
    let after = fs::read(&history).unwrap();
    let keys = fs::read_to_string(rotation.key_file()).unwrap();
    assert_eq!(keys.lines().filter(|line| !line.is_empty()).count(), 2);
    // Killed after the new key was written; after the versions were appended too; while they were.
    let half = before.1.len() + (after.len() - before.1.len()) / 2;
    for history_then in [&before.1[..], &after[..], &after[..half]] {
        rotation.registry.write(&before.0);
        fs::write(&history, history_then).unwrap();
        rotation.assert_readable("interrupted");
        assert_eq!(
            rotation.rotate().answer(),
            "2 tools have their credentials sealed anew\n"
        );
        rotation.assert_readable("after");
        // The new key is used, and no further one is made.
        assert_eq!(fs::read_to_string(rotation.key_file()).unwrap(), keys);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_runs_goes_on_with_the_new_key() {
    let rotation = Rotation::new(&["ask"]).await;
    let file = rotation.key_file();
    let settings = [PRIVATE, ("TOOLWRIGHT_SECRET_KEY_FILE", file.as_str())];
    let client = rotation.registry.client_with(&settings).await;
    assert_eq!(call(&client, "ask", json!({})).await.0, "true");
    let first = rotation.sealed();
    for _ in 0..3 {
        assert_eq!(rotation.rotate().code, Some(0));
        assert_eq!(call(&client, "ask", json!({})).await.0, "true");
    }
    assert_ne!(rotation.sealed(), first);
    // A version of before the rotations opens too: its key is kept.
    assert_eq!(
        run(rotation.toolwright(&["tools", "rollback", "ask", "1", "--yes"])).code,
        Some(0)
    );
    rotation.assert_readable("after a rollback");
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_key_names_the_tools_that_cannot_be_read_and_the_rest_works() {
    let rotation = Rotation::new(&["ask", "other"]).await;
    rotation.assert_readable("before");
    let sealed = rotation.registry.read();
    let key = run(rotation.toolwright(&["secrets", "generate"])).answer();
    let with_key = |words: &[&str]| {
        let mut command = rotation.toolwright(words);
        command.env("TOOLWRIGHT_SECRET_KEY", key.trim());
        run(command)
    };
    let refused = with_key(&["secrets", "rotate"]);
    assert_eq!(refused.code, Some(1));
    for name in ["ask", "other"] {
        let message =
            format!("a credential of `{name}` cannot be read: it was sealed with the key `");
        assert!(refused.stderr.contains(&message), "{}", refused.stderr);
    }
    assert_eq!(rotation.registry.read(), sealed);
    let settings = [PRIVATE, ("TOOLWRIGHT_SECRET_KEY", key.trim())];
    let client = rotation.registry.client_with(&settings).await;
    let failed = error(&client, "ask", json!({})).await;
    assert!(
        failed.starts_with(
            "the credential `token` of `ask` cannot be read: it was sealed with the key `"
        ),
        "{failed}"
    );
    let sum = call(&client, "calculator", json!({"expression": "1 + 1"})).await;
    assert!(sum.0.contains('2'), "{}", sum.0);
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_names_a_credential_that_nobody_can_read_and_seals_the_rest() {
    let rotation = Rotation::new(&["ask", "other"]).await;
    rotation.assert_readable("before");
    let first = rotation.sealed();
    let broken = rotation
        .registry
        .read()
        .replace(&first[1], "sealed:v1:AAAA");
    rotation.registry.write(&broken);
    let ended = rotation.rotate();
    assert_eq!(ended.code, Some(1), "{}", ended.stdout);
    let why = "a credential of `other` cannot be read: it was changed, or sealed for another tool or field";
    assert!(ended.stderr.contains(why), "{}", ended.stderr);
    assert_eq!(ended.stdout, "1 tools have their credentials sealed anew\n");
    assert_ne!(rotation.sealed()[0], first[0]);
    assert_eq!(rotation.sealed()[1], "sealed:v1:AAAA");
    rotation.assert_readable("after");
}
