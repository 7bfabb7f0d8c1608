//! [`AddressPolicy`]: which addresses may be connected to, and the resolver that holds names to it.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::error::RequestRefused;

/// The addresses that a client may connect to.
#[derive(Debug, Clone, Copy)]
pub struct AddressPolicy(fn(IpAddr) -> bool);

impl AddressPolicy {
    /// Every address, for URLs that an administrator configured.
    pub const ANY: Self = Self(|_| true);

    /// Addresses of the public internet, for URLs that a caller chooses.
    pub const PUBLIC: Self = Self(is_public);

    /// The addresses that a test allows.
    #[cfg(test)]
    pub(super) const fn of(allows: fn(IpAddr) -> bool) -> Self {
        Self(allows)
    }

    /// Returns whether a request may be sent to `address`.
    pub fn allows(self, address: IpAddr) -> bool {
        (self.0)(address)
    }
}

/// Whether an address belongs to the public internet: globally reachable by the IANA registries of
/// special-purpose addresses, and not an IPv6 form of an IPv4 address that is not.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        // This network, private use, loopback.
        [0 | 10 | 127, ..]
        // Link-local, where clouds keep their metadata.
        | [169, 254, ..]
        | [192, 168, ..]
        // Protocol assignments, documentation, 6to4 relays.
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 51, 100, _]
        | [203, 0, 113, _]
        // Benchmarks.
        | [198, 18..=19, ..]
        // Shared between a carrier and its customers.
        | [100, 64..=127, ..]
        | [172, 16..=31, ..]
        // Multicast, reserved, broadcast.
        | [224..=255, ..] => true,
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    match address.segments() {
        // NAT64: the last four octets are an IPv4 address.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocol assignments, Teredo among them; documentation; 6to4, which hides an IPv4
        // address.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x2002, ..] => false,
        [0x3fff, 0..=0xfff, ..] => false,
        // Global unicast.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const NOT_PUBLIC: [&str; 41] = [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        // IPv6: unspecified, loopback, unique local, link-local, site-local, multicast, discard,
        // documentation.
        "::",
        "::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "100::1",
        "2001:db8::1",
        "3fff::1",
        "5f00::1",
        // IPv4 in other clothes: mapped, compatible, NAT64, local NAT64, 6to4, Teredo.
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::8.8.8.8",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ];

    #[test]
    fn addresses_that_are_not_public_are_refused() {
        for address in NOT_PUBLIC {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn public_addresses_are_allowed() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2001:4860:4860::8888",
            "2a00:1450:4001::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }
}
