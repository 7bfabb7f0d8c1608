//! The address of the server that a document describes.

use serde_json::{Map, Value};
use url::Url;

/// The longest address, and the most variables in it.
const MAX_BYTES: usize = 2_048;
const MAX_VARIABLES: usize = 100;

/// Returns the address of the first server, with the defaults of its variables. A relative one begins
/// where the document was fetched from.
pub(super) fn server_address(fields: &Map<String, Value>, origin: Option<&Url>) -> Option<String> {
    let server = fields.get("servers").and_then(|servers| servers.get(0));
    let text = server
        .and_then(|server| server.get("url"))
        .and_then(Value::as_str);
    let mut text = match (text, origin) {
        (Some(text), _) => text.to_owned(),
        // The default is the root of the host that the document was fetched from.
        (None, Some(_)) => "/".into(),
        (None, None) => return None,
    };
    let variables = server.and_then(|server| server.get("variables"));
    let variables = variables.and_then(Value::as_object);
    if text.len() > MAX_BYTES || variables.is_some_and(|all| all.len() > MAX_VARIABLES) {
        return None;
    }
    for (name, variable) in variables.into_iter().flatten() {
        let default = variable.get("default").and_then(Value::as_str)?;
        // A default that contains other variables could grow without end.
        if text.len().max(default.len()) > MAX_BYTES {
            return None;
        }
        text = text.replace(&format!("{{{name}}}"), default);
    }
    let address = match (Url::parse(&text), origin) {
        (Ok(address), _) => address,
        (Err(_), Some(origin)) => origin.join(&text).ok()?,
        (Err(_), None) => return None,
    };
    Some(address.as_str().trim_end_matches('/').to_owned())
}
