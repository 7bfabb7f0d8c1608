//! What becomes of operations, and of documents that mean harm.

use serde_json::{Value, json};

use super::{Import, ImportOptions};
use crate::core::NamePattern;

const PETS: &str = r##"
openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "https://{region}.example.com/v1/", variables: {region: {default: eu}}}]
paths:
  /pets/{pet-id}:
    parameters: [{$ref: "#/components/parameters/Id"}]
    get:
      operationId: pets/get
      summary: Returns a pet.
      description: By its number.
      tags: [pets]
      parameters:
        - {name: "filter[kind]", in: query, schema: {type: array, items: {type: string, nullable: true}}}
        - {name: fields, in: query, explode: false, schema: {type: array, items: {type: string}}}
        - {name: X-Trace, in: header, schema: {type: string}, description: For support.}
        - {name: Authorization, in: header, required: true, schema: {type: string}}
    put:
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: "#/components/schemas/Pet"}}
  /upload:
    post:
      operationId: upload
      requestBody: {content: {multipart/form-data: {schema: {type: object}}}}
  /tags:
    post:
      operationId: add tags
      deprecated: true
      requestBody: {content: {application/json: {schema: {type: array, items: {type: string}}}}}
components:
  parameters:
    Id: {name: pet-id, in: path, required: true, schema: {type: integer, minimum: 0, exclusiveMinimum: true}}
  schemas:
    Base: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, name: {type: string, pattern: "(?<!x)^[\\p{L}-[x]]$"}}}
    Pet:
      allOf:
        - {$ref: "#/components/schemas/Base"}
        - {required: [name], properties: {friends: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}
"##;

fn import(text: &str, options: &ImportOptions) -> Result<Import, String> {
    Import::read(text, options).map_err(|error| error.to_string())
}

fn definitions(text: &str, options: &ImportOptions) -> Vec<Value> {
    let import = import(text, options).unwrap();
    import.definitions.into_iter().map(Value::Object).collect()
}

#[test]
fn an_operation_becomes_a_tool_with_a_place_for_every_argument() {
    let all = definitions(PETS, &ImportOptions::default());
    assert_eq!(
        all[0],
        json!({
            "name": "pets_get", "type": "http", "title": "Returns a pet.",
            "description": "Returns a pet.\n\nBy its number.", "tags": ["pets"],
            "input_schema": {
                "type": "object", "additionalProperties": false, "required": ["pet-id"],
                "properties": {
                    "filter_kind": {"type": "array", "items": {"type": ["string", "null"]}},
                    "fields": {"type": "string", "description": "Values, separated by commas."},
                    "X-Trace": {"type": "string", "description": "For support."},
                    "pet-id": {"type": "integer", "exclusiveMinimum": 0},
                },
            },
            "config": {
                "base_url": "https://eu.example.com/v1", "method": "GET", "path": "/pets/{pet-id}",
                "query": {"filter[kind]": "{filter_kind}", "fields": "{fields}"},
                "headers": {"X-Trace": "{X-Trace}"},
            },
        })
    );
    let config = json!({
        "base_url": "https://eu.example.com/v1", "method": "PUT", "path": "/pets/{pet-id}",
        "body": {"name": "{name}", "friends": "{friends}"},
    });
    assert_eq!(
        (&all[1]["name"], &all[1]["config"]),
        (&json!("put_pets_pet-id"), &config)
    );
    let schema = &all[1]["input_schema"];
    assert_eq!(schema["required"], json!(["pet-id", "name"]));
    assert_eq!(
        schema["properties"]["friends"]["items"],
        json!({"$ref": "#/$defs/Pet"})
    );
    // The pattern is none that can be checked here.
    assert_eq!(schema["properties"]["name"], json!({"type": "string"}));
    assert_eq!(all[2]["name"], "add_tags");
    assert_eq!(all[2]["config"]["body"], "{body}");
    assert_eq!(all[2]["description"], "POST /tags\n\nDeprecated.");
}

#[test]
fn an_operation_that_cannot_become_a_tool_is_left_out_with_its_reason() {
    let import = import(PETS, &ImportOptions::default()).unwrap();
    let skipped: Vec<_> = import
        .skipped
        .iter()
        .map(|skipped| (skipped.operation.as_str(), skipped.reason.as_str()))
        .collect();
    assert_eq!(
        skipped,
        [("upload", "its body is `multipart/form-data` and not JSON")]
    );
}

#[test]
fn operations_are_chosen_and_named() {
    let options = |only: &str| ImportOptions {
        only: vec![NamePattern::new(only)],
        prefix: "shop_".into(),
        base_url: Some("https://other.example".into()),
        auth: Some(json!({"type": "bearer", "token": "x"})),
        ..ImportOptions::default()
    };
    for (only, expected) in [("pets/*", "shop_pets_get"), ("/tags", "shop_add_tags")] {
        let all = definitions(PETS, &options(only));
        assert_eq!((all.len(), &all[0]["name"]), (1, &json!(expected)));
        assert_eq!(all[0]["config"]["base_url"], "https://other.example");
        assert_eq!(all[0]["auth"]["type"], "bearer");
    }
    assert_eq!(definitions(PETS, &options("nothing")), [json!(null); 0]);
}

#[test]
fn the_server_of_a_relative_address_is_where_the_document_was_fetched() {
    let text =
        r#"{"openapi": "3.1.0", "servers": [{"url": "../v2"}], "paths": {"/a": {"get": {}}}}"#;
    let missing = import(text, &ImportOptions::default()).unwrap_err();
    assert_eq!(
        missing,
        "it names no server with a whole address: `--base-url` sets one"
    );
    let options = ImportOptions {
        origin: Some("https://api.example.com/docs/openapi.json".parse().unwrap()),
        ..ImportOptions::default()
    };
    let all = definitions(text, &options);
    assert_eq!(all[0]["config"]["base_url"], "https://api.example.com/v2");
}

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
    assert_eq!(reason(&itself, &circle), "");
    let endless = json!({"schemas": {"A": circle}});
    assert_eq!(reason(&endless, &circle), "");
    let wide: Vec<Value> = (0..30_000).map(|number| json!(number)).collect();
    let wide = json!({"schemas": {"A": {"enum": wide}}});
    assert_eq!(
        reason(&wide, &circle),
        "its schemas have more than 20000 values"
    );
    let many: serde_json::Map<_, _> = (0..30_000)
        .map(|number| (format!("p{number}"), json!({})))
        .collect();
    let many = json!({"type": "object", "properties": many});
    assert_eq!(
        reason(&json!({}), &many),
        "its schemas have more than 20000 values"
    );
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
