//! [`NoCluster`]: what stands in for the private cluster in a build without it.

use crate::{
    core::BoxFuture,
    data::postgres::{Address, ConnectError, Endpoint},
};

/// Says how to get another.
#[derive(Debug)]
pub(super) struct NoCluster;

impl Endpoint for NoCluster {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        let why = "this build has none; name a server in `POSTGRESQL_DB_HOST`, `_NAME`, `_USER` and `_PASS`";
        Box::pin(std::future::ready(Err(ConnectError::NotStarted(
            why.into(),
        ))))
    }
}
