//! `GET settings`.

use std::sync::Arc;

use axum::http::StatusCode;

use super::settings_view::SettingsView;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    request::ApiRequest,
    rights::Right,
};

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let read = Operation::get(
        "/settings",
        "read_settings",
        "Returns what is configured, and where. Secrets are hidden.",
        |api, request| Box::pin(read(api, request)),
    );
    vec![
        read.needs(Right::Admin)
            .answers::<SettingsView>(StatusCode::OK),
    ]
}

async fn read(api: Arc<Api>, _: ApiRequest) -> Answer {
    answer::ok(&api.settings)
}
