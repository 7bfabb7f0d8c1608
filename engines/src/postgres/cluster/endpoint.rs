//! [`Cluster`] as an [`Endpoint`] to connect to.

use toolwright::BoxFuture;

use super::{address::ClusterAddress, handle::Cluster};
use crate::postgres::{Address, ConnectError, Endpoint, Host, Tls};

impl Endpoint for Cluster {
    /// Returns the address of the database, which is started if it does not run.
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        Box::pin(async {
            let address = Self::address(self).await;
            let address = address.map_err(|error| ConnectError::NotStarted(error.to_string()))?;
            Ok(address.into())
        })
    }
}

impl From<ClusterAddress> for Address {
    fn from(address: ClusterAddress) -> Self {
        Self {
            host: Host::Unix(address.socket),
            port: address.port,
            database: address.database,
            user: address.user,
            password: None,
            tls: Tls::Off,
        }
    }
}
