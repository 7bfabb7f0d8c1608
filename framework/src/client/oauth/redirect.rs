//! [`LoopbackRedirect`]: receives the redirect of a browser after a login.

use std::{io, net::SocketAddr, time::Duration};

use reqwest::Url;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::timeout,
};

use super::login::OAuthError;

/// The path that the browser is redirected to.
const PATH: &str = "/callback";
/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;
/// How long a request may take to arrive.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// The most requests that are read at the same time.
const MAX_REQUESTS: usize = 16;

/// Receives the redirect of a browser after a login, on a free port of this machine's loopback address.
///
/// ```no_run
/// use std::{sync::Arc, time::Duration};
///
/// use toolwright::client::{LoopbackRedirect, OAuth, OAuthError};
///
/// # async fn example() -> Result<(), OAuthError> {
/// let redirect = Arc::new(LoopbackRedirect::bind().await?);
/// let uri = redirect.uri();
/// let oauth = OAuth::new("https://tickets.example.com/mcp")?.visiting(uri, move |address| {
///     let redirect = Arc::clone(&redirect);
///     Box::pin(async move {
///         println!("open {address}");
///         redirect.receive(&address, Duration::from_secs(300)).await
///     })
/// });
/// oauth.login().await
/// # }
/// ```
#[derive(Debug)]
pub struct LoopbackRedirect {
    listener: TcpListener,
    address: SocketAddr,
}

impl LoopbackRedirect {
    /// Begins to listen.
    ///
    /// # Errors
    /// If that is not possible.
    pub async fn bind() -> Result<Self, OAuthError> {
        let failed = |error: io::Error| OAuthError::Redirect(error.to_string());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { listener, address })
    }

    /// Returns the address that the browser is redirected to.
    #[must_use]
    pub fn uri(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Waits until the browser that was sent to `authorization` is redirected here, and returns the
    /// address with the answer. Requests with another `state` are not the answer to this login, and
    /// are refused.
    ///
    /// # Errors
    /// If nobody logs in within `time`.
    pub async fn receive(&self, authorization: &str, time: Duration) -> Result<String, OAuthError> {
        let wanted = Url::parse(authorization).ok();
        let wanted = wanted.as_ref().and_then(state_of);
        let wanted = wanted.ok_or_else(|| OAuthError::Redirect("there is no state".to_owned()))?;
        let received = timeout(time, self.next(&wanted)).await;
        received.map_err(|_| OAuthError::NobodyLoggedIn(time))
    }

    async fn next(&self, wanted: &str) -> String {
        let mut reading = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if reading.len() < MAX_REQUESTS => match accepted {
                    Ok((stream, _)) => drop(reading.spawn(read_target(stream))),
                    // Too many open files, for instance.
                    Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                },
                Some(read) = reading.join_next() => {
                    let Ok(Some((stream, target))) = read else { continue };
                    let url = Url::parse(&format!("http://{}{target}", self.address)).ok();
                    let url = url.filter(|url| url.path() == PATH && state_of(url).as_deref() == Some(wanted));
                    answer(stream, url.is_some()).await;
                    if let Some(url) = url {
                        return url.into();
                    }
                }
            }
        }
    }
}

/// Returns the parameter `state` of an address.
fn state_of(url: &Url) -> Option<String> {
    let mut pairs = url.query_pairs();
    pairs.find_map(|(name, value)| (name == "state").then(|| value.into_owned()))
}

/// Reads the head of a `GET`, and returns its target.
async fn read_target(mut stream: TcpStream) -> Option<(TcpStream, String)> {
    let mut head = Vec::new();
    let read = async {
        while !head.windows(4).any(|end| end == b"\r\n\r\n") {
            let read = stream.read_buf(&mut head).await.ok()?;
            if read == 0 || head.len() > MAX_HEAD {
                return None;
            }
        }
        let line = head.split(|byte| *byte == b'\r').next()?;
        let mut words = std::str::from_utf8(line).ok()?.split(' ');
        (words.next() == Some("GET")).then(|| words.next().map(ToOwned::to_owned))?
    };
    let target = timeout(READ_TIMEOUT, read).await.ok()??;
    target.starts_with('/').then_some((stream, target))
}

async fn answer(mut stream: TcpStream, is_answer: bool) {
    let (status, text) = match is_answer {
        true => ("200 OK", "This page can be closed: the program goes on."),
        false => ("400 Bad Request", "This is not the answer to a login."),
    };
    let length = text.len();
    let response = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\n\
         cache-control: no-store\r\nconnection: close\r\n\r\n{text}"
    );
    // A browser that is gone needs no page.
    let _ = timeout(READ_TIMEOUT, stream.write_all(response.as_bytes())).await;
    let _ = timeout(READ_TIMEOUT, stream.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(redirect: &LoopbackRedirect, target: &str) -> String {
        let mut stream = TcpStream::connect(redirect.address).await.unwrap();
        let request = format!("GET {target} HTTP/1.1\r\nhost: x\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        text.split("\r\n").next().unwrap().to_owned()
    }

    #[tokio::test]
    async fn only_the_answer_to_this_login_is_taken() {
        let redirect = LoopbackRedirect::bind().await.unwrap();
        let address = "https://issuer.example/auth?client_id=a&state=mine";
        let receive = redirect.receive(address, Duration::from_secs(20));
        let visit = async {
            // A connection that says nothing holds up nothing.
            let silent = TcpStream::connect(redirect.address).await.unwrap();
            let refused = "HTTP/1.1 400 Bad Request";
            assert_eq!(
                get(&redirect, "/callback?code=1&state=other").await,
                refused
            );
            assert_eq!(get(&redirect, "/other?code=1&state=mine").await, refused);
            assert_eq!(
                get(&redirect, "/callback?code=2&state=mine").await,
                "HTTP/1.1 200 OK"
            );
            drop(silent);
        };
        let (received, ()) = tokio::join!(receive, visit);
        let expected = format!("{}?code=2&state=mine", redirect.uri());
        assert_eq!(received.unwrap(), expected);
    }

    #[tokio::test]
    async fn a_login_that_nobody_makes_ends() {
        let redirect = LoopbackRedirect::bind().await.unwrap();
        let time = Duration::from_millis(20);
        let received = redirect
            .receive("https://issuer.example/auth?state=a", time)
            .await;
        assert!(matches!(received, Err(OAuthError::NobodyLoggedIn(after)) if after == time));
    }
}
