//! [`Resolver`]: resolves names to the addresses that a policy allows.
//!
//! The client connects to the addresses that this resolver returns, so there is no gap between the
//! check and the use.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::{address_policy::AddressPolicy, error::RequestRefused};

/// Looks up a name.
pub(super) type Lookup =
    Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// Resolves names to allowed addresses.
#[derive(Clone)]
pub(super) struct Resolver {
    policy: AddressPolicy,
    lookup: Lookup,
}

impl Resolver {
    /// Creates a resolver that asks the system.
    pub(super) fn system(policy: AddressPolicy) -> Self {
        Self::new(policy, Arc::new(|name| Box::pin(look_up(name))))
    }

    pub(super) const fn new(policy: AddressPolicy, lookup: Lookup) -> Self {
        Self { policy, lookup }
    }
}

async fn look_up(name: String) -> io::Result<Vec<IpAddr>> {
    let found = tokio::net::lookup_host((name, 0)).await?;
    Ok(found.map(|address| address.ip()).collect())
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let host = name.as_str().to_owned();
        let looking = (self.lookup)(host.clone());
        let policy = self.policy;
        Box::pin(async move {
            let mut found = looking.await?;
            found.retain(|address| policy.allows(*address));
            if found.is_empty() {
                return Err(RequestRefused::Private { host }.into());
            }
            // Port 0 stands for the port of the URL.
            let addresses = found.into_iter().map(|ip| SocketAddr::new(ip, 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}
