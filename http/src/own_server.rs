//! [`refuse_own`]: keeps requests that somebody else chose from the server that sends them.
//!
//! A request from this machine may have more rights than who chose it.

use std::net::SocketAddr;

use toolwright_base::OwnListener;
use url::{Host, Url};

use crate::error::{HttpError, RequestRefused, host_of};

/// Refuses a URL that leads to a listener of this process.
///
/// # Errors
/// [`RequestRefused::Own`] if it does.
pub async fn refuse_own(url: &Url) -> Result<(), HttpError> {
    let Some(port) = url
        .port_or_known_default()
        .filter(|port| OwnListener::has_port(*port))
    else {
        return Ok(());
    };
    let is_own = match url.host() {
        Some(Host::Ipv4(address)) => OwnListener::is_at(SocketAddr::from((address, port))),
        Some(Host::Ipv6(address)) => OwnListener::is_at(SocketAddr::from((address, port))),
        // A name that cannot be resolved cannot be reached either.
        Some(Host::Domain(name)) => match tokio::net::lookup_host((name, port)).await {
            Ok(mut addresses) => addresses.any(OwnListener::is_at),
            Err(_) => false,
        },
        None => false,
    };
    match is_own {
        true => Err(RequestRefused::Own { host: host_of(url) }.into()),
        false => Ok(()),
    }
}
