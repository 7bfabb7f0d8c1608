//! An author wants a schema to freeze the server, or to fill its memory.

use std::{
    sync::mpsc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use toolwright::call::compute;

use crate::{
    api::{Answered, Api},
    harness::soon,
    registry::constant,
};

/// A schema of 3 KB whose only property takes 2⁴⁰ steps.
fn doubling(keyword: &str) -> Value {
    let definitions = super::process::doubling(keyword, 40);
    json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a0"}}, "$defs": definitions})
}

/// A tool with this schema, whose expression has its only parameter.
fn with_schema(schema: &Value) -> Value {
    let parameter = schema["properties"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap();
    let mut tool = constant("heavy", &format!("1 if {parameter} else 2"));
    tool["input_schema"] = schema.clone();
    tool
}

/// Waits for an answer, which the server has to give soon: the old one never did.
async fn within<T>(answer: impl Future<Output = T>) -> T {
    let begun = Instant::now();
    let answer = soon(answer).await;
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{:?}",
        begun.elapsed()
    );
    answer
}

async fn is_alive(api: &Api) {
    let address = format!("http://{}/healthz", api.server.address());
    let healthy = within(reqwest::get(address)).await.unwrap();
    assert_eq!(healthy.status(), 200);
}

#[tokio::test]
async fn references_that_double_are_refused_with_the_part_that_costs_too_much() {
    let api = Api::with(json!([])).await;
    for keyword in ["oneOf", "anyOf", "allOf", "not"] {
        let tool = with_schema(&doubling(keyword));
        let trial = json!({"spec": tool, "arguments": {"x": 1}});
        let refused: Answered = within(api.post("tools/test", trial)).await;
        assert_eq!(refused.status, 422, "{keyword}");
        let text = refused.body.to_string();
        assert!(
            text.contains("costs too much") && text.contains("#/$defs/a2"),
            "{text}"
        );
        assert_eq!(within(api.post("tools", tool)).await.status, 422);
    }
    is_alive(&api).await;
}

#[tokio::test]
async fn parts_of_a_schema_that_multiply_are_refused() {
    let parts = |count: usize, part: &Value| {
        let named = (0..count).map(|number| (format!("p{number}"), part.clone()));
        Value::Object(named.collect())
    };
    let long = "x".repeat(300_000);
    let anchors = vec![json!({"$dynamicAnchor": "a"}); 5_000];
    let api = Api::with(json!([])).await;
    for (x, why) in [
        (
            json!({"properties": {long: {"properties": parts(20_000, &json!({}))}}}),
            "its names are too long",
        ),
        (
            json!({"properties": parts(5_000, &json!({"$dynamicRef": "#a"})), "allOf": anchors}),
            "its references lead to",
        ),
        (
            json!({"pattern": "[".repeat(300_000)}),
            "this is not a JSON schema",
        ),
    ] {
        let tool = with_schema(&json!({"type": "object", "properties": {"x": x}}));
        for (path, body) in [
            ("tools/check", json!({"spec": tool})),
            ("tools/test", json!({"spec": tool, "arguments": {"x": 1}})),
            ("tools", tool),
        ] {
            let told = within(api.post(path, body)).await;
            let wanted = if path == "tools/check" { 200 } else { 422 };
            assert_eq!(told.status, wanted, "{path} {why}: {}", told.body);
            assert!(told.body.to_string().contains(why), "{path} {why}");
        }
    }
    is_alive(&api).await;
}

#[tokio::test]
async fn a_deep_value_does_not_double_the_work_at_each_level() {
    let node = json!({"$ref": "#/$defs/node"});
    let child = json!({"properties": {"child": node}});
    let schema = json!({
        "type": "object", "properties": {"tree": node},
        "$defs": {"node": {"anyOf": [child, child]}},
    });
    let api = Api::with(json!([])).await;
    api.post("tools", with_schema(&schema)).await.expect(201);
    let tree = |levels: usize| {
        let tree = (0..levels).fold(json!(1), |inner, _| json!({"child": inner}));
        json!({"arguments": {"tree": tree}})
    };
    let called = within(api.post("tools/heavy/call", tree(4)))
        .await
        .expect(200);
    assert_eq!(called["success"], true, "{called}");
    let calls = (0..4).map(|_| api.post("tools/heavy/call", tree(55)));
    for called in within(futures_util::future::join_all(calls)).await {
        let called = called.expect(200);
        assert_eq!(called["error_kind"], "invalid_arguments", "{called}");
        let error = called["error"].as_str().unwrap();
        assert!(
            error.contains("too large or too deep for its schema"),
            "{error}"
        );
    }
    is_alive(&api).await;
}

#[tokio::test]
async fn a_default_that_is_deep_is_checked_at_once() {
    let node = json!({"$ref": "#/$defs/node"});
    let options: Vec<_> = (0..60).map(|_| json!({"items": node})).collect();
    let deep = (0..50).fold(json!(1), |inner, _| json!([inner]));
    let schema = json!({
        "type": "object", "properties": {"x": {"$ref": "#/$defs/node", "default": deep}},
        "$defs": {"node": {"anyOf": options}},
    });
    let api = Api::with(json!([])).await;
    let checked = api.post("tools/check", json!({"spec": with_schema(&schema)}));
    within(checked).await.expect(200);
    is_alive(&api).await;
}

#[tokio::test]
async fn definitions_are_checked_few_at_a_time_however_many_are_sent() {
    let api = Api::with(json!([])).await;
    let check = || api.post("tools/check", json!({"spec": constant("one", "1")}));
    check().await.expect(200);
    // All places of computations are taken, as by others that check definitions.
    let (ends, computations): (Vec<_>, Vec<_>) = (0..8)
        .map(|_| {
            let (end, ended) = mpsc::channel::<()>();
            (end, tokio::spawn(compute(move || ended.recv().is_err())))
        })
        .unzip();
    let waiting = tokio::time::timeout(Duration::from_millis(300), check()).await;
    assert!(waiting.is_err(), "a definition was checked beside them");
    is_alive(&api).await;
    drop(ends);
    within(check()).await.expect(200);
    for computation in computations {
        assert!(computation.await.unwrap().unwrap());
    }
}

#[tokio::test]
async fn a_pattern_that_goes_back_does_not_hold_up_others() {
    let schema = json!({"type": "object", "properties": {"items": {"type": "array", "items": {
        "type": "string", "not": {"pattern": "(?:a|a)*(?<!b)c$"},
    }}}});
    let api = Api::with(json!([])).await;
    api.post("tools", with_schema(&schema)).await.expect(201);
    let items = |item: &str, count: usize| json!({"arguments": {"items": vec![item; count]}});
    let few = within(api.post("tools/heavy/call", items("aab", 2)))
        .await
        .expect(200);
    assert_eq!(few["success"], true, "{few}");
    let many = within(api.post("tools/heavy/call", items(&"a".repeat(30), 4_000)))
        .await
        .expect(200);
    assert_eq!(many["error_kind"], "invalid_arguments", "{many}");
    let why = many["error"].as_str().unwrap();
    assert!(why.contains("a pattern of its schema goes back"), "{why}");
    is_alive(&api).await;
}

#[tokio::test]
async fn a_pattern_that_takes_long_to_compile_is_refused() {
    let api = Api::with(json!([])).await;
    for pattern in [r"\s".repeat(16_000), format!("[{}]", "a[".repeat(200_000))] {
        let schema = json!({"type": "object", "properties": {"x": {"pattern": pattern}}});
        let tool = with_schema(&schema);
        let trial = json!({"spec": tool, "arguments": {"x": "a"}});
        let refused = within(api.post("tools/test", trial)).await;
        assert_eq!(refused.status, 422);
        let text = refused.body.to_string();
        assert!(text.contains("costs too much to compile"), "{text}");
        assert_eq!(within(api.post("tools", tool)).await.status, 422);
    }
    is_alive(&api).await;
}

#[tokio::test]
async fn of_many_problems_the_first_hundred_are_told() {
    let api = Api::with(json!([])).await;
    let mut tool = constant("wrong", "1");
    tool["parameters"] = json!(vec![json!({}); 64_000]);
    let checked = within(api.post("tools/check", json!({"spec": tool}))).await;
    let checked = checked.expect(200);
    let size = checked.to_string().len();
    assert!(size < 64 * 1024, "{size}");
    let problems = checked["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 101, "{problems:?}");
    let is_rest = |problem: &&Value| problem["message"].as_str().unwrap().contains(" more ");
    let rest: Vec<_> = problems.iter().filter(is_rest).collect();
    // Each of them has neither a name nor a type.
    let expected = json!({
        "path": "", "message": "there are 127900 more problems",
        "code": "more_problems", "params": {"count": "127900"},
    });
    assert_eq!(rest, [&expected]);
    assert_eq!(problems.last(), Some(&expected));
}
