//! [`NoCluster`]: stands in for the private cluster in a build without it.

use toolwright::BoxFuture;
use toolwright_engines::postgres::{Address, ConnectError, Endpoint};

/// Fails with an error that says how to configure a server.
#[derive(Debug)]
pub(super) struct NoCluster;

impl Endpoint for NoCluster {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        let why = "this build has none; configure a server in `POSTGRESQL_DB_HOST`, `_NAME`, `_USER` and `_PASS`";
        Box::pin(std::future::ready(Err(ConnectError::NotStarted(
            why.into(),
        ))))
    }
}
