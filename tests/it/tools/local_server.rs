//! [`LocalServer`]: a local HTTP server that stands in for one of the web and records its requests.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// A request as it was received.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked {
    /// `GET /search`
    pub(crate) line: String,
    /// The parameters of the query, decoded.
    pub(crate) query: HashMap<String, String>,
    /// The headers, by lower-case name.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    after: Duration,
    is_cut: bool,
}

impl Reply {
    pub(crate) fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type", content_type.into())],
            body: body.into(),
            after: Duration::ZERO,
            is_cut: false,
        }
    }

    pub(crate) fn json(status: u16, body: impl ToString) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    pub(crate) fn html(status: u16) -> Self {
        let body = "<!doctype html><title>Sorry</title>";
        Self::new(status, "text/html; charset=utf-8", body)
    }

    pub(crate) fn with(mut self, header: &'static str, value: &str) -> Self {
        self.headers.push((header, value.into()));
        self
    }

    /// Delays the response.
    pub(crate) const fn after(mut self, time: Duration) -> Self {
        self.after = time;
        self
    }

    /// Closes the connection in the middle of the body.
    pub(crate) const fn cut(mut self) -> Self {
        self.is_cut = true;
        self
    }
}

/// A local HTTP server that stands in for one of the web. Dropping it stops it.
pub(crate) struct LocalServer {
    port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
    accepting: JoinHandle<()>,
}

impl LocalServer {
    /// Starts a server that responds to each request with the result of `respond`, which gets the
    /// number of the request, from 0 on.
    pub(crate) async fn start<R>(respond: R) -> Self
    where
        R: Fn(usize, &Asked) -> Reply + Send + Sync + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::<Mutex<Vec<Asked>>>::default();
        let respond = Arc::new(respond);
        let accepting = tokio::spawn({
            let asked = Arc::clone(&asked);
            async move {
                loop {
                    let (connection, _) = listener.accept().await.unwrap();
                    tokio::spawn(serve(connection, Arc::clone(&respond), Arc::clone(&asked)));
                }
            }
        });
        Self {
            port,
            asked,
            accepting,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Returns all requests so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

impl Drop for LocalServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn serve<R>(connection: TcpStream, respond: Arc<R>, asked: Arc<Mutex<Vec<Asked>>>)
where
    R: Fn(usize, &Asked) -> Reply,
{
    let (input, mut output) = connection.into_split();
    let mut input = BufReader::new(input);
    while let Some(request) = read(&mut input).await {
        let number = {
            let mut asked = asked.lock().unwrap();
            asked.push(request.clone());
            asked.len() - 1
        };
        let reply = respond(number, &request);
        tokio::time::sleep(reply.after).await;
        let mut head = format!(
            "HTTP/1.1 {} It\r\ncontent-length: {}\r\n",
            reply.status,
            reply.body.len()
        );
        for (name, value) in &reply.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let sent = if reply.is_cut {
            reply.body.len() / 2
        } else {
            reply.body.len()
        };
        let bytes = [head.as_bytes(), b"\r\n", &reply.body[..sent]].concat();
        if output.write_all(&bytes).await.is_err() || reply.is_cut {
            return;
        }
    }
}

async fn read(input: &mut (impl AsyncBufReadExt + Unpin)) -> Option<Asked> {
    let mut line = String::new();
    input
        .read_line(&mut line)
        .await
        .ok()
        .filter(|read| *read > 0)?;
    let mut words = line.split(' ');
    let (method, target) = (words.next()?, words.next()?);
    let url = url::Url::parse(&format!("http://it{target}")).unwrap();
    let mut asked = Asked {
        line: format!("{method} {}", url.path()),
        query: url.query_pairs().into_owned().collect(),
        ..Asked::default()
    };
    loop {
        let mut line = String::new();
        input.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        asked.headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = asked
        .headers
        .get("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    input.read_exact(&mut body).await.ok()?;
    asked.body = String::from_utf8(body).unwrap();
    Some(asked)
}
