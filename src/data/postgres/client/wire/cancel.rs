//! Ending a query on the server, over a connection of its own.

use std::{io, time::Duration};

use bytes::BytesMut;
use postgres_protocol::message::frontend;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{
    address::Address,
    login::Key,
    tls_negotiation::{self, Security},
};

/// How long one may take to get to the server.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the server to end what it does in the conversation with this key.
///
/// Returns when the server has closed the connection, which it does after it passed the request on. Only then is it certain that the
/// request does not end the conversation's next query.
pub(super) async fn cancel(address: &Address, security: Security, key: Key) -> io::Result<()> {
    let socket = tls_negotiation::open(address, security, PATIENCE).await;
    let mut socket = socket.map_err(io::Error::other)?;
    let mut request = BytesMut::new();
    frontend::cancel_request(key.process, key.secret, &mut request);
    socket.write_all(&request).await?;
    socket.flush().await?;
    let mut nothing = [0];
    // A connection that is reset is closed as well.
    let _ = socket.read(&mut nothing).await;
    Ok(())
}
