//! Changes of users and keys, where they may block.

use std::sync::Arc;

use axum::http::StatusCode;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use toolwright_access::{AccountError, Accounts};
use toolwright_base::Hexadecimal;

use crate::admin::{api::Api, problem::Problem, request::ApiRequest, texts};

/// Runs `work` on the users and keys of the server, where it may block.
///
/// # Errors
/// If the server has none, or the work fails.
pub(super) async fn with_accounts<T: Send + 'static>(
    api: &Api,
    work: impl FnOnce(&Accounts) -> Result<T, AccountError> + Send + 'static,
) -> Result<T, Problem> {
    let accounts = Arc::clone(&api.accounts);
    let done = tokio::task::spawn_blocking(move || work(&accounts)).await;
    let done = done.map_err(|error| Problem::stopped(&error))?;
    done.map_err(refusal)
}

fn refusal(error: AccountError) -> Problem {
    let message = error.to_string();
    match error {
        AccountError::UnknownUser(name) => Problem::unknown(texts::no_user, &name),
        AccountError::UnknownKey(id) => Problem::unknown(texts::no_key, &id),
        AccountError::UserExists(name) => {
            let message = texts::user_taken(name);
            Problem::new(StatusCode::CONFLICT, message.clone()).at("/name", message)
        }
        AccountError::InvalidName(name) => {
            Problem::unprocessable("/name", texts::account_name(name))
        }
        AccountError::RoleAboveUser(_) => Problem::unprocessable("/role", message),
        AccountError::KeyTooLarge => Problem::unprocessable("", message),
        AccountError::TooMany(..) => Problem::new(StatusCode::CONFLICT, message),
        AccountError::Away(_) => Problem::database_away(&message),
        _ => {
            // It names a file of the server.
            tracing::error!("users and keys cannot be used: {message}");
            Problem::unavailable(texts::accounts_unusable())
        }
    }
}

/// Returns a text that changes with the value.
pub(super) fn revision(value: &impl Serialize) -> String {
    let json = serde_json::to_vec(value).unwrap_or_default();
    let digest = Sha256::digest(&json);
    Hexadecimal(&digest[..8]).to_string()
}

/// Refuses a request that was made for another revision, if it names one.
///
/// # Errors
/// If it does.
pub(super) fn check_revision(request: &ApiRequest, present: &str) -> Result<(), Problem> {
    match request.revision_if_any()? {
        Some(wanted) if wanted != present => {
            let why = texts::changed();
            Err(Problem::new(StatusCode::PRECONDITION_FAILED, why))
        }
        _ => Ok(()),
    }
}
