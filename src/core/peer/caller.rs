//! [`Caller`]: the caller that limits count by, and that kept results belong to.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use super::origin::Origin;

/// The caller that limits count by, and that kept results belong to.
///
/// Nobody proves who they are yet, so it is made of where a call comes from: all loopback addresses
/// are one caller, and so is a network of IPv6 (`/64`), because whoever has one address of it has
/// all of them.
///
/// ```
/// use toolwright::call::{Caller, Origin};
///
/// let caller = |address: &str| Caller::of(Origin::Address(address.parse().unwrap()));
/// assert_eq!(caller("127.0.0.1"), caller("::1"));
/// assert_eq!(caller("2001:db8::1"), caller("2001:db8::2"));
/// assert_ne!(caller("192.0.2.1"), caller("192.0.2.2"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Caller(Origin);

impl Caller {
    /// Returns who calls from `origin`.
    #[must_use]
    pub const fn of(origin: Origin) -> Self {
        let Origin::Address(address) = origin else {
            return Self(origin);
        };
        let address = match address {
            IpAddr::V4(address) => of_v4(address),
            IpAddr::V6(address) => match address.to_ipv4_mapped() {
                Some(address) => of_v4(address),
                None if address.is_loopback() => of_v4(Ipv4Addr::LOCALHOST),
                None => IpAddr::V6(network(address)),
            },
        };
        Self(Origin::Address(address))
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Origin> for Caller {
    fn from(origin: Origin) -> Self {
        Self::of(origin)
    }
}

const fn of_v4(address: Ipv4Addr) -> IpAddr {
    if address.is_loopback() {
        IpAddr::V4(Ipv4Addr::LOCALHOST)
    } else {
        IpAddr::V4(address)
    }
}

/// Returns the first address of the `/64` that has `address`.
const fn network(address: Ipv6Addr) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & !0xFFFF_FFFF_FFFF_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(address: &str) -> Caller {
        Caller::of(Origin::Address(address.parse().unwrap()))
    }

    #[test]
    fn loopback_is_one_caller() {
        for address in ["127.0.0.1", "127.255.0.3", "::1", "::ffff:127.0.0.9"] {
            assert_eq!(caller(address), caller("127.0.0.1"), "{address}");
        }
        assert_ne!(caller("128.0.0.1"), caller("127.0.0.1"));
        assert_ne!(Caller::of(Origin::Host), Caller::of(Origin::Local));
    }

    #[test]
    fn a_network_of_ipv6_is_one_caller() {
        assert_eq!(caller("2001:db8:0:1::1"), caller("2001:db8:0:1:ffff::2"));
        assert_ne!(caller("2001:db8:0:1::1"), caller("2001:db8:0:2::1"));
        assert_eq!(caller("::ffff:192.0.2.1"), caller("192.0.2.1"));
        assert_ne!(caller("192.0.2.1"), caller("192.0.2.2"));
    }
}
