//! What becomes of operations.

use serde_json::json;
use toolwright::govern::NamePattern;

use super::{ImportOptions, definitions, import};

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
      requestBody: {content: {text/xml: {schema: {type: object}}}}
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
}

#[test]
fn the_properties_of_a_body_are_arguments_of_their_own() {
    let all = definitions(PETS, &ImportOptions::default());
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
        [("upload", "its body is `text/xml`: neither JSON nor a form")]
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
fn an_operation_whose_default_does_not_fit_is_skipped_with_a_reason() {
    let text = r#"
openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "https://example.com"}]
paths:
  /pets: {get: {parameters: [{name: most, in: query, schema: {type: integer, default: ten}}]}}
"#;
    let import = import(text, &ImportOptions::default()).unwrap();
    assert!(import.definitions.is_empty());
    let reasons: Vec<_> = import
        .skipped
        .iter()
        .map(|one| one.reason.as_str())
        .collect();
    assert_eq!(
        reasons,
        ["its schema has a default that it refuses: `most` is \"ten\", wanted an integer"]
    );
}
