//! Resources: text, bytes, a template, and one to watch.

use serde::Serialize;
use toolwright::prelude::*;

use crate::contents::PNG;

/// A text that never changes.
#[resource("test://static-text", mime = "text/plain")]
async fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// A picture that never changes.
#[resource("test://static-binary", mime = "image/png")]
async fn static_binary() -> Vec<u8> {
    PNG.to_vec()
}

/// A text that clients watch.
#[resource("test://watched-resource", mime = "text/plain")]
async fn watched_resource() -> &'static str {
    "This is the content of the watched resource."
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    id: String,
    template_test: bool,
    data: String,
}

/// A record for every id.
#[resource("test://template/{id}/data", mime = "application/json")]
async fn template_data(id: String) -> Record {
    Record {
        data: format!("Data for ID: {id}"),
        template_test: true,
        id,
    }
}
