//! `POST tools/import`: the definitions that an OpenAPI document describes.
//!
//! Nothing is stored: a client shows the definitions to somebody, and creates those that are wanted
//! as any other.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolwright::{call::compute, govern::NamePattern};
use toolwright_registry::{DocumentError, Import, ImportOptions};

use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
    texts,
};

/// The most patterns of operations that are wanted.
const MAX_PATTERNS: usize = 100;

/// A document, and what of it is wanted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ImportBody {
    /// The text of an OpenAPI document of version 3.0 or 3.1, in JSON or YAML.
    openapi: String,
    /// Only operations with these names or paths, as in `list*` or `/users/*`.
    #[serde(default)]
    only: Vec<String>,
    /// Text that the name of each tool begins with.
    #[serde(default)]
    prefix: String,
    /// The address of the server, in place of the one in the document.
    base_url: Option<String>,
}

/// The definitions that a document describes.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportResult {
    /// One `http` tool for each operation. None is stored.
    definitions: Vec<Map<String, Value>>,
    /// The operations that cannot become tools.
    skipped: Vec<SkippedOperation>,
    /// Whether the service wants credentials, which no definition has.
    wants_credentials: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SkippedOperation {
    operation: String,
    reason: String,
}

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let import = Operation::post(
        "/tools/import",
        "import_definitions",
        "Reads the definitions that an OpenAPI document describes, without storing them.",
        |api, request| Box::pin(import(api, request)),
    );
    vec![
        import
            .needs(Right::Author)
            .body::<ImportBody>()
            .answers::<ImportResult>(StatusCode::OK)
            .calling(),
    ]
}

async fn import(_: Arc<Api>, request: ApiRequest) -> Answer {
    let body: ImportBody = request.large_json().await?;
    if body.only.len() > MAX_PATTERNS {
        let message = texts::too_many_patterns(MAX_PATTERNS);
        return Err(Problem::unprocessable("/only", message));
    }
    let options = ImportOptions {
        only: body.only.into_iter().map(NamePattern::new).collect(),
        prefix: body.prefix,
        base_url: body.base_url,
        ..ImportOptions::default()
    };
    let read = move || Import::read(&body.openapi, &options);
    // Few at the same time: a document may take many times its size in memory.
    let read = compute(read).await;
    let import = read
        .map_err(|error| Problem::unavailable(error.to_string()))?
        .map_err(|error| refused(&error))?;
    let skipped = import.skipped.into_iter();
    answer::ok(&ImportResult {
        definitions: import.definitions,
        skipped: skipped
            .map(|skipped| SkippedOperation {
                operation: skipped.operation,
                reason: skipped.reason,
            })
            .collect(),
        wants_credentials: import.wants_credentials,
    })
}

/// Returns why a document cannot be imported. The errors name options of the command line.
fn refused(error: &DocumentError) -> Problem {
    match error {
        DocumentError::NoServer => {
            Problem::unprocessable("/base_url", texts::document_names_no_server())
        }
        DocumentError::TooMany { count, most } => {
            Problem::unprocessable("/only", texts::document_too_long(*count, *most))
        }
        DocumentError::TooCostly => Problem::unprocessable("/only", texts::document_too_costly()),
        other => Problem::unprocessable("/openapi", other.to_string()),
    }
}
