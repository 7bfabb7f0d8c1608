//! `GET kinds`: the kinds of tools that can be defined.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright_registry::Kind;

use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    page::Page,
    request::ApiRequest,
};

/// A kind of tool.
#[derive(Debug, Serialize, JsonSchema)]
struct KindView {
    /// The `type` of its tools.
    name: &'static str,
    /// The JSON schema of `config`.
    config_schema: Map<String, Value>,
    /// The field of `config` that holds the text of the author, such as a query.
    text_field: Option<&'static str>,
    /// Whether a definition must have `config`.
    needs_config: bool,
    /// Whether a definition may have `auth`.
    takes_auth: bool,
    /// Whether its tools run programs of their author, so that only an admin may define them.
    runs_programs: bool,
}

impl KindView {
    fn of(kind: &dyn Kind) -> Self {
        Self {
            name: kind.name(),
            config_schema: kind.config_schema(),
            text_field: kind.text_field(),
            needs_config: kind.needs_config(),
            takes_auth: kind.takes_auth(),
            runs_programs: kind.runs_programs(),
        }
    }
}

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let list = Operation::get(
        "/kinds",
        "list_kinds",
        "Lists the kinds of tools that can be defined, with the schema of their configuration.",
        |api, request| Box::pin(list(api, request)),
    );
    vec![list.answers::<Page<KindView>>(StatusCode::OK)]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let kinds = &api.registry.engines().kinds;
    let kinds = Page {
        items: kinds.iter().map(|kind| KindView::of(&**kind)).collect(),
        next: None,
        total: Some(kinds.iter().len()),
    };
    answer::cached(&request.headers, &kinds)
}
