//! Servers whose registry is in PostgreSQL.

mod accounts;
mod agents;
mod commands;
mod limits;
mod log;
mod outage;
mod people;
mod replicas;
mod servers;

use std::sync::Arc;

use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream, UnixStream},
    task::{JoinHandle, JoinSet},
};
use tokio_postgres::config::Host;

use crate::{
    api::{Answered, NO_DATABASE, answered},
    harness::{Home, TestServer, postgres_server, unique_name},
};

/// A schema for one test, and a way to the database that can be cut.
pub(super) struct SharedDatabase {
    pub(super) schema: String,
    port: u16,
    open: Option<JoinHandle<()>>,
}

impl SharedDatabase {
    pub(super) async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        Self {
            schema: unique_name(),
            port,
            open: Some(tokio::spawn(forward(listener))),
        }
    }

    /// The URL of the database, by the way that can be cut.
    pub(super) fn url(&self) -> String {
        let config = postgres_server();
        let user = config.get_user().unwrap_or("postgres");
        let name = config.get_dbname().unwrap_or("postgres");
        format!(
            "postgres://{user}@127.0.0.1:{}/{name}?schema={}",
            self.port, self.schema
        )
    }

    /// Ends all connections, and refuses new ones.
    pub(super) async fn cut(&mut self) {
        let open = self.open.take().unwrap();
        open.abort();
        let _ = open.await;
    }

    /// Lets connections through again.
    pub(super) async fn mend(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.unwrap();
        self.open = Some(tokio::spawn(forward(listener)));
    }
}

async fn forward(listener: TcpListener) {
    let config = Arc::new(postgres_server());
    // They end with this task.
    let mut connections = JoinSet::new();
    loop {
        let (mut socket, _) = listener.accept().await.unwrap();
        let config = Arc::clone(&config);
        connections.spawn(async move {
            let port = config.get_ports().first().copied().unwrap_or(5432);
            let _ = match &config.get_hosts()[0] {
                Host::Unix(folder) => {
                    let path = folder.join(format!(".s.PGSQL.{port}"));
                    let mut database = UnixStream::connect(path).await.unwrap();
                    copy_bidirectional(&mut socket, &mut database).await
                }
                Host::Tcp(host) => {
                    let mut database = TcpStream::connect((host.as_str(), port)).await.unwrap();
                    copy_bidirectional(&mut socket, &mut database).await
                }
            };
        });
    }
}

/// A server on a shared registry.
pub(super) struct Replica {
    pub(super) server: TestServer,
    _home: Home,
}

impl Replica {
    pub(super) async fn start(database: &SharedDatabase) -> Self {
        Self::with(database, &[]).await
    }

    pub(super) async fn with(database: &SharedDatabase, settings: &[(&str, &str)]) -> Self {
        let home = Home::new();
        let url = database.url();
        let own = [
            ("TOOLWRIGHT_REGISTRY", "postgres"),
            ("TOOLWRIGHT_REGISTRY_URL", url.as_str()),
        ];
        let settings = [&own[..], &NO_DATABASE, settings].concat();
        Self {
            server: TestServer::start(home.server(&settings)).await,
            _home: home,
        }
    }

    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = self.server.url(&format!("/api/v1/{path}"));
        self.server.http().request(method, url)
    }

    pub(super) async fn get(&self, path: &str) -> Answered {
        answered(self.request(Method::GET, path)).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Answered {
        answered(self.request(Method::POST, path).json(&body)).await
    }
}
