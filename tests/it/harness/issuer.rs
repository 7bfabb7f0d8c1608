//! An authorization server that publishes its keys, or misbehaves as a test tells it.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use super::signer::Signer;

/// The audience of the tokens that [`Issuer::claims`] describes.
pub(crate) const AUDIENCE: &str = "https://tools.test/mcp";

/// How many bytes a huge key set has.
pub(crate) const HUGE: usize = 64 * 1024 * 1024;

/// How the issuer behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IssuerMood {
    Honest,
    /// Its key set never ends, nearly.
    Huge,
    /// Its key set never comes.
    Hanging,
    /// It says that it is another one.
    Renamed,
    /// Its key set is at this address.
    Elsewhere(&'static str),
}

/// An authorization server, until it is dropped.
#[derive(Debug)]
pub(crate) struct Issuer {
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    url: String,
    keys: Mutex<Vec<Value>>,
    mood: Mutex<IssuerMood>,
    fetches: AtomicUsize,
    sent: AtomicUsize,
}

impl Issuer {
    pub(crate) async fn start(keys: &[&Signer]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address: SocketAddr = listener.local_addr().unwrap();
        let state = Arc::new(State {
            url: format!("http://{address}"),
            keys: Mutex::default(),
            mood: Mutex::new(IssuerMood::Honest),
            fetches: AtomicUsize::new(0),
            sent: AtomicUsize::new(0),
        });
        let served = Arc::clone(&state);
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = Arc::clone(&served);
                tokio::spawn(async move { state.answer(stream).await });
            }
        });
        let issuer = Self { state, accepting };
        issuer.publish(keys);
        issuer
    }

    pub(crate) fn url(&self) -> &str {
        &self.state.url
    }

    /// Publishes these keys and no others.
    pub(crate) fn publish(&self, keys: &[&Signer]) {
        *self.state.keys.lock().unwrap() = keys.iter().map(|key| key.public_key()).collect();
    }

    pub(crate) fn behave(&self, mood: IssuerMood) {
        *self.state.mood.lock().unwrap() = mood;
    }

    /// How often the keys were asked for.
    pub(crate) fn fetches(&self) -> usize {
        self.state.fetches.load(Ordering::SeqCst)
    }

    /// How many bytes of keys were taken.
    pub(crate) fn sent(&self) -> usize {
        self.state.sent.load(Ordering::SeqCst)
    }

    /// Stops listening.
    pub(crate) async fn stop(&mut self) {
        self.accepting.abort();
        // It has ended, and so its socket is closed.
        let _ = (&mut self.accepting).await;
    }

    /// The claims of a valid token.
    pub(crate) fn claims(&self, user: &str) -> Value {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs();
        json!({"iss": self.url(), "aud": AUDIENCE, "exp": now + 600, "iat": now, "sub": user})
    }
}

impl Drop for Issuer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl State {
    /// Answers one request, and closes the connection.
    async fn answer(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        let mut first = String::new();
        stream.read_line(&mut first).await.unwrap_or_default();
        let mut line = String::new();
        while stream.read_line(&mut line).await.unwrap_or_default() > 2 {
            line.clear();
        }
        let mood = *self.mood.lock().unwrap();
        let mut stream = stream.into_inner();
        match first.split(' ').nth(1).unwrap_or_default() {
            "/.well-known/oauth-authorization-server" => {
                let metadata = self.metadata(mood).to_string();
                send(&mut stream, "200 OK", &metadata).await;
            }
            "/keys" => self.send_keys(&mut stream, mood).await,
            _ => send(&mut stream, "404 Not Found", "").await,
        }
    }

    fn metadata(&self, mood: IssuerMood) -> Value {
        let url = &self.url;
        let issuer = match mood {
            IssuerMood::Renamed => "https://id.test",
            _ => url,
        };
        let keys = match mood {
            IssuerMood::Elsewhere(address) => address.to_owned(),
            _ => format!("{url}/keys"),
        };
        json!({"issuer": issuer, "jwks_uri": keys, "authorization_endpoint": "https://id.test/"})
    }

    async fn send_keys(&self, stream: &mut TcpStream, mood: IssuerMood) {
        self.fetches.fetch_add(1, Ordering::SeqCst);
        match mood {
            IssuerMood::Hanging => std::future::pending().await,
            IssuerMood::Huge => self.send_much(stream).await,
            _ => {
                let keys = json!({"keys": *self.keys.lock().unwrap()}).to_string();
                send(stream, "200 OK", &keys).await;
            }
        }
    }

    /// Sends spaces, as long as somebody takes them, without saying how many.
    async fn send_much(&self, stream: &mut TcpStream) {
        let head = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
        let spaces = [b' '; 64 * 1024];
        let mut sent = stream.write_all(head.as_bytes()).await;
        while sent.is_ok() && self.sent.fetch_add(spaces.len(), Ordering::SeqCst) < HUGE {
            sent = stream.write_all(&spaces).await;
        }
    }
}

async fn send(stream: &mut TcpStream, status: &str, body: &str) {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    // A client that went away is no fault of the test.
    let _ = stream.write_all((head + body).as_bytes()).await;
}
