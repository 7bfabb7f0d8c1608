//! Somebody wants a file or a document to hold up the registry, or to fill the memory of a program that reads it.

use std::{
    fs,
    process::{Command, ExitStatus},
    time::{Duration, Instant},
};

use serde_json::{Map, Value, json};

use super::process::{doubling, peak_of};
use crate::{
    api::Api,
    harness::{soon, until_async},
    registry::{Registry, constant},
};

#[tokio::test]
async fn a_pipe_in_place_of_the_history_holds_up_no_change() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let made = api.post("tools", constant("two", "2")).await.expect(201);
    assert_eq!(made["revision"], "1");
    let history = api.registry.path("history.jsonl");
    fs::remove_file(&history).unwrap();
    let pipe = Command::new("mkfifo").arg(&history).status();
    assert!(pipe.unwrap().success());
    for name in ["three", "four"] {
        let refused = soon(api.post("tools", constant(name, "3"))).await;
        assert!(refused.status >= 500, "{}", refused.body);
    }
    let readiness = async || {
        let asked = api.server.http().get(api.server.url("/readyz")).send();
        let asked = soon(asked).await.unwrap();
        (asked.status().as_u16(), soon(asked.text()).await.unwrap())
    };
    let (status, told) = readiness().await;
    assert_eq!(status, 503, "{told}");
    assert!(told.contains("not ready: registry"), "{told}");
    let health = api.get("health").await.expect(200).to_string();
    assert!(health.contains("not a regular file"), "{health}");
    // What was there goes on, and so do changes once the pipe is gone.
    api.post("tools/one/call", json!({})).await.expect(200);
    fs::remove_file(&history).unwrap();
    api.post("tools", constant("five", "5")).await.expect(201);
    until_async(async || readiness().await.0 == 200).await;
}

/// The longest that reading a document may take, in a build without optimisations beside other tests.
/// It took 90 s with them.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Runs a command of the program. Returns how it ended, what it noticed and its most memory, in MB.
fn run_measured(registry: &Registry, words: &[&str]) -> (ExitStatus, String, usize) {
    let begun = Instant::now();
    let mut command = registry.toolwright(words);
    let files = ["printed", "noticed"].map(|name| fs::File::create(registry.path(name)).unwrap());
    let [printed, noticed] = files;
    let mut running = command.stdout(printed).stderr(noticed).spawn().unwrap();
    let mut most = 0;
    let ended = loop {
        most = most.max(peak_of(running.id()).unwrap_or_default());
        if let Some(ended) = running.try_wait().unwrap() {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let noticed = fs::read_to_string(registry.path("noticed")).unwrap();
    assert!(begun.elapsed() < MAX_TIME, "{:?}", begun.elapsed());
    (ended, noticed, most)
}

#[test]
fn a_file_of_countless_small_values_does_not_fill_the_memory() {
    let registry = Registry::with(json!([]));
    registry.write(&format!(
        "{{\"tools\": [{}{{}}]}}",
        "{},".repeat(20_000_000)
    ));
    let (ended, noticed, most) = run_measured(&registry, &["tools"]);
    assert!(!ended.success());
    assert!(noticed.contains("more than 2000000 values"), "{noticed}");
    // The text itself is 60 MB.
    assert!((60..300).contains(&most), "{most} MB");
}

/// Returns a document with 2,000 operations that share one large body.
fn sharing_document() -> Value {
    let names = (0..400).map(|number| (format!("p{number}"), json!({"type": "string"})));
    let body = json!({"type": "array", "items": {
        "type": "object", "properties": names.collect::<Map<_, _>>(),
    }});
    let paths = (0..2_000).map(|number| {
        let reference = json!({"$ref": "#/components/requestBodies/B"});
        (
            format!("/{number}"),
            json!({"post": {"requestBody": reference}}),
        )
    });
    let body = json!({"content": {"application/json": {"schema": body}}});
    json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
        "paths": paths.collect::<Map<_, _>>(), "components": {"requestBodies": {"B": body}},
    })
}

#[test]
fn a_document_on_the_command_line_does_not_fill_the_memory() {
    let registry = Registry::with(json!([]));
    let file = registry.path("document.json");
    fs::write(&file, sharing_document().to_string()).unwrap();
    let source = file.to_string_lossy();
    let (ended, noticed, most) = run_measured(&registry, &["tools", "import", "openapi", &source]);
    assert!(ended.success(), "{noticed}");
    assert!(
        noticed.contains("24 MiB, the limit of one import"),
        "{noticed}"
    );
    assert!((30..500).contains(&most), "{most} MB");
}

#[test]
fn a_document_whose_schema_doubles_is_refused_on_the_command_line() {
    for keyword in ["oneOf", "anyOf", "allOf", "not"] {
        let schemas = json!(doubling(keyword, 40)).to_string();
        let schemas: Value =
            serde_json::from_str(&schemas.replace("#/$defs/", "#/components/schemas/")).unwrap();
        let schema =
            json!({"type": "object", "properties": {"x": {"$ref": "#/components/schemas/a0"}}});
        let body = json!({"content": {"application/json": {"schema": schema}}});
        let document = json!({
            "openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
            "paths": {"/a": {"post": {"requestBody": body}}, "/b": {"get": {"operationId": "b"}}},
            "components": {"schemas": schemas},
        });
        let registry = Registry::with(json!([]));
        let file = registry.path("document.json");
        fs::write(&file, document.to_string()).unwrap();
        let source = file.to_string_lossy();
        let (ended, noticed, most) =
            run_measured(&registry, &["tools", "import", "openapi", &source]);
        assert!(ended.success(), "{keyword}: {noticed}");
        assert!(noticed.contains("costs too much"), "{keyword}: {noticed}");
        assert!(most < 300, "{keyword}: {most} MB");
        let tools: Value = serde_json::from_str(&registry.read()).unwrap();
        assert_eq!(tools["tools"].as_array().unwrap().len(), 1, "{keyword}");
    }
}
