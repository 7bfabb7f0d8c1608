//! Cancelling a query on the server, over a connection of its own.

use std::{io, time::Duration};

use bytes::BytesMut;
use postgres_protocol::message::frontend;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{
    address::Address,
    login::CancelKey,
    tls_negotiation::{self, Encryption},
};

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Asks the server to cancel the current query of the session with this key.
///
/// Waits until the server has closed the connection, which it does after it has delivered the
/// request. Only then can the request no longer cancel the next query of the session.
pub(super) async fn cancel(
    address: &Address,
    encryption: Encryption,
    key: CancelKey,
) -> io::Result<()> {
    let socket = tls_negotiation::open(address, encryption, CONNECT_TIMEOUT).await;
    let mut socket = socket.map_err(io::Error::other)?;
    let mut request = BytesMut::new();
    frontend::cancel_request(key.process, key.secret, &mut request);
    socket.write_all(&request).await?;
    socket.flush().await?;
    let mut byte = [0];
    // A connection that is reset is closed as well.
    let _ = socket.read(&mut byte).await;
    Ok(())
}
