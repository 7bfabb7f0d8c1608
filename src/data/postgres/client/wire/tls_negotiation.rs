//! From an address to a socket that the server has agreed on: opened, and secured if that is wanted.

use std::{io, time::Duration};

use bytes::BytesMut;
use postgres_protocol::message::frontend;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use super::{
    address::{Address, Host, Tls},
    error::ConnectError,
    socket::{self, Socket},
    tls,
};

/// Whether TLS is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Security {
    /// As the address says.
    AsWanted,
    /// Not any more: it was tried, and it was only preferred.
    Plain,
}

impl Security {
    /// Whether TLS was only preferred, and may be why there is no connection.
    pub(super) fn may_be_less(self, address: &Address, error: &ConnectError) -> bool {
        let is_preferred = address.tls == Tls::Prefer && matches!(address.host, Host::Tcp(_));
        let may_help = match error {
            ConnectError::Tls { .. } => true,
            ConnectError::Refused { error, .. } => error.code == "28000",
            _ => false,
        };
        self == Self::AsWanted && is_preferred && may_help
    }
}

/// Opens a socket to the server, and secures it as the address says.
pub(super) async fn open(
    address: &Address,
    security: Security,
    patience: Duration,
) -> Result<Socket, ConnectError> {
    let mut socket = socket::open(address, patience).await?;
    let Host::Tcp(host) = &address.host else {
        return Ok(socket);
    };
    if address.tls == Tls::Off || security == Security::Plain {
        return Ok(socket);
    }
    let answer = ask_for_tls(&mut socket).await;
    match (answer.map_err(|error| strange(address, &error))?, socket) {
        (b'S', Socket::Tcp(stream)) => tls::secure(stream, host, &address.tls)
            .await
            .map(|stream| Socket::Tls(Box::new(stream)))
            .map_err(|error| ConnectError::Tls {
                place: address.place(),
                what: error.to_string(),
            }),
        (b'N', socket) if address.tls == Tls::Prefer => Ok(socket),
        (b'N', _) => Err(ConnectError::NoTls {
            place: address.place(),
        }),
        _ => Err(ConnectError::Strange {
            place: address.place(),
            what: "it does not know the request for TLS".into(),
        }),
    }
}

/// Asks whether the connection can be secured, which a server answers before everything else.
///
/// Only one byte is read: more of it, sent before the connection is secured, would be somebody else's.
pub(in crate::data::postgres) async fn ask_for_tls(
    socket: &mut (impl AsyncRead + AsyncWrite + Unpin),
) -> io::Result<u8> {
    let mut request = BytesMut::new();
    frontend::ssl_request(&mut request);
    socket.write_all(&request).await?;
    socket.read_u8().await
}

/// The other side hung up or sent nonsense while the connection was being made.
pub(super) fn strange(address: &Address, error: &io::Error) -> ConnectError {
    let what = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
        _ => error.to_string(),
    };
    ConnectError::Strange {
        place: address.place(),
        what,
    }
}
