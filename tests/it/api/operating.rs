//! Settings, health, questions, plans.

use serde_json::{Value, json};

use super::Api;
use crate::{harness::until, registry::constant};

#[tokio::test]
async fn settings_are_told_with_their_places_and_without_secrets() {
    let settings = [("TOOL_WHITELIST", "*"), ("CHROMADB_TOKEN", "s3cret-token")];
    let api = Api::with_settings(json!([]), &settings).await;
    let settings = api.get("settings").await.expect(200);
    assert!(!settings.to_string().contains("s3cret-token"));
    let of = |name: &str| {
        let items = settings["items"].as_array().unwrap();
        items
            .iter()
            .find(|one| one["name"] == name)
            .unwrap()
            .clone()
    };
    let token = of("CHROMADB_TOKEN");
    assert_eq!(
        (&token["value"], &token["is_secret"]),
        (&json!("********"), &json!(true))
    );
    let days = of("TOOLWRIGHT_LOG_DAYS");
    assert_eq!(
        (&days["value"], &days["place"]),
        (&json!("30"), &json!("default"))
    );
    assert!(!days["description"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn a_plan_runs_in_its_forms_with_arguments() {
    let api = Api::with(json!([constant("one", "1"), constant("two", "2")])).await;
    let steps = json!([{"tool": "one"}, {"tool": "none", "arguments": {}}, {"tool": "two"}]);
    for plan in [steps.clone(), json!({"steps": steps})] {
        let report = api.post("plans", plan).await.expect(200);
        assert_eq!(
            (&report["succeeded"], &report["failed"]),
            (&json!(2), &json!(1))
        );
        assert_eq!(report["results"][2]["result"], json!(2));
    }
    for wrong in [json!({"steps": 1}), json!([{"arguments": {}}]), json!("x")] {
        assert_eq!(api.post("plans", wrong).await.refusal().0, 422);
    }
}

/// Starts a call that asks a person, and returns it with the id of its question.
async fn ask(api: &Api) -> (tokio::task::JoinHandle<Value>, String) {
    let body =
        json!({"arguments": {"question": "Which?", "kind": "choice", "choices": ["red", "blue"]}});
    let request = api.request(reqwest::Method::POST, "tools/request_human_input/call");
    let asking = tokio::spawn(async move {
        let response = request.json(&body).send().await.unwrap();
        response.json().await.unwrap()
    });
    let folder = api.registry.path("../data/questions");
    until(|| {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        files
            .map(|file| file.path())
            .any(|path| path.extension().is_some_and(|end| end == "json"))
    })
    .await;
    let questions = api.get("questions").await.expect(200);
    let question = &questions["items"][0];
    assert_eq!(question["question"], "Which?", "{questions}");
    (asking, question["id"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_question_is_answered() {
    let api = Api::with(json!([])).await;
    let (asking, id) = ask(&api).await;
    let path = format!("questions/{id}");
    let wrong = api.post(&path, json!({"answer": "green"})).await;
    assert_eq!(wrong.refusal().0, 422);
    assert_eq!(api.post(&path, json!({"answer": "blue"})).await.status, 204);
    assert!(asking.await.unwrap()["result"].to_string().contains("blue"));
    assert_eq!(
        api.post(&path, json!({"answer": "red"})).await.refusal().0,
        404
    );
}

#[tokio::test]
async fn a_question_is_dismissed() {
    let api = Api::with(json!([])).await;
    let (asking, id) = ask(&api).await;
    let path = format!("questions/{}", id.to_uppercase());
    let dismiss = || {
        let request = api.request(reqwest::Method::DELETE, &path);
        super::answered(request.header("content-type", "application/json"))
    };
    assert_eq!(dismiss().await.status, 204);
    assert_eq!(dismiss().await.status, 404);
    let answer = asking.await.unwrap();
    assert_eq!(answer["success"], false);
    let error = answer["error"].as_str().unwrap();
    assert!(error.ends_with("the person refused to answer"), "{error}");
    let questions = api.get("questions").await.expect(200);
    assert_eq!(questions["items"], json!([]));
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_told_by_the_health() {
    // A database that does not answer, so that none is started.
    let settings = [
        ("POSTGRESQL_DB_HOST", "127.0.0.1"),
        ("POSTGRESQL_DB_PORT", "1"),
        ("POSTGRESQL_DB_NAME", "none"),
        ("POSTGRESQL_DB_USER", "nobody"),
        ("POSTGRESQL_DB_PASS", "nothing"),
    ];
    let api = Api::with_settings(json!([constant("one", "1")]), &settings).await;
    api.registry.write("{");
    let server = &api.server;
    let start = std::time::Instant::now();
    while crate::harness::get(server, "/readyz").await.status != 503 {
        assert!(start.elapsed().as_secs() < 30);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let health = api.get("health").await.expect(200);
    assert_eq!(health["status"], "error");
    let findings = health["findings"].as_array().unwrap();
    let subjects: Vec<_> = findings
        .iter()
        .map(|one| one["subject"].as_str().unwrap())
        .collect();
    assert!(
        subjects.contains(&"registry") && subjects.contains(&"settings"),
        "{subjects:?}"
    );
}
