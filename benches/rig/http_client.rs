//! A client for single requests: the load comes from wrk.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};

use super::{Result, call::Request};

/// A client that waits for each answer.
pub(crate) struct HttpClient {
    runtime: tokio::runtime::Runtime,
    client: reqwest::Client,
}

/// A whole answer.
pub(crate) struct HttpAnswer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl HttpClient {
    pub(crate) fn new() -> Result<Self> {
        Self::with_headers(HeaderMap::new())
    }

    /// Creates a client that shows an API key.
    pub(crate) fn with_key(key: &str) -> Result<Self> {
        let value = HeaderValue::from_str(&format!("Bearer {key}"))?;
        Self::with_headers(HeaderMap::from_iter([(AUTHORIZATION, value)]))
    }

    fn with_headers(headers: HeaderMap) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        // A client needs a provider of cryptography, even for plain HTTP.
        let _ = rustls_graviola::default_provider().install_default();
        let client = reqwest::Client::builder()
            .tcp_nodelay(true)
            // Between its requests it does not notice that a server has closed an idle connection.
            .pool_idle_timeout(Duration::from_secs(5))
            .default_headers(headers)
            .build()?;
        Ok(Self { runtime, client })
    }

    pub(crate) fn post(
        &self,
        url: &str,
        request: &Request,
        session: Option<&str>,
    ) -> Result<HttpAnswer> {
        let mut post = self.client.post(url).body(request.body());
        for (name, value) in request.headers() {
            post = post.header(name, value);
        }
        if let Some(session) = session {
            post = post.header("Mcp-Session-Id", session);
        }
        self.runtime.block_on(async {
            let answer = post.send().await?;
            Ok(HttpAnswer {
                status: answer.status().as_u16(),
                headers: answer.headers().clone(),
                body: answer.bytes().await?.to_vec(),
            })
        })
    }

    pub(crate) fn get(&self, url: &str) -> Result<String> {
        self.runtime
            .block_on(async { Ok(self.client.get(url).send().await?.text().await?) })
    }

    /// Opens a session, and returns its id.
    pub(crate) fn open_session(&self, url: &str) -> Result<String> {
        let answer = self.post(url, &Request::initialize(), None)?;
        let session = answer.headers.get("mcp-session-id");
        let session = session.ok_or("the answer to `initialize` names no session")?;
        let session = session.to_str()?.to_owned();
        let accepted = self.post(url, &Request::initialized(), Some(&session))?;
        if accepted.status != 202 {
            return Err(format!("`initialized` was answered with {}", accepted.status).into());
        }
        Ok(session)
    }

    pub(crate) fn close_session(&self, url: &str, session: &str) -> Result<()> {
        let delete = self.client.delete(url).header("Mcp-Session-Id", session);
        self.runtime.block_on(delete.send())?.error_for_status()?;
        Ok(())
    }
}
