//! [`Caller`]: whom a call counts for, and the [`Origin`] of a request.

use std::{
    fmt,
    hash::{Hash, Hasher},
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
};

use super::identity::{AccessRole, Identity, Rights};

/// The maker of a call. Limits count by it, and kept results belong to it.
///
/// Two callers with an [`Identity`] are equal if their [ids](Identity::id) are. One without proved
/// nothing, and stands for where the call comes from: all loopback addresses are one caller, and so
/// is a network of IPv6 (`/64`), because whoever has one address of it has all of them.
///
/// ```
/// use toolwright::{access::Identity, call::{Caller, Origin}};
///
/// let caller = |address: &str| Caller::of(Origin::Address(address.parse().unwrap()));
/// assert_eq!(caller("127.0.0.1"), caller("::1"));
/// assert_eq!(caller("2001:db8::1"), caller("2001:db8::2"));
/// assert_ne!(caller("192.0.2.1"), caller("192.0.2.2"));
///
/// let ada = Caller::from(Identity::new("ada"));
/// assert_eq!(ada.name(), "ada");
/// assert_eq!(ada, Caller::from(Identity::new("ada").with_scopes(["read"])));
/// ```
#[derive(Debug, Clone)]
pub struct Caller(Who);

#[derive(Debug, Clone)]
enum Who {
    Unknown {
        origin: Origin,
        /// Whether the call was made on the server's machine.
        is_local: bool,
    },
    Known(Arc<Identity>),
}

impl Caller {
    /// The name of callers who did not have to prove who they are.
    pub const LOCAL: &str = "local";

    /// Returns the caller without an identity that calls from `origin`.
    #[must_use]
    pub const fn of(origin: Origin) -> Self {
        let (address, is_proxied) = match origin {
            Origin::Local | Origin::Host => return Self::unknown(origin, true),
            Origin::Address(address) => (address, false),
            Origin::Proxy(address) => (address, true),
        };
        let address = match address {
            IpAddr::V4(address) => of_v4(address),
            IpAddr::V6(address) => match address.to_ipv4_mapped() {
                Some(address) => of_v4(address),
                None if address.is_loopback() => of_v4(Ipv4Addr::LOCALHOST),
                None => IpAddr::V6(network(address)),
            },
        };
        match is_proxied {
            true => Self::unknown(Origin::Proxy(address), false),
            false => Self::unknown(Origin::Address(address), address.is_loopback()),
        }
    }

    const fn unknown(origin: Origin, is_local: bool) -> Self {
        Self(Who::Unknown { origin, is_local })
    }

    /// Returns whether a user cannot have this name, because the log has it for a caller without an
    /// identity.
    #[doc(hidden)]
    pub fn is_reserved(name: &str) -> bool {
        ["host", Self::LOCAL].contains(&name) || name.parse::<IpAddr>().is_ok()
    }

    /// Returns the identity, or `None` if the caller did not have to prove who they are: the local
    /// user, or anybody where the server asks nobody.
    #[must_use]
    pub const fn identity(&self) -> Option<&Arc<Identity>> {
        match &self.0 {
            Who::Unknown { .. } => None,
            Who::Known(identity) => Some(identity),
        }
    }

    /// Returns the name of the user, or `local` without an identity.
    #[must_use]
    pub fn name(&self) -> &str {
        self.identity()
            .map_or(Self::LOCAL, |identity| identity.user())
    }

    /// Returns the role. A caller who need not prove who they are is an admin on the server's own
    /// machine, and may only call elsewhere.
    #[must_use]
    pub fn role(&self) -> AccessRole {
        match &self.0 {
            Who::Known(identity) => identity.role(),
            Who::Unknown { is_local: true, .. } => AccessRole::Admin,
            Who::Unknown { .. } => AccessRole::Caller,
        }
    }

    /// Returns the id of the key that the caller showed.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.identity()?.key()
    }

    /// Returns the name by which all servers that share limits know the caller, or `None` if it is
    /// one of this process alone: its host, or the process itself.
    #[doc(hidden)]
    #[must_use]
    pub fn shared_name(&self) -> Option<String> {
        match &self.0 {
            Who::Known(identity) => Some(match identity.key() {
                Some(key) => format!("key {key}"),
                None => format!("user {}", identity.user()),
            }),
            Who::Unknown { origin, .. } => match origin {
                Origin::Local | Origin::Host => None,
                Origin::Address(address) => Some(format!("address {address}")),
                Origin::Proxy(address) => Some(format!("proxy {address}")),
            },
        }
    }

    /// Returns what the caller may call, or `None` if nothing limits it.
    #[must_use]
    pub fn rights(&self) -> Option<&Arc<Rights>> {
        self.identity().map(|identity| identity.rights())
    }
}

impl PartialEq for Caller {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Who::Unknown { origin: one, .. }, Who::Unknown { origin: other, .. }) => one == other,
            (Who::Known(one), Who::Known(other)) => {
                one.id() == other.id() && one.key().is_some() == other.key().is_some()
            }
            _ => false,
        }
    }
}

impl Eq for Caller {}

impl Hash for Caller {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Who::Unknown { origin, .. } => origin.hash(state),
            Who::Known(identity) => identity.id().hash(state),
        }
    }
}

/// Writes the name of the user, or where an unknown caller calls from.
impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Who::Unknown { origin, .. } => origin.fmt(f),
            Who::Known(identity) => f.write_str(identity.user()),
        }
    }
}

impl From<Origin> for Caller {
    fn from(origin: Origin) -> Self {
        Self::of(origin)
    }
}

impl From<Arc<Identity>> for Caller {
    fn from(identity: Arc<Identity>) -> Self {
        Self(Who::Known(identity))
    }
}

impl From<Identity> for Caller {
    fn from(identity: Identity) -> Self {
        Arc::new(identity).into()
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

/// The origin of a call, as the transport knows it. A client cannot choose it.
///
/// The execution log records it, and limits count by the [`Caller`](super::Caller) that it tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// This process: a test, or the command line.
    #[default]
    Local,
    /// The host that started this process.
    Host,
    /// An address on the network.
    Address(IpAddr),
    /// The address of a proxy, which passed on a call from somewhere else.
    Proxy(IpAddr),
}

impl Origin {
    /// Whether the call was made on another machine, as far as is known.
    #[must_use]
    pub fn is_elsewhere(self) -> bool {
        match self {
            Self::Local | Self::Host => false,
            Self::Address(address) => !address.to_canonical().is_loopback(),
            Self::Proxy(_) => true,
        }
    }

    /// Returns the origin of a call that a proxy at this one passed on.
    pub(crate) const fn through_proxy(self) -> Self {
        match self {
            Self::Address(address) => Self::Proxy(address),
            other => other,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local => f.write_str("local"),
            Self::Host => f.write_str("host"),
            Self::Address(address) | Self::Proxy(address) => address.fmt(f),
        }
    }
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

    #[test]
    fn only_unknown_callers_on_this_machine_are_admins() {
        for origin in [Origin::Host, Origin::Local] {
            assert_eq!(Caller::of(origin).role(), AccessRole::Admin);
        }
        assert_eq!(caller("::1").role(), AccessRole::Admin);
        let proxied = Origin::Address("::1".parse().unwrap()).through_proxy();
        assert_eq!(Caller::of(proxied).role(), AccessRole::Caller);
        assert_eq!(caller("192.0.2.1").role(), AccessRole::Caller);
        assert_eq!(caller("2001:db8::1").role(), AccessRole::Caller);
        let admin = Caller::from(Identity::new("ada").with_role(AccessRole::Admin));
        assert_eq!(admin.role(), AccessRole::Admin);
    }

    #[test]
    fn a_key_and_a_user_of_the_same_name_are_two_callers() {
        let of_key = Caller::from(Identity::new("ada").with_key("k1"));
        assert_eq!(of_key, Caller::from(Identity::new("ada").with_key("k1")));
        assert_ne!(of_key, Caller::from(Identity::new("ada").with_key("k2")));
        assert_ne!(of_key, Caller::from(Identity::new("k1")));
        assert_ne!(of_key, Caller::of(Origin::Local));
    }

    #[test]
    fn servers_that_share_limits_tell_callers_apart_as_one_does() {
        let address = Origin::Address("192.0.2.1".parse().unwrap());
        let names = [
            Caller::from(Identity::new("192.0.2.1")),
            Caller::from(Identity::new("ada").with_key("192.0.2.1")),
            Caller::of(address),
            Caller::of(address.through_proxy()),
        ]
        .map(|caller| caller.shared_name().unwrap());
        let expected = ["user", "key", "address", "proxy"].map(|who| format!("{who} 192.0.2.1"));
        assert_eq!(names, expected);
        assert_eq!(Caller::of(Origin::Host).shared_name(), None);
    }
}
