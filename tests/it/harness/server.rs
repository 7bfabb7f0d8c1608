//! A real server on a free port, in this process.

use std::net::SocketAddr;

use tokio::{sync::oneshot, task::JoinHandle};
use toolwright::{Catalog, Server, transport::HttpOptions};

use super::patience::soon;

/// A server with a name and a version that answers can be compared with.
pub(crate) fn new_server() -> Server {
    Server::new("it").version("1")
}

/// A client, with the cryptography that it wants although it only speaks plain HTTP.
pub(crate) fn http_client() -> reqwest::Client {
    // It fails where another test of this process did it before.
    let _ = rustls_graviola::default_provider().install_default();
    reqwest::Client::builder().no_proxy().build().unwrap()
}

/// A server that listens until the test stops it or ends.
#[derive(Debug)]
pub(crate) struct TestServer {
    address: SocketAddr,
    catalog: Catalog,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<toolwright::Result<()>>,
    http: reqwest::Client,
}

impl TestServer {
    pub(crate) async fn start(server: Server) -> Self {
        Self::with(server, |_| {}).await
    }

    /// With other options than the usual.
    pub(crate) async fn with(server: Server, configure: impl FnOnce(&mut HttpOptions)) -> Self {
        let built = server.build().unwrap();
        let catalog = built.catalog().clone();
        let mut options = HttpOptions::default();
        options.port = 0;
        configure(&mut options);
        let (stop, stopped) = oneshot::channel::<()>();
        let (listening, heard) = oneshot::channel();
        let served = tokio::spawn(built.serve_http(
            options,
            |address| listening.send(address).unwrap(),
            async {
                stopped.await.ok();
            },
        ));
        let address = soon(heard).await.unwrap();
        Self {
            address,
            catalog,
            stop: Some(stop),
            served,
            http: http_client(),
        }
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// A client that keeps its connections to this server.
    pub(crate) const fn http(&self) -> &reqwest::Client {
        &self.http
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Tells it to stop, and does not wait.
    pub(crate) fn drain(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits until it has ended, after [`TestServer::drain`].
    pub(crate) async fn end(self) -> toolwright::Result<()> {
        soon(self.served).await.unwrap()
    }
}
