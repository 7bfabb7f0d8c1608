//! [`Endpoint`]: the source of the address that connections are opened to.

use std::fmt;

use futures_util::future::BoxFuture;

use super::wire::{Address, ConnectError};

/// Returns the address of a server when a connection is opened.
///
/// A configured server returns it at once. The embedded one starts first.
pub trait Endpoint: Send + Sync + fmt::Debug {
    /// Returns the address to connect to now.
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>>;
}

impl Endpoint for Address {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        Box::pin(std::future::ready(Ok(self.clone())))
    }
}
