//! [`Socket`]: TCP, TLS over TCP, or a unix socket.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use rustix::{
    io::Errno,
    net::{RecvFlags, recv, sockopt},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpStream, UnixStream, lookup_host},
    time::timeout,
};
use tokio_rustls::client::TlsStream;

use super::{
    address::{Address, Host},
    error::ConnectError,
};

/// How long a connection is silent before the kernel probes whether the peer is still there.
const KEEPALIVE: Duration = Duration::from_secs(60);

/// A connected socket.
#[derive(Debug)]
pub(super) enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// Opens an unencrypted socket to the server.
pub(super) async fn open(address: &Address, timeout: Duration) -> Result<Socket, ConnectError> {
    match &address.host {
        Host::Unix(_) => UnixStream::connect(address.socket_path())
            .await
            .map(Socket::Unix)
            .map_err(|source| unreachable(address, source)),
        Host::Tcp(host) => {
            let found = lookup_host((host.as_str(), address.port)).await;
            let found = found.map_err(|source| ConnectError::UnknownHost {
                location: address.location(),
                source,
            })?;
            let tcp = connect_any(&found.collect::<Vec<_>>(), timeout).await;
            tcp.map(Socket::Tcp)
                .map_err(|source| unreachable(address, source))
        }
    }
}

fn unreachable(address: &Address, source: io::Error) -> ConnectError {
    ConnectError::Unreachable {
        location: address.location(),
        source,
    }
}

/// Connects to the first address that responds. Each gets the same share of the time.
async fn connect_any(addresses: &[SocketAddr], time: Duration) -> io::Result<TcpStream> {
    let share = time / u32::try_from(addresses.len().max(1)).unwrap_or(u32::MAX);
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses {
        match timeout(share, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return configured(stream),
            Ok(Err(error)) => last = error,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(last)
}

fn configured(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    sockopt::set_socket_keepalive(&stream, true)?;
    sockopt::set_tcp_keepidle(&stream, KEEPALIVE)?;
    Ok(stream)
}

impl Socket {
    /// Returns the next byte that has already arrived, without consuming it and without waiting.
    ///
    /// # Errors
    /// If the connection is closed or broken.
    pub(super) fn peek(&self) -> io::Result<Option<u8>> {
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        let mut first = [0];
        let received = match self {
            Self::Tcp(stream) => recv(stream, &mut first[..], flags),
            Self::Unix(stream) => recv(stream, &mut first[..], flags),
            Self::Tls(stream) => recv(stream.get_ref().0, &mut first[..], flags),
        };
        match received {
            Ok((0, _)) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => Ok(Some(first[0])),
            Err(Errno::AGAIN) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn is_encrypted(&self) -> bool {
        matches!(self, Self::Tls(_))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Unix(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Unix(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_flush(context),
            Self::Unix(stream) => Pin::new(stream).poll_flush(context),
            Self::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Unix(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
