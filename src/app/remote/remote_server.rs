//! [`RemoteServer`]: the client of a server that runs elsewhere.

use std::time::{Duration, Instant};

use reqwest::{
    Method, Request,
    header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, IF_MATCH},
};
use serde_json::Value;
use toolwright::client::{ConnectionError, HttpEndpoint};
use toolwright_http::{AddressPolicy, ApiKey, HttpClient, HttpResponse, RequestLimits};
use url::Url;

use super::{address::ServerAddress, error::RemoteError};

/// The largest response that is read.
pub(super) const MAX_BYTES: usize = 64 << 20;
/// How long a request may take. Calls and plans may take as long as the server lets them.
const TIMEOUT: Duration = Duration::from_secs(60);
pub(super) const CALL_TIMEOUT: Duration = Duration::from_secs(60 * 60);
/// The most items of a list that are read.
pub(in crate::app) const MAX_ITEMS: usize = 100_000;
/// The items of a page of a list.
const PAGE: &str = "1000";

/// The client of a server that runs elsewhere. It sends the key with each request.
#[derive(Debug)]
pub(in crate::app) struct RemoteServer {
    address: ServerAddress,
    key: Option<ApiKey>,
    http: HttpClient,
}

/// A request, before the key is added.
struct ApiMessage<'a> {
    method: Method,
    url: Url,
    headers: Vec<(HeaderName, String)>,
    body: Option<&'a Value>,
    timeout: Duration,
}

impl RemoteServer {
    pub(super) fn new(address: ServerAddress, key: Option<ApiKey>) -> Self {
        Self {
            address,
            key,
            // The user chose the address, so any is allowed. Redirects are not followed: the key
            // must not reach another host.
            http: HttpClient::new(AddressPolicy::ANY, 0),
        }
    }

    /// Reads a value of the API.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn get(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Value, RemoteError> {
        let mut url = self.address.api(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        self.exchange(ApiMessage::new(Method::GET, url)).await
    }

    /// Reads a value of the API, or `None` if there is none.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn find(&self, path: &[&str]) -> Result<Option<Value>, RemoteError> {
        match self.get(path, &[]).await {
            Ok(value) => Ok(Some(value)),
            Err(RemoteError::Unknown(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads all items of a list of the API.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn all(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Vec<Value>, RemoteError> {
        let (mut items, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let mut query = [query, &[("limit", PAGE)]].concat();
            query.extend(cursor.as_deref().map(|cursor| ("cursor", cursor)));
            let mut page = self.get(path, &query).await?;
            let Value::Array(found) = page["items"].take() else {
                return Err(self.unreadable());
            };
            let is_last = found.is_empty();
            items.extend(found);
            match page["next"].take() {
                // A list that does not end would be followed for ever.
                Value::String(_) if items.len() > MAX_ITEMS => return Err(self.endless()),
                Value::String(next) if !is_last => cursor = Some(next),
                _ => return Ok(items),
            }
        }
    }

    /// Sends a value to the API.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    pub(in crate::app) async fn post(
        &self,
        path: &[&str],
        body: &Value,
    ) -> Result<Value, RemoteError> {
        let message = ApiMessage::new(Method::POST, self.address.api(path));
        let message = message.with_body(body).for_call();
        self.exchange(message).await
    }

    /// Changes something of the API that has this revision.
    ///
    /// # Errors
    /// If somebody else has changed it, or the server refuses or does not answer.
    pub(in crate::app) async fn change(
        &self,
        method: Method,
        path: &[&str],
        revision: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Value, RemoteError> {
        let mut message = ApiMessage::new(method, self.address.api(path));
        message.body = body;
        let revision = revision.map(|revision| (IF_MATCH, format!("\"{revision}\"")));
        message.headers.extend(revision);
        self.exchange(message).await
    }

    /// Returns the MCP endpoint, with the key.
    ///
    /// # Errors
    /// If the address is none of HTTP.
    pub(super) fn mcp(&self) -> Result<HttpEndpoint, ConnectionError> {
        let endpoint = HttpEndpoint::new(self.address.mcp().as_str())?;
        match &self.key {
            Some(key) => endpoint.bearer(key.expose()),
            None => Ok(endpoint),
        }
    }

    /// Sends a request and reads the object of the response, `null` if it has none.
    async fn exchange(&self, message: ApiMessage<'_>) -> Result<Value, RemoteError> {
        let response = self.send(message).await?;
        if response.body.is_empty() {
            return Ok(Value::Null);
        }
        match serde_json::from_slice(&response.body) {
            Ok(answer @ (Value::Object(_) | Value::Null)) => Ok(answer),
            _ => Err(self.unreadable()),
        }
    }

    /// Sends a request with the key.
    ///
    /// # Errors
    /// If the server refuses or does not answer.
    async fn send(&self, message: ApiMessage<'_>) -> Result<HttpResponse, RemoteError> {
        let limits = RequestLimits {
            most_bytes: MAX_BYTES,
            deadline: Instant::now() + message.timeout,
        };
        let mut request = message.into_request()?;
        if let Some(key) = &self.key {
            key.authorize(&mut request);
        }
        let response = self.http.send(request, limits).await?;
        match response.status.is_success() {
            true => Ok(response),
            false => Err(self.refusal(&response)),
        }
    }

    /// Returns the refusal of the server, which might repeat the key.
    fn refusal(&self, response: &HttpResponse) -> RemoteError {
        match RemoteError::of_response(response, &self.address.to_string()) {
            RemoteError::Unknown(message) => RemoteError::Unknown(self.masked(message)),
            RemoteError::Failed(message) => RemoteError::Failed(self.masked(message)),
        }
    }

    /// Returns the error of a request to the MCP endpoint.
    pub(super) fn mcp_error(&self, error: &ConnectionError) -> RemoteError {
        let message = RemoteError::of_connection(error, &self.address.to_string());
        RemoteError::Failed(self.masked(message))
    }

    fn masked(&self, text: String) -> String {
        match &self.key {
            Some(key) => key.mask_in(&text),
            None => text,
        }
    }

    /// Returns the error of a list that does not end.
    pub(in crate::app) fn endless(&self) -> RemoteError {
        let address = &self.address;
        RemoteError::Failed(format!(
            "a list of `{address}` has more than {MAX_ITEMS} items"
        ))
    }

    /// Returns the error of an answer that a server of this kind does not give.
    pub(in crate::app) fn unreadable(&self) -> RemoteError {
        let address = &self.address;
        RemoteError::Failed(format!("the answer of `{address}` cannot be read"))
    }
}

impl<'a> ApiMessage<'a> {
    const fn new(method: Method, url: Url) -> Self {
        Self {
            method,
            url,
            headers: Vec::new(),
            body: None,
            timeout: TIMEOUT,
        }
    }

    const fn with_body(mut self, body: &'a Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Lets the request take as long as a call may.
    const fn for_call(mut self) -> Self {
        self.timeout = CALL_TIMEOUT;
        self
    }

    fn into_request(self) -> Result<Request, RemoteError> {
        let is_safe = self.method.is_safe();
        let mut request = Request::new(self.method, self.url);
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        for (name, value) in self.headers {
            let value = HeaderValue::from_str(&value);
            let wrong = |_| RemoteError::Failed(format!("`{name}` cannot be sent"));
            headers.insert(name.clone(), value.map_err(wrong)?);
        }
        if !is_safe {
            // Also without a body: a server asks for what no form of a web page can send.
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        if let Some(body) = self.body {
            *request.body_mut() = Some(body.to_string().into());
        }
        Ok(request)
    }
}
