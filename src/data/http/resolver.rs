//! [`Resolver`]: names become addresses here, and only addresses that the client may go to.
//!
//! The connection is made to what this resolver gives, so there is no gap between the check and the use.

use std::{io, net::IpAddr, net::SocketAddr, sync::Arc};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::{address_policy::AddressPolicy, error::RequestRefused};
use crate::core::BoxFuture;

/// Looks a name up.
pub(super) type Lookup =
    Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// Resolves names to the addresses within reach.
#[derive(Clone)]
pub(super) struct Resolver {
    reach: AddressPolicy,
    lookup: Lookup,
}

impl Resolver {
    /// As the system resolves names.
    pub(super) fn system(reach: AddressPolicy) -> Self {
        Self::new(reach, Arc::new(|name| Box::pin(look_up(name))))
    }

    pub(super) const fn new(reach: AddressPolicy, lookup: Lookup) -> Self {
        Self { reach, lookup }
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
        let reach = self.reach;
        Box::pin(async move {
            let mut found = looking.await?;
            found.retain(|address| reach.allows(*address));
            if found.is_empty() {
                return Err(RequestRefused::Private { host }.into());
            }
            // The port is the URL's: 0 stands for it.
            let addresses = found.into_iter().map(|ip| SocketAddr::new(ip, 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}
