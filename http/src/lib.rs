//! Outgoing HTTP: [`HttpClient`] bounds the size of a response, stops at a deadline, and connects
//! only to allowed addresses. The module `server` is the other direction.
//!
//! There are two kinds of clients, which never share connections:
//! - [`AddressPolicy::ANY`] is for addresses that an administrator wrote into the settings, private
//!   ones included.
//! - [`AddressPolicy::PUBLIC`] is for URLs that a caller chooses. It prevents requests to internal
//!   services (SSRF). Every hop of a redirect is checked. Names are checked by the resolver that
//!   the connection uses, so a name that changes its address after a check gains nothing.
//!
//! Proxies of the environment are not used, because a proxy would resolve names without the check.
//!
//! [`RetryPolicy`] repeats requests that may succeed later. `reqwest` has no such policy, and the
//! middleware crates for it do not know deadlines.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

mod address_policy;
mod api_key;
mod client;
mod error;
mod own_server;
mod retry;
#[cfg(test)]
mod tests;
pub mod tls;
mod url_check;

pub use address_policy::AddressPolicy;
pub use api_key::ApiKey;
pub use client::{HttpClient, HttpResponse, RequestLimits};
pub use error::{HttpError, RequestRefused};
pub use own_server::refuse_own;
pub use retry::{FailedAttempt, RetryDelay, RetryPolicy, delay_after_error, delay_after_status};
pub use tls::missing as missing_cpu_feature;
pub use url_check::has_credentials;
