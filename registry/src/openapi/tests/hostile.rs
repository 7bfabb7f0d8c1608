//! Documents that are none, and documents that mean harm.

use serde_json::{Value, json};

use super::{ImportOptions, definitions, import};

#[test]
fn a_text_that_is_no_document_is_refused() {
    for (text, expected) in [
        ("{", "it is neither JSON nor YAML: "),
        ("a: [", "it is neither JSON nor YAML: "),
        (
            "{}",
            "it is not an OpenAPI document of version 3.0 or 3.1: there is no field `openapi`",
        ),
        (
            "swagger: '2.0'",
            "it is not an OpenAPI document of version 3.0 or 3.1: it is Swagger 2.0",
        ),
    ] {
        let error = import(text, &ImportOptions::default()).unwrap_err();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

/// Returns why the only operation of a document with these components is left out.
fn reason(components: &Value, body: &Value) -> String {
    let text = json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "components": components,
        "paths": {"/a": {"post": {"requestBody": {
            "content": {"application/json": {"schema": body}},
        }}}},
    });
    let import = import(&text.to_string(), &ImportOptions::default()).unwrap();
    let reason = import.skipped.first().map(|skipped| skipped.reason.clone());
    reason.unwrap_or_default()
}

#[test]
fn a_document_that_means_harm_ends_with_an_error() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    for text in [
        format!("{{\"openapi\": {deep}}}"),
        format!("openapi: {deep}"),
        bomb(),
    ] {
        import(&text, &ImportOptions::default()).unwrap_err();
    }
    let circle = json!({"$ref": "#/components/schemas/A"});
    let itself = json!({"schemas": {"A": {"allOf": [circle, circle]}}});
    let endless = json!({"schemas": {"A": circle}});
    for harmful in [itself, endless] {
        let reason = reason(&harmful, &circle);
        assert!(
            reason.ends_with("to the same value again, without an end"),
            "{reason}"
        );
    }
}

#[test]
fn schemas_that_are_too_large_are_left_out() {
    let reference = json!({"$ref": "#/components/schemas/A"});
    let wide: Vec<Value> = (0..30_000).map(|number| json!(number)).collect();
    let wide = json!({"schemas": {"A": {"enum": wide}}});
    assert_eq!(
        reason(&wide, &reference),
        "its schemas have more than 20000 values"
    );
    let many: serde_json::Map<_, _> = (0..30_000)
        .map(|number| (format!("p{number}"), json!({})))
        .collect();
    let many = json!({"type": "object", "properties": many});
    assert_eq!(
        reason(&json!({}), &many),
        "its schemas take more than 4 MiB"
    );
}

#[test]
fn a_reference_stays_within_the_document() {
    for (reference, expected) in [
        (
            "other.yaml#/A",
            "`other.yaml#/A` refers to another document",
        ),
        (
            "file:///etc/passwd",
            "`file:///etc/passwd` refers to another document",
        ),
        ("#/nothing", "`#/nothing` refers to nothing"),
    ] {
        assert_eq!(reason(&json!({}), &json!({"$ref": reference})), expected);
    }
}

#[test]
fn the_variables_of_an_address_do_not_grow_without_end() {
    let variables: serde_json::Map<_, _> = (0..40)
        .map(|number| {
            let next = format!("{{v{}}}", number + 1).repeat(2);
            (format!("v{number}"), json!({"default": next}))
        })
        .collect();
    let text = json!({
        "openapi": "3.0.0", "paths": {"/a": {"get": {}}},
        "servers": [{"url": "https://a.example/{v0}", "variables": variables}],
    });
    let refused = import(&text.to_string(), &ImportOptions::default()).unwrap_err();
    assert_eq!(
        refused,
        "it names no server with a whole address: `--base-url` sets one"
    );
}

/// Returns YAML of a few hundred bytes that would be thousands of millions of values.
fn bomb() -> String {
    let line = |number: usize| {
        let all = vec![format!("*a{}", number - 1); 9].join(", ");
        format!("a{number}: &a{number} [{all}]\n")
    };
    let lines: String = (1..12).map(line).collect();
    format!("a0: &a0 [x, x, x, x, x, x, x, x, x]\n{lines}openapi: 3.0.0\n")
}

#[test]
fn more_operations_than_a_registry_should_have_are_refused() {
    let paths: serde_json::Map<String, Value> = (0..2_001)
        .map(|number| (format!("/{number}"), json!({"get": {}})))
        .collect();
    let text =
        json!({"openapi": "3.0.0", "servers": [{"url": "https://a.example"}], "paths": paths});
    let refused = import(&text.to_string(), &ImportOptions::default()).unwrap_err();
    assert_eq!(
        refused,
        "it has 2001 operations, more than 2000: choose some with `--only`"
    );
}

#[test]
fn credentials_do_not_go_to_a_host_that_an_operation_chooses() {
    let text = r#"
openapi: 3.1.0
servers: [{url: "https://api.example.com/v1"}]
paths:
  /a: {get: {}}
  /b: {get: {servers: [{url: "https://api.example.com/v2"}]}}
  /c: {get: {servers: [{url: "https://attacker.example"}]}}
  /d: {servers: [{url: "http://api.example.com/v1"}], get: {}}
"#;
    let auth = Some(json!({"type": "bearer", "token": "x"}));
    let options = |base_url: Option<&str>| ImportOptions {
        auth: auth.clone(),
        base_url: base_url.map(ToOwned::to_owned),
        ..ImportOptions::default()
    };
    let imported = import(text, &options(None)).unwrap();
    let skipped = imported.skipped.iter();
    let skipped: Vec<_> = skipped
        .map(|one| (one.operation.as_str(), one.reason.as_str()))
        .collect();
    let reason = |server: &str| {
        format!(
            "it would send the credentials to `{server}` and not to `https://api.example.com`: `--base-url` sets one server for all"
        )
    };
    assert_eq!(
        skipped,
        [
            ("get /c", reason("https://attacker.example").as_str()),
            ("get /d", reason("http://api.example.com").as_str()),
        ]
    );
    assert_eq!(imported.definitions.len(), 2);
    assert_eq!(
        definitions(text, &options(Some("https://mine.example"))).len(),
        4
    );
    assert_eq!(definitions(text, &ImportOptions::default()).len(), 4);
}

#[test]
fn the_schemas_of_all_operations_together_have_a_limit() {
    let values: Vec<usize> = (0..18_000).collect();
    let paths = (0..80).map(|number| {
        let parameter =
            json!({"name": "a", "in": "query", "schema": {"$ref": "#/components/schemas/A"}});
        (
            format!("/{number}"),
            json!({"get": {"parameters": [parameter]}}),
        )
    });
    let document = json!({
        "openapi": "3.1.0",
        "servers": [{"url": "https://example.com"}],
        "paths": Value::Object(paths.collect()),
        "components": {"schemas": {"A": {"enum": values}}},
    });
    let imported = import(&document.to_string(), &ImportOptions::default()).unwrap();
    assert_eq!(imported.definitions.len(), 17);
    let reason = "the definitions of the operations before it take 24 MiB, the limit of one import";
    assert!(
        imported
            .skipped
            .iter()
            .all(|skipped| skipped.reason == reason)
    );
    assert_eq!(imported.skipped.len(), 63);
}
