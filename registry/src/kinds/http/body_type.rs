//! [`BodyType`]: the form in which a body is sent.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};
use toolwright::ToolError;
use toolwright_base::token;
use url::form_urlencoded::Serializer;

use crate::{jsonc::Node, parameters::text_of, texts};

/// The form in which a body is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum BodyType {
    #[default]
    Json,
    /// `application/x-www-form-urlencoded`.
    Form,
    /// `multipart/form-data`.
    Multipart,
}

/// The names of all forms.
pub(super) const BODY_TYPES: [&str; 3] = ["json", "form", "multipart"];

impl BodyType {
    pub(super) fn read(node: &Node<'_>) -> Option<Self> {
        match node.text()? {
            "json" => Some(Self::Json),
            "form" => Some(Self::Form),
            "multipart" => Some(Self::Multipart),
            other => {
                let expected = BODY_TYPES.join("`, `");
                node.problem(texts::unknown_body_type(other, expected));
                None
            }
        }
    }

    /// Returns the content type and the bytes of a body.
    ///
    /// # Errors
    /// If it is a form and not an object, or if a file of it is not Base64.
    pub(super) fn encode(self, body: &Value) -> Result<(String, Vec<u8>), ToolError> {
        let fields = || {
            let fields = body.as_object();
            fields.ok_or_else(|| ToolError::failed("the body of a form is an object"))
        };
        match self {
            Self::Json => Ok(("application/json".into(), body.to_string().into_bytes())),
            Self::Form => Ok((
                "application/x-www-form-urlencoded".into(),
                form(fields()?).into_bytes(),
            )),
            Self::Multipart => multipart(fields()?),
        }
    }
}

/// Returns the values of a field: each of a list, and none of `null`.
fn values_of(value: &Value) -> &[Value] {
    match value {
        Value::Null => &[],
        Value::Array(values) => values,
        one => std::slice::from_ref(one),
    }
}

fn form(fields: &Map<String, Value>) -> String {
    let mut form = Serializer::new(String::new());
    for (name, value) in fields {
        for value in values_of(value) {
            form.append_pair(name, &text_of(Some(value)));
        }
    }
    form.finish()
}

/// Writes each field as a part. An object with `base64` is a file.
fn multipart(fields: &Map<String, Value>) -> Result<(String, Vec<u8>), ToolError> {
    // Nobody can know it, so that no argument contains it.
    let boundary = token::random();
    let mut body = Vec::new();
    for (name, value) in fields {
        for value in values_of(value).iter().filter(|one| !is_absent_file(one)) {
            add_part(&mut body, &boundary, name, value)?;
        }
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok((format!("multipart/form-data; boundary={boundary}"), body))
}

/// Returns whether a value is a file whose argument was left out: the place of its bytes is gone.
fn is_absent_file(value: &Value) -> bool {
    value.get("filename").is_some() && value.get("base64").is_none_or(Value::is_null)
}

fn add_part(
    body: &mut Vec<u8>,
    boundary: &str,
    name: &str,
    value: &Value,
) -> Result<(), ToolError> {
    let mut head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"",
        quoted(name)
    );
    let content = match value.get("base64") {
        Some(file) => {
            let text = |member: &str| value.get(member).and_then(Value::as_str);
            let file_name = quoted(text("filename").unwrap_or("file"));
            let kind = text("type").unwrap_or("application/octet-stream");
            head.push_str(&format!("; filename=\"{file_name}\""));
            head.push_str(&format!("\r\nContent-Type: {}", quoted(kind)));
            let decoded = STANDARD.decode(file.as_str().unwrap_or_default());
            let wrong = |error| ToolError::failed(format!("`{name}` is not Base64: {error}"));
            decoded.map_err(wrong)?
        }
        None => text_of(Some(value)).into_bytes(),
    };
    head.push_str("\r\n\r\n");
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(&content);
    body.extend_from_slice(b"\r\n");
    Ok(())
}

/// Escapes a name for the head of a part, as browsers do: it cannot end its line or its quotes.
fn quoted(name: &str) -> String {
    name.replace('"', "%22")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_repeats_the_values_of_a_list_and_leaves_out_null() {
        let body = json!({"a b": "1&2", "list": [1, "ü"], "none": null, "inner": {"x": 1}});
        let (kind, bytes) = BodyType::Form.encode(&body).unwrap();
        assert_eq!(kind, "application/x-www-form-urlencoded");
        let expected = "a+b=1%262&list=1&list=%C3%BC&inner=%7B%22x%22%3A1%7D";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        assert!(BodyType::Form.encode(&json!([1])).is_err());
    }

    #[test]
    fn a_file_is_a_part_with_a_name_and_its_bytes() {
        let file = json!({"base64": "AP8=", "filename": "a\"\r\nX: 1.bin", "type": "image/png"});
        let (kind, bytes) = BodyType::Multipart
            .encode(&json!({"note": "hi", "file": file}))
            .unwrap();
        let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
        let mut expected = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhi\r\n--{boundary}\r\n\
             Content-Disposition: form-data; name=\"file\"; filename=\"a%22%0D%0AX: 1.bin\"\r\n\
             Content-Type: image/png\r\n\r\n"
        )
        .into_bytes();
        expected.extend_from_slice(&[0, 255]);
        expected.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        assert_eq!(bytes, expected);
        let wrong = json!({"file": {"base64": "!"}});
        let refused = BodyType::Multipart.encode(&wrong).unwrap_err().to_string();
        assert!(refused.starts_with("`file` is not Base64"), "{refused}");
    }
}
