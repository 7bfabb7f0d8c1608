//! From arguments to a request.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{
    Request,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde_json::Value;
use toolwright::ToolError;
use url::Url;

use super::{body_type::BodyType, config::HttpConfig};
use crate::parameters::{InputArguments, Piece, Template, text_of};

/// The characters of a segment that are not encoded.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

impl HttpConfig {
    /// Returns the request for these arguments, without credentials.
    pub(super) fn request(&self, arguments: &InputArguments) -> Result<Request, ToolError> {
        let mut url = self.url(arguments)?;
        let used = self.names();
        let left = arguments
            .iter()
            .filter(|(name, _)| !used.contains(&name.as_str()));
        let fill = |template: &Template| template.fill(|name| text_of(arguments.get(name)));
        for (name, template) in &self.query {
            match template.pieces() {
                [Piece::Name(place)] => append(&mut url, name, arguments.get(place)),
                _ if is_absent(template, arguments) => {}
                _ => append(&mut url, name, Some(&fill(template).into())),
            }
        }
        if !self.has_body() {
            for (name, value) in left.clone() {
                append(&mut url, name, Some(value));
            }
        }
        let mut request = Request::new(self.method.clone(), url);
        self.add_headers(&mut request, arguments)?;
        if self.has_body() {
            let body = match &self.body {
                Some(body) => body.fill(arguments),
                None => Value::Object(
                    left.map(|(name, value)| (name.clone(), value.clone()))
                        .collect(),
                ),
            };
            let (kind, bytes) = self.body_type.encode(&body)?;
            *request.body_mut() = Some(bytes.into());
            let kind = HeaderValue::try_from(kind)?;
            match self.body_type {
                // A definition may name another type of JSON.
                BodyType::Json => drop(request.headers_mut().entry(CONTENT_TYPE).or_insert(kind)),
                _ => drop(request.headers_mut().insert(CONTENT_TYPE, kind)),
            }
        }
        Ok(request)
    }

    fn add_headers(
        &self,
        request: &mut Request,
        arguments: &InputArguments,
    ) -> Result<(), ToolError> {
        let headers = self.headers.iter();
        for (name, template) in headers.filter(|(_, value)| !is_absent(value, arguments)) {
            let text = template.fill(|name| text_of(arguments.get(name)));
            let value = HeaderValue::from_str(&text).map_err(|_| {
                ToolError::failed(format!("an argument cannot be sent in the header `{name}`"))
            })?;
            request.headers_mut().insert(name, value);
        }
        Ok(())
    }

    /// Returns the address: that of the server, and the path in which every argument is one segment or
    /// a part of one.
    fn url(&self, arguments: &InputArguments) -> Result<Url, ToolError> {
        for name in self.path.names() {
            if text_of(arguments.get(name)).is_empty() {
                return Err(ToolError::failed(format!(
                    "`{name}` is empty: it is a part of the path"
                )));
            }
        }
        let path = self.path.fill(|name| {
            let text = text_of(arguments.get(name));
            utf8_percent_encode(&text, PLAIN).to_string()
        });
        if path.split('/').any(|segment| matches!(segment, "." | "..")) {
            return Err(ToolError::failed(
                "`.` and `..` cannot be a segment of the path",
            ));
        }
        let base = self.base_url.as_str().trim_end_matches('/');
        let separator = if path.is_empty() || path.starts_with('/') {
            ""
        } else {
            "/"
        };
        let url = Url::parse(&format!("{base}{separator}{path}"));
        let url =
            url.map_err(|error| ToolError::failed(format!("the path is not valid: {error}")))?;
        if url.origin() != self.base_url.origin() {
            return Err(ToolError::failed("the path leads to another server"));
        }
        Ok(url)
    }
}

/// Returns whether an argument of the template is absent.
fn is_absent(template: &Template, arguments: &InputArguments) -> bool {
    let mut names = template.names();
    names.any(|name| arguments.get(name).is_none_or(Value::is_null))
}

/// Appends an argument to the query: an array as several pairs, null not at all.
fn append(url: &mut Url, name: &str, value: Option<&Value>) {
    let values = match value {
        None | Some(Value::Null) => &[],
        Some(Value::Array(values)) => values.as_slice(),
        Some(value) => std::slice::from_ref(value),
    };
    for value in values {
        url.query_pairs_mut()
            .append_pair(name, &text_of(Some(value)));
    }
}
