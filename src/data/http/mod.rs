//! Outgoing HTTP: [`HttpClient`], which reads no more than it is told to, stops at its deadline and goes only where it may.
//!
//! There are two kinds. One goes to the addresses that an administrator wrote into the settings, private ones too
//! ([`AddressPolicy::ANY`]). The other goes where a caller says, and so only to public addresses ([`AddressPolicy::PUBLIC`]): each hop of a
//! redirect is checked, and names are checked by the resolver that the connection itself uses, so that a name which changes its
//! address between the check and the use gains nothing. The two never share connections.
//!
//! Proxies of the environment are not used: a proxy would resolve names by itself, behind the check.

mod address_policy;
mod api_key;
mod client;
mod error;
mod resolver;
mod retry;
#[cfg(test)]
pub(in crate::data) mod tests;
pub(in crate::data) mod tls;
mod url_check;

pub(crate) use address_policy::AddressPolicy;
pub(crate) use api_key::ApiKey;
pub(crate) use client::{HttpClient, HttpResponse, RequestLimits};
pub(crate) use error::{HttpError, RequestRefused};
pub(crate) use retry::{
    FailedAttempt, RetryDelay, RetryPolicy, delay_after_error, delay_after_status,
};
pub(crate) use url_check::has_credentials;
