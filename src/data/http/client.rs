//! [`HttpClient`]: one pool of connections, one reach.

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

use super::{
    address_policy::AddressPolicy,
    error::{HttpError, RequestRefused, host_of},
    resolver::Resolver,
    tls, url_check,
};

/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most idle connections that are kept to one host.
const MOST_IDLE: usize = 32;

/// Sends requests to where its reach allows. It is built when it is first used.
pub(crate) struct HttpClient {
    reach: AddressPolicy,
    redirects: usize,
    resolver: Resolver,
    client: OnceLock<Result<Client, String>>,
}

/// What one exchange may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestLimits {
    /// The largest body that is read.
    pub(crate) most_bytes: usize,
    /// When the answer must be there, to its last byte.
    pub(crate) deadline: Instant,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct HttpResponse {
    /// Where it came from, after all redirects.
    pub(crate) url: Url,
    /// Its status.
    pub(crate) status: StatusCode,
    /// Its headers.
    pub(crate) headers: HeaderMap,
    /// Its body.
    pub(crate) body: Bytes,
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpClient")
            .field("redirects", &self.redirects)
            .finish_non_exhaustive()
    }
}

impl HttpClient {
    /// A client that goes as far as `reach`, and follows as many redirects as it is told.
    pub(crate) fn new(reach: AddressPolicy, redirects: usize) -> Self {
        Self::with_resolver(reach, redirects, Resolver::system(reach))
    }

    pub(super) const fn with_resolver(
        reach: AddressPolicy,
        redirects: usize,
        resolver: Resolver,
    ) -> Self {
        Self {
            reach,
            redirects,
            resolver,
            client: OnceLock::new(),
        }
    }

    /// Sends a request and reads the answer. A status that means failure is an answer too.
    ///
    /// # Errors
    /// When the request may not go where it wants to, or no whole answer comes in time.
    pub(crate) async fn send(
        &self,
        request: Request,
        limits: RequestLimits,
    ) -> Result<HttpResponse, HttpError> {
        url_check::check(request.url(), self.reach)?;
        let url = request.url().clone();
        let client = self.client()?;
        let exchange = async {
            let answer = client.execute(request).await;
            read(
                answer.map_err(|error| HttpError::of(&error, &url))?,
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
            .redirect(self.policy())
            .referer(false)
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(MOST_IDLE)
            .user_agent(concat!("toolwright/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| HttpError::NoClient(error.to_string()))
    }

    /// Every hop is checked as the first one was. Where none is followed, a redirect is the answer.
    fn policy(&self) -> Policy {
        let (reach, most) = (self.reach, self.redirects);
        if most == 0 {
            return Policy::none();
        }
        Policy::custom(move |attempt: Attempt<'_>| {
            if attempt.previous().len() > most {
                return attempt.error(RequestRefused::Redirects(most));
            }
            match url_check::check(attempt.url(), reach) {
                Ok(()) => attempt.follow(),
                Err(refused) => attempt.error(refused),
            }
        })
    }
}

/// Reads the body while it is within its limit: one that says that it is larger is not read at all.
async fn read(mut answer: Response, most: usize) -> Result<HttpResponse, HttpError> {
    let url = answer.url().clone();
    let too_large = || HttpError::TooLarge {
        host: host_of(&url),
        most,
    };
    let announced = answer.content_length().unwrap_or(0);
    if announced > most as u64 {
        return Err(too_large());
    }
    let mut body = Vec::with_capacity(usize::try_from(announced).unwrap_or(0));
    let broken = |error: reqwest::Error| HttpError::of(&error, &url);
    while let Some(chunk) = answer.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > most {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(HttpResponse {
        status: answer.status(),
        headers: std::mem::take(answer.headers_mut()),
        body: body.into(),
        url,
    })
}
