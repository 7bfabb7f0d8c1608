//! [`Draining`]: tells the pages of a server that it stops.

use tokio_util::sync::CancellationToken;

/// An extension of the requests for a server's own pages: the token is cancelled when the server
/// stops, so that an endless response ends and does not hold up the others.
#[derive(Debug, Clone)]
#[cfg_attr(
    not(feature = "registry"),
    expect(dead_code, reason = "only the API has endless responses")
)]
pub(crate) struct Draining(pub(crate) CancellationToken);
