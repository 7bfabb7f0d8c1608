//! [`HttpClients`]: the clients of `http` tools.

use reqwest::{Method, Request};
use toolwright_http::{AddressPolicy, HttpClient, HttpError, HttpResponse, RequestLimits};
use url::{Host, Url};

/// The clients of `http` tools: one for public addresses, one for the private hosts that an
/// administrator lists.
#[derive(Debug)]
pub struct HttpClients {
    public: HttpClient,
    private: HttpClient,
    private_hosts: Vec<String>,
}

impl HttpClients {
    /// Creates the clients. `private_hosts` are names and addresses, as they stand in a URL.
    pub fn new(private_hosts: Vec<String>) -> Self {
        Self {
            public: HttpClient::new(AddressPolicy::PUBLIC, 0),
            private: HttpClient::new(AddressPolicy::ANY, 0),
            private_hosts,
        }
    }

    /// Returns whether the host is a name, or an address of the public internet.
    pub(super) fn is_public(&self, url: &Url) -> bool {
        match url.host() {
            Some(Host::Ipv4(address)) => AddressPolicy::PUBLIC.allows(address.into()),
            Some(Host::Ipv6(address)) => AddressPolicy::PUBLIC.allows(address.into()),
            _ => true,
        }
    }

    /// Returns whether an administrator lists the host.
    pub(super) fn is_listed(&self, url: &Url) -> bool {
        url.host_str()
            .is_some_and(|host| self.private_hosts.iter().any(|listed| listed == host))
    }

    /// Fetches a document that an admin asks for.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn fetch(&self, url: Url, limits: RequestLimits) -> Result<HttpResponse, HttpError> {
        self.send(Request::new(Method::GET, url), limits).await
    }

    /// Sends a request by the client for its host.
    pub(super) async fn send(
        &self,
        request: Request,
        limits: RequestLimits,
    ) -> Result<HttpResponse, HttpError> {
        match self.is_listed(request.url()) {
            true => self.private.send(request, limits).await,
            false => self.public.send(request, limits).await,
        }
    }
}
