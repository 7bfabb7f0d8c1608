//! [`HttpConfig`]: the configuration of an `http` tool.

use std::time::Duration;

use reqwest::{Method, header::HeaderName};
use toolwright_base::CodedText;
use toolwright_http::has_credentials;
use url::{Host, Url};

use super::{body::Body, body_type::BodyType, clients::HttpClients};
use crate::{
    auth::{Auth, refuse_plain},
    jsonc::{Fields, Node},
    kinds::kind::Surroundings,
    parameters::{Parameters, Template},
    texts,
};

/// The methods of requests.
pub(super) const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/// The headers that a definition cannot set: some belong to the client, some to `auth`.
const NOT_OURS: [&str; 7] = [
    "authorization",
    "connection",
    "content-length",
    "cookie",
    "host",
    "proxy-authorization",
    "transfer-encoding",
];

/// A request with places for arguments.
#[derive(Debug, Clone)]
pub(super) struct HttpConfig {
    pub(super) tool: String,
    pub(super) base_url: Url,
    pub(super) method: Method,
    pub(super) path: Template,
    pub(super) query: Vec<(String, Template)>,
    pub(super) headers: Vec<(HeaderName, Template)>,
    pub(super) body: Option<Body>,
    pub(super) body_type: BodyType,
    pub(super) timeout: Option<Duration>,
    /// The JSON pointer of the part of the answer that is the result.
    pub(super) response: Option<String>,
    pub(super) auth: Option<Auth>,
}

impl HttpConfig {
    pub(super) fn read(config: &Fields<'_>, around: Surroundings<'_>) -> Option<Self> {
        let (parameters, clients) = (around.parameters, &around.engines.http);
        let base_url = config.required(&["base_url"]);
        let base_url = base_url.and_then(|node| read_base_url(&node, clients));
        let method = config
            .take(&["method"])
            .map_or(Some(Method::GET), |node| read_method(&node));
        let path = read_path(config, parameters);
        let query = read_query(config, parameters);
        let headers = read_headers(config, parameters);
        let body = config.take(&["body"]);
        let body_type = config.take(&["body_type"]);
        let response = config
            .take(&["response"])
            .and_then(|node| read_pointer(&node));
        let timeout = config
            .take(&["timeout_seconds"])
            .and_then(|node| node.seconds());
        let read = Self {
            tool: around.name.to_owned(),
            base_url: base_url?,
            method: method?,
            path: path?,
            query: query?,
            headers: headers?,
            body: body.and_then(|node| Body::read(&node, parameters)),
            body_type: body_type
                .and_then(|node| BodyType::read(&node))
                .unwrap_or_default(),
            timeout,
            response,
            auth: around.auth.cloned(),
        };
        if let Some(node) = body {
            read.check_body(&node, parameters);
        }
        Some(read)
    }

    /// Refuses a body where there is none, and parameters that have no place beside it.
    fn check_body(&self, node: &Node<'_>, parameters: &Parameters) {
        if !self.has_body() {
            node.problem(texts::no_body_with_method(self.method.as_str()));
            return;
        }
        let used = self.names();
        for parameter in parameters
            .iter()
            .filter(|one| !used.contains(&one.name.as_str()))
        {
            let name = &parameter.name;
            node.problem(texts::parameter_without_place(name));
        }
    }

    /// Returns whether its requests have a body. One that deletes something has it only if the
    /// definition says so: many servers refuse it.
    pub(super) fn has_body(&self) -> bool {
        let may_have = self.method == Method::DELETE && self.body.is_some();
        may_have || matches!(self.method, Method::POST | Method::PUT | Method::PATCH)
    }

    /// Returns the names of all places.
    pub(super) fn names(&self) -> Vec<&str> {
        let templates = std::iter::once(&self.path)
            .chain(self.query.iter().map(|(_, template)| template))
            .chain(self.headers.iter().map(|(_, template)| template));
        let body = self.body.iter().flat_map(Body::names);
        templates.flat_map(Template::names).chain(body).collect()
    }

    /// Returns whether sending a request twice is like sending it once.
    pub(super) fn is_idempotent(&self) -> bool {
        !matches!(self.method, Method::POST | Method::PATCH)
    }
}

fn read_path(config: &Fields<'_>, parameters: &Parameters) -> Option<Template> {
    match config.take(&["path"]) {
        None => Template::parse("").ok(),
        Some(node) => Template::read(&node, parameters),
    }
}

fn read_base_url(node: &Node<'_>, clients: &HttpClients) -> Option<Url> {
    let text = node.words()?;
    let refuse = |why: CodedText| {
        node.problem(why);
        None
    };
    if text.contains(['{', '}']) {
        return refuse(texts::argument_chooses_server());
    }
    let Ok(url) = Url::parse(text) else {
        return refuse(texts::expected_address());
    };
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return refuse(texts::expected_web_address());
    }
    if has_credentials(&url) {
        return refuse(texts::credentials_in_address());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse(texts::query_in_address());
    }
    let is_local = matches!(url.host(), Some(Host::Domain(name)) if name == "localhost" || name.ends_with(".localhost"));
    if (is_local || !clients.is_public(&url)) && !clients.is_listed(&url) {
        node.problem(texts::private_address(
            match (url.host_str().unwrap_or_default(), url.port()) {
                (host, Some(port)) => format!("{host}:{port}"),
                (host, None) => host.to_owned(),
            },
        ));
        return None;
    }
    Some(url)
}

fn read_method(node: &Node<'_>) -> Option<Method> {
    let text = node.text()?.to_uppercase();
    if METHODS.contains(&text.as_str()) {
        return Method::from_bytes(text.as_bytes()).ok();
    }
    node.problem(texts::unknown_method(text, METHODS.join("`, `")));
    None
}

fn read_query(config: &Fields<'_>, parameters: &Parameters) -> Option<Vec<(String, Template)>> {
    let Some(node) = config.take(&["query"]) else {
        return Some(Vec::new());
    };
    let fields = node.object()?;
    let read = |(name, node): (&str, Node<'_>)| {
        Some((name.to_owned(), Template::read(&node, parameters)?))
    };
    let all: Vec<_> = fields.nodes().map(read).collect();
    all.into_iter().collect()
}

fn read_headers(
    config: &Fields<'_>,
    parameters: &Parameters,
) -> Option<Vec<(HeaderName, Template)>> {
    let Some(node) = config.take(&["headers"]) else {
        return Some(Vec::new());
    };
    let fields = node.object()?;
    let read = |(name, node): (&str, Node<'_>)| {
        let Ok(header) = HeaderName::from_bytes(name.as_bytes()) else {
            node.problem(texts::header_name(name));
            return None;
        };
        if NOT_OURS.contains(&header.as_str()) {
            node.problem(texts::reserved_header(name));
            return None;
        }
        refuse_plain(name, &node, "header");
        Some((header, Template::read(&node, parameters)?))
    };
    let all: Vec<_> = fields.nodes().map(read).collect();
    all.into_iter().collect()
}

fn read_pointer(node: &Node<'_>) -> Option<String> {
    let text = node.text()?;
    if text.is_empty() || text.starts_with('/') {
        return Some(text.to_owned());
    }
    node.problem(texts::expected_pointer());
    None
}
