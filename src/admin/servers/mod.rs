//! `servers`: the other MCP servers, what they are doing, and the changes that are held back.

mod login;
mod operate;
mod read;
mod server_body;
mod server_view;
mod write;

use toolwright_gateway::Gateway;
use toolwright_registry::ServersError;

use super::{api::Api, operation::Operation, problem::Problem};
use crate::admin::texts;

/// Returns the operations on other servers.
pub(super) fn operations() -> Vec<Operation> {
    let all = [
        read::operations(),
        write::operations(),
        operate::operations(),
        login::operations(),
    ];
    all.into_iter().flatten().collect()
}

/// Returns the gateway.
fn gateway(api: &Api) -> Result<&Gateway, Problem> {
    let gateway = api.registry.engines().gateway.as_ref();
    gateway.ok_or_else(|| Problem::unavailable(texts::no_other_servers()))
}

/// Runs work on files on a thread of its own.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(Problem::stopped(&error)))
}

impl From<ServersError> for Problem {
    fn from(error: ServersError) -> Self {
        use axum::http::StatusCode;
        match error {
            ServersError::Invalid(invalid) => invalid.into(),
            ServersError::Unknown(name) => Self::unknown(texts::no_server, &name),
            ServersError::Taken(name) => {
                let message = texts::server_taken(name);
                Self::new(StatusCode::CONFLICT, message.clone()).at("/name", message)
            }
            ServersError::Conflict(name) => {
                Self::new(StatusCode::PRECONDITION_FAILED, texts::server_changed(name))
            }
            ServersError::Away(why) => Self::database_away(&why),
            error => {
                // It names files of the server.
                tracing::error!(%error, "the other MCP servers cannot be used");
                Self::unavailable(texts::servers_unusable())
            }
        }
    }
}
