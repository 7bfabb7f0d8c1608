//! [`HttpClient`]: sends requests within the limits of an address policy.

use std::{
    fmt,
    sync::OnceLock,
    time::{Duration, Instant},
};

use bytes::Bytes;
use reqwest::{
    Client, Request, Response, StatusCode,
    header::HeaderMap,
    redirect::{Attempt, Policy},
};
use url::Url;

use crate::{
    address_policy::{AddressPolicy, Resolver},
    error::{HttpError, RequestRefused, host_of},
    tls, url_check,
};

/// The timeout of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long idle connections are kept.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most idle connections to one host.
const MAX_IDLE: usize = 32;

/// Sends requests to allowed addresses, from one pool of connections. The pool is created when it
/// is first used.
pub struct HttpClient {
    policy: AddressPolicy,
    redirects: usize,
    resolver: Resolver,
    client: OnceLock<Result<Client, String>>,
}

/// The limits of one request.
#[derive(Debug, Clone, Copy)]
pub struct RequestLimits {
    /// The largest body of a response.
    pub most_bytes: usize,
    /// When the whole response must have arrived.
    pub deadline: Instant,
}

/// A response with its whole body.
#[derive(Debug)]
pub struct HttpResponse {
    /// The URL after all redirects.
    pub url: Url,
    /// The status, which may be that of an error.
    pub status: StatusCode,
    /// The headers of the response.
    pub headers: HeaderMap,
    /// The whole body.
    pub body: Bytes,
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpClient")
            .field("redirects", &self.redirects)
            .finish_non_exhaustive()
    }
}

impl HttpClient {
    /// Creates a client that follows at most so many redirects.
    pub fn new(policy: AddressPolicy, redirects: usize) -> Self {
        Self::with_resolver(policy, redirects, Resolver::system(policy))
    }

    pub(super) const fn with_resolver(
        policy: AddressPolicy,
        redirects: usize,
        resolver: Resolver,
    ) -> Self {
        Self {
            policy,
            redirects,
            resolver,
            client: OnceLock::new(),
        }
    }

    /// Sends a request and reads the response. An error status is a response too.
    ///
    /// # Errors
    /// If the address is not allowed, or no complete response arrives in time.
    pub async fn send(
        &self,
        request: Request,
        limits: RequestLimits,
    ) -> Result<HttpResponse, HttpError> {
        url_check::check(request.url(), self.policy)?;
        let url = request.url().clone();
        let client = self.client()?;
        let exchange = async {
            let response = client.execute(request).await;
            read(
                response.map_err(|error| HttpError::of(&error, &url))?,
                limits.most_bytes,
            )
            .await
        };
        let start = Instant::now();
        tokio::time::timeout_at(limits.deadline.into(), exchange)
            .await
            .unwrap_or_else(|_| {
                Err(HttpError::Timeout {
                    host: host_of(&url),
                    after: start.elapsed(),
                })
            })
    }

    /// Sends a request and returns the response with its body unread, as a stream needs it. The
    /// caller bounds what it reads and how long that takes.
    ///
    /// # Errors
    /// If the address is not allowed, or no response begins.
    pub async fn open(&self, request: Request) -> Result<Response, HttpError> {
        url_check::check(request.url(), self.policy)?;
        let url = request.url().clone();
        let response = self.client()?.execute(request).await;
        response.map_err(|error| match HttpError::of(&error, &url) {
            HttpError::Unreachable { host, reason } if !error.is_connect() => {
                HttpError::Broken { host, reason }
            }
            other => other,
        })
    }

    fn client(&self) -> Result<&Client, HttpError> {
        let client = self
            .client
            .get_or_init(|| self.build().map_err(|error| error.to_string()));
        client
            .as_ref()
            .map_err(|reason| HttpError::NoClient(reason.clone()))
    }

    fn build(&self) -> Result<Client, HttpError> {
        Client::builder()
            .tls_backend_preconfigured(tls::config()?)
            .dns_resolver(self.resolver.clone())
            .redirect(self.redirect_policy())
            .referer(false)
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(MAX_IDLE)
            .user_agent(concat!("toolwright/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| HttpError::NoClient(error.to_string()))
    }

    /// Checks every hop like the first URL. If no redirects are followed, the redirect is the
    /// response.
    fn redirect_policy(&self) -> Policy {
        let (policy, most) = (self.policy, self.redirects);
        if most == 0 {
            return Policy::none();
        }
        Policy::custom(move |attempt: Attempt<'_>| {
            if attempt.previous().len() > most {
                return attempt.error(RequestRefused::Redirects(most));
            }
            match url_check::check(attempt.url(), policy) {
                Ok(()) => attempt.follow(),
                Err(refused) => attempt.error(refused),
            }
        })
    }
}

/// Reads the body up to the limit. A body that announces to be larger is not read at all.
async fn read(mut response: Response, most: usize) -> Result<HttpResponse, HttpError> {
    let url = response.url().clone();
    let too_large = || HttpError::TooLarge {
        host: host_of(&url),
        most,
    };
    let announced = response.content_length().unwrap_or(0);
    if announced > most as u64 {
        return Err(too_large());
    }
    let mut body = Vec::with_capacity(usize::try_from(announced).unwrap_or(0));
    let broken = |error: reqwest::Error| HttpError::of(&error, &url);
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > most {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(HttpResponse {
        status: response.status(),
        headers: std::mem::take(response.headers_mut()),
        body: body.into(),
        url,
    })
}
