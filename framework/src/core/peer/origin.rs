//! [`Origin`]: where a call comes from.

use std::{fmt, net::IpAddr};

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
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local => f.write_str("local"),
            Self::Host => f.write_str("host"),
            Self::Address(address) => address.fmt(f),
        }
    }
}
