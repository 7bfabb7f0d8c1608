//! Maps a JSON-RPC error to an HTTP status code. No other code decides this.

use axum::http::StatusCode;

use crate::server::protocol::{
    BUSY, Fault, HEADER_MISMATCH, METHOD_NOT_FOUND, MISSING_CAPABILITY, UNSUPPORTED_VERSION,
};

/// Returns the status code for `fault`. Clients with a session read most errors from the body of a
/// response 200.
pub(super) const fn status_code(fault: Option<Fault>, modern: bool) -> StatusCode {
    match fault {
        None => StatusCode::OK,
        Some(Fault {
            code: BUSY,
            refused: true,
        }) => StatusCode::SERVICE_UNAVAILABLE,
        Some(Fault { refused: true, .. }) => StatusCode::BAD_REQUEST,
        Some(_) if !modern => StatusCode::OK,
        Some(Fault {
            code: METHOD_NOT_FOUND,
            ..
        }) => StatusCode::NOT_FOUND,
        Some(Fault {
            code: HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION,
            ..
        }) => StatusCode::BAD_REQUEST,
        Some(_) => StatusCode::OK,
    }
}
