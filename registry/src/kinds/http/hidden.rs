//! [`Hidden`]: the credentials of a request, which its answer must not show.

use std::borrow::Cow;

use memchr::memmem;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use toolwright_base::Redactor;
use url::form_urlencoded;
use zeroize::Zeroizing;

/// Shorter texts are too likely to occur as something else.
const SHORTEST: usize = 4;

/// The characters that most programs encode in a URL.
const RESERVED: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The credentials of a request, in the forms in which a server may repeat them: as they are, as JSON
/// writes them, and as URLs and forms do.
#[derive(Default)]
pub(in crate::kinds) struct Hidden(Vec<Zeroizing<String>>);

impl Hidden {
    /// Hides these texts, except those of less than four characters.
    pub(in crate::kinds) fn new(credentials: Vec<Zeroizing<String>>) -> Self {
        let mut forms = Vec::new();
        for credential in credentials {
            if credential.chars().count() < SHORTEST {
                continue;
            }
            let json = Zeroizing::new(Value::from(credential.as_str()).to_string());
            let json = json
                .strip_prefix('"')
                .and_then(|json| json.strip_suffix('"'));
            let json = Zeroizing::new(json.unwrap_or_default().to_owned());
            let [strict, usual] = [NON_ALPHANUMERIC, &RESERVED]
                .map(|set| Zeroizing::new(utf8_percent_encode(&credential, set).to_string()));
            let form = form_urlencoded::byte_serialize(credential.as_bytes());
            let form = Zeroizing::new(form.collect::<String>());
            for one in [credential, json, strict, usual, form] {
                if !forms.contains(&one) {
                    forms.push(one);
                }
            }
        }
        Self(forms)
    }

    /// Returns `text` without the credentials.
    pub(in crate::kinds) fn hide<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut shown = Cow::Borrowed(text);
        for secret in &self.0 {
            if shown.contains(secret.as_str()) {
                shown = Cow::Owned(shown.replace(secret.as_str(), Redactor::MASK));
            }
        }
        shown
    }

    /// Removes the credentials from the keys and texts of a value.
    pub(super) fn hide_in(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Cow::Owned(shown) = self.hide(text) {
                    *text = shown;
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.hide_in(value)),
            Value::Object(fields) => {
                fields.values_mut().for_each(|value| self.hide_in(value));
                let is_hidden = |name: &String| matches!(self.hide(name), Cow::Owned(_));
                if fields.keys().any(is_hidden) {
                    let shown = std::mem::take(fields).into_iter();
                    *fields = shown
                        .map(|(name, value)| (self.hide(&name).into_owned(), value))
                        .collect();
                }
            }
            _ => {}
        }
    }

    /// Returns `bytes` without the credentials.
    pub(super) fn hide_bytes<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let mut shown = Cow::Borrowed(bytes);
        for secret in &self.0 {
            let (mut parts, mut copied) = (Vec::new(), 0);
            for at in memmem::find_iter(&shown, secret.as_bytes()) {
                parts.extend([&shown[copied..at], Redactor::MASK.as_bytes()]);
                copied = at + secret.len();
            }
            if copied > 0 {
                parts.push(&shown[copied..]);
                shown = Cow::Owned(parts.concat());
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_is_hidden_in_every_form_that_a_url_has() {
        let hidden = Hidden::new(vec![Zeroizing::new("a b/c~d-e_f.g*\"".to_owned())]);
        for form in [
            "a b/c~d-e_f.g*\"",
            "a b/c~d-e_f.g*\\\"",
            "a%20b%2Fc%7Ed%2De%5Ff%2Eg%2A%22",
            "a%20b%2Fc~d-e_f.g%2A%22",
            "a+b%2Fc%7Ed-e_f.g*%22",
        ] {
            assert_eq!(hidden.hide(&format!("<{form}>")), "<********>", "{form}");
        }
    }
}
