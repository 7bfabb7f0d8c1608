//! Opening a socket, and negotiating TLS with the server before anything else is sent.

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

/// Whether TLS is negotiated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encryption {
    /// As the address says.
    AsConfigured,
    /// Never: it was only preferred, and the attempt failed.
    Disabled,
}

impl Encryption {
    /// Returns whether to try again without TLS after this error.
    pub(super) fn can_fall_back(self, address: &Address, error: &ConnectError) -> bool {
        let is_preferred = address.tls == Tls::Prefer && matches!(address.host, Host::Tcp(_));
        let may_help = match error {
            ConnectError::Tls { .. } => true,
            ConnectError::Rejected { error, .. } => error.code == "28000",
            _ => false,
        };
        self == Self::AsConfigured && is_preferred && may_help
    }
}

/// Opens a socket to the server, and encrypts it as the address says.
pub(super) async fn open(
    address: &Address,
    encryption: Encryption,
    timeout: Duration,
) -> Result<Socket, ConnectError> {
    let mut socket = socket::open(address, timeout).await?;
    let Host::Tcp(host) = &address.host else {
        return Ok(socket);
    };
    if address.tls == Tls::Off || encryption == Encryption::Disabled {
        return Ok(socket);
    }
    let response = request_tls(&mut socket).await;
    match (
        response.map_err(|error| not_postgres(address, &error))?,
        socket,
    ) {
        (b'S', Socket::Tcp(stream)) => tls::handshake(stream, host, &address.tls)
            .await
            .map(|stream| Socket::Tls(Box::new(stream)))
            .map_err(|error| ConnectError::Tls {
                location: address.location(),
                problem: error.to_string(),
            }),
        (b'N', socket) if address.tls == Tls::Prefer => Ok(socket),
        (b'N', _) => Err(ConnectError::NoTls {
            location: address.location(),
        }),
        _ => Err(ConnectError::NotPostgres {
            location: address.location(),
            problem: "it does not know the request for TLS".into(),
        }),
    }
}

/// Asks whether the server supports TLS, and returns its response: `S` or `N`.
///
/// Only one byte is read. Anything more that arrives before encryption could be injected by an
/// attacker (CVE-2021-23222).
pub(crate) async fn request_tls(
    socket: &mut (impl AsyncRead + AsyncWrite + Unpin),
) -> io::Result<u8> {
    let mut request = BytesMut::new();
    frontend::ssl_request(&mut request);
    socket.write_all(&request).await?;
    socket.read_u8().await
}

/// Creates the error of a peer that closes the connection or sends something else while connecting.
pub(super) fn not_postgres(address: &Address, error: &io::Error) -> ConnectError {
    let problem = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
        _ => error.to_string(),
    };
    ConnectError::NotPostgres {
        location: address.location(),
        problem,
    }
}
