//! [`RequestPreview`]: the request of an `http` tool, with the places of its arguments.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright_base::Redactor;

/// The request of an `http` tool, with the places of its arguments as they are written.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct RequestPreview {
    method: String,
    url: String,
    headers: BTreeMap<String, String>,
    body: Option<String>,
}

impl RequestPreview {
    /// Returns the request of a definition, which may have problems. `None` if it is of another kind.
    pub(super) fn of(spec: &Map<String, Value>) -> Option<Self> {
        let kind = spec.get("type").or_else(|| spec.get("tool_type"))?;
        if !kind.as_str()?.eq_ignore_ascii_case("http") {
            return None;
        }
        let config = spec.get("config")?.as_object()?;
        let text = |name: &str| config.get(name).and_then(Value::as_str).unwrap_or_default();
        let method = match text("method") {
            "" => "GET".to_owned(),
            method => method.to_uppercase(),
        };
        let mut headers = pairs(config.get("headers"));
        headers.extend(credential(spec));
        let query = pairs(config.get("query")).into_iter();
        let query: Vec<_> = query
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let mark = if query.is_empty() { "" } else { "?" };
        let (base, path) = (text("base_url").trim_end_matches('/'), text("path"));
        Some(Self {
            url: format!("{base}{path}{mark}{}", query.join("&")),
            method,
            headers,
            body: config.get("body").map(ToString::to_string),
        })
    }
}

fn pairs(value: Option<&Value>) -> BTreeMap<String, String> {
    let members = value.and_then(Value::as_object).into_iter().flatten();
    let pair = |(name, value): (&String, &Value)| {
        let text = value.as_str().map(ToOwned::to_owned);
        (name.clone(), text.unwrap_or_else(|| value.to_string()))
    };
    members.map(pair).collect()
}

/// Returns the header of the credential, masked.
fn credential(spec: &Map<String, Value>) -> Option<(String, String)> {
    let auth = spec.get("auth")?.as_object()?;
    let text = |name: &str| auth.get(name).and_then(Value::as_str);
    let name = match text("type")? {
        "api_key" if text("in") == Some("query") => return None,
        "api_key" => text("name")?,
        _ => "authorization",
    };
    Some((name.to_owned(), Redactor::MASK.to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn preview(spec: &Value) -> Option<RequestPreview> {
        RequestPreview::of(spec.as_object().unwrap())
    }

    #[test]
    fn a_request_is_shown_without_its_credential() {
        let spec = json!({
            "type": "http", "auth": {"type": "bearer", "token": "t0ken"},
            "config": {"base_url": "https://a.example/", "path": "/v1/{city}", "query": {"u": "{units}"}},
        });
        let expected = RequestPreview {
            method: "GET".into(),
            url: "https://a.example/v1/{city}?u={units}".into(),
            headers: BTreeMap::from([("authorization".into(), "********".into())]),
            body: None,
        };
        assert_eq!(preview(&spec), Some(expected));
        assert_eq!(preview(&json!({"type": "sql", "config": {}})), None);
    }
}
