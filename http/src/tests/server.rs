//! [`Server`]: responds with given bytes, and counts connections and requests.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// A server of one test. It stops when it is dropped.
pub(crate) struct Server {
    host: String,
    port: u16,
    counts: Arc<Counts>,
    accepting: JoinHandle<()>,
}

#[derive(Default)]
struct Counts {
    connections: AtomicUsize,
    requests: AtomicUsize,
}

/// Returns a response with this status and body.
pub(crate) fn answer(status: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Returns a redirect.
pub(crate) fn redirect(location: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n")
}

impl Server {
    /// Responds to each path with the bytes of `respond`, which may be none.
    pub(crate) async fn start<R>(host: &str, respond: R) -> Self
    where
        R: Fn(&str) -> String + Send + Sync + 'static,
    {
        Self::at(host, 0, respond).await
    }

    pub(crate) async fn at<R>(host: &str, port: u16, respond: R) -> Self
    where
        R: Fn(&str) -> String + Send + Sync + 'static,
    {
        let listener = TcpListener::bind((host, port)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let counts = Arc::<Counts>::default();
        let respond = Arc::new(respond);
        let accepting = tokio::spawn({
            let counts = Arc::clone(&counts);
            async move {
                loop {
                    let (connection, _) = listener.accept().await.unwrap();
                    counts.connections.fetch_add(1, Ordering::Relaxed);
                    tokio::spawn(serve(connection, Arc::clone(&respond), Arc::clone(&counts)));
                }
            }
        });
        Self {
            host: host.to_owned(),
            port,
            counts,
            accepting,
        }
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}:{}{path}", self.host, self.port)
    }

    pub(crate) fn connections(&self) -> usize {
        self.counts.connections.load(Ordering::Relaxed)
    }

    pub(crate) fn requests(&self) -> usize {
        self.counts.requests.load(Ordering::Relaxed)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn serve<R: Fn(&str) -> String>(connection: TcpStream, respond: Arc<R>, counts: Arc<Counts>) {
    let (input, mut output) = connection.into_split();
    let mut lines = BufReader::new(input).lines();
    while let Ok(Some(first)) = lines.next_line().await {
        while lines
            .next_line()
            .await
            .is_ok_and(|line| line.is_some_and(|line| !line.is_empty()))
        {}
        counts.requests.fetch_add(1, Ordering::Relaxed);
        let path = first.split(' ').nth(1).unwrap().to_owned();
        let answer = respond(&path);
        output.write_all(answer.as_bytes()).await.ok();
        if answer.contains("connection: close") {
            return;
        }
    }
}
