//! `GET openapi.json`: the OpenAPI document, made from the table of operations.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::{CONTENT_TYPE, Problem},
    request::ApiRequest,
};

/// Returns the operation that answers with the document.
pub(super) fn operations() -> Vec<Operation> {
    let document = Operation::get(
        "/openapi.json",
        "read_openapi",
        "Returns this document.",
        |api, request| Box::pin(read(api, request)),
    );
    vec![document.answers::<Map<String, Value>>(StatusCode::OK)]
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    answer::cached(&request.headers, &api.document())
}

/// Returns the document of these operations.
pub(super) fn document(operations: &[Operation], version: &str) -> Value {
    let settings = SchemaSettings::draft2020_12();
    let settings = settings.with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut schemas = settings.into_generator();
    let problem = json!({
        "description": "The request is refused.",
        "content": {CONTENT_TYPE: {"schema": schemas.subschema_for::<Problem>()}},
    });
    let mut paths = Map::new();
    for operation in operations {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        let method = operation.method.as_str().to_lowercase();
        path[&method] = describe(operation, &mut schemas);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Toolwright",
            "version": version,
            "description": "Tools, calls and settings of a Toolwright server.",
        },
        "servers": [{"url": "/api/v1"}],
        "security": [{}, {"bearer": []}, {"api_key": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "responses": {"Problem": problem},
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "api_key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "toolwright_session"},
            },
        },
    })
}

fn describe(operation: &Operation, schemas: &mut SchemaGenerator) -> Value {
    let mut answer = json!({"description": operation.summary});
    if let Some(schema) = operation.answer {
        answer["content"] = json!({operation.content_type: {"schema": schema(schemas)}});
    }
    let mut described = json!({
        "operationId": operation.id,
        "summary": operation.summary,
        "parameters": parameters(operation, schemas),
        "responses": {
            operation.status.as_str(): answer,
            "default": {"$ref": "#/components/responses/Problem"},
        },
    });
    if let Some(body) = operation.body {
        let schema = (body.schema)(schemas);
        described["requestBody"] = json!({
            "required": true,
            "content": {"application/json": {"schema": schema}},
        });
    }
    described
}

fn parameters(operation: &Operation, schemas: &mut SchemaGenerator) -> Vec<Value> {
    let names = operation.path.split('/').filter_map(|part| {
        let inner = part.strip_prefix('{')?;
        inner.split('}').next()
    });
    let mut parameters: Vec<_> = names
        .map(|name| {
            json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
        })
        .collect();
    if operation.needs_revision {
        parameters.push(json!({
            "name": "If-Match", "in": "header", "required": true,
            "description": "The revision that the change was made for, in quotes.",
            "schema": {"type": "string", "pattern": "^\"[0-9a-f]+\"$"},
        }));
    }
    let query = operation
        .query
        .map(|query| resolved((query.schema)(schemas), schemas));
    let properties = query.as_ref().and_then(|query| query.get("properties"));
    for (name, schema) in properties.and_then(Value::as_object).into_iter().flatten() {
        parameters.push(json!({
            "name": name, "in": "query", "schema": without_null(schema.clone()),
            "description": schema.get("description").cloned().unwrap_or_default(),
        }));
    }
    parameters
}

/// Returns the schema itself in place of a reference to it.
fn resolved(schema: Schema, schemas: &SchemaGenerator) -> Value {
    let name = schema.get("$ref").and_then(Value::as_str);
    let name = name.and_then(|path| path.rsplit('/').next());
    let found = name.and_then(|name| schemas.definitions().get(name));
    found.cloned().unwrap_or_else(|| schema.into())
}

/// Returns the schema of a parameter: one that is absent is absent, and never null.
fn without_null(mut schema: Value) -> Value {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            schema["type"] = one.clone();
        }
    }
    schema
}
