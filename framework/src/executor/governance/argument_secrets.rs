//! Finds the secrets in the arguments of a call, which it may repeat in other arguments, in its
//! output and in its error.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use toolwright_base::{Redactor, passwords};

/// The most secrets of a call that are looked for, and their most bytes in all.
///
/// Looking for a secret takes many times its size in memory. Further secrets are only masked where
/// they stand.
const MAX_SECRETS: usize = 64;
const MAX_BYTES: usize = 64 * 1024;
/// How deep JSON may be nested as a string in JSON.
const MAX_NESTING: u8 = 8;

/// Returns a redactor for the values of sensitive keys and the passwords of URLs in `arguments`, or
/// `None` if there are none.
pub(super) fn redactor_of(arguments: &str) -> Option<Redactor> {
    let mut secrets = Secrets::default();
    let mut json = serde_json::Deserializer::from_str(arguments);
    let all = Values {
        secrets: &mut secrets,
        is_secret: false,
        nesting: 0,
    };
    // After an error, the secrets found so far still count.
    let _ = all.deserialize(&mut json);
    (!secrets.found.is_empty()).then(|| Redactor::new(secrets.found))
}

#[derive(Default)]
struct Secrets {
    found: Vec<String>,
    bytes: usize,
}

impl Secrets {
    fn push(&mut self, secret: &str) {
        if self.found.len() < MAX_SECRETS && self.bytes + secret.len() <= MAX_BYTES {
            self.bytes += secret.len();
            self.found.push(secret.to_owned());
        }
    }

    /// Adds the passwords of URLs in `text`, as they are and without escapes.
    fn push_passwords(&mut self, text: &str) {
        for password in passwords(text) {
            self.push(password);
            let plain = percent_encoding::percent_decode_str(password).decode_utf8_lossy();
            if plain != password {
                self.push(&plain);
            }
        }
    }
}

/// Reads JSON without keeping it. `is_secret` says whether the values stand under a sensitive key.
struct Values<'s> {
    secrets: &'s mut Secrets,
    is_secret: bool,
    /// How many strings of JSON are around the values.
    nesting: u8,
}

impl<'de> DeserializeSeed<'de> for Values<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Values<'_> {
    fn number(self, number: impl fmt::Display) {
        if self.is_secret {
            self.secrets.push(&number.to_string());
        }
    }
}

impl<'de> Visitor<'de> for Values<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, number: i64) -> Result<(), E> {
        self.number(number);
        Ok(())
    }

    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        self.number(number);
        Ok(())
    }

    fn visit_f64<E>(self, number: f64) -> Result<(), E> {
        self.number(number);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        if self.is_secret {
            self.secrets.push(text);
            return Ok(());
        }
        let is_container = text.trim_start().starts_with(['{', '[']);
        if is_container && self.nesting < MAX_NESTING {
            let inner = Values {
                secrets: &mut *self.secrets,
                is_secret: false,
                nesting: self.nesting + 1,
            };
            let read = inner.deserialize(&mut serde_json::Deserializer::from_str(text));
            if read.is_ok() {
                return Ok(());
            }
        }
        self.secrets.push_passwords(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let (is_secret, nesting) = (self.is_secret, self.nesting);
        while items
            .next_element_seed(Values {
                secrets: &mut *self.secrets,
                is_secret,
                nesting,
            })?
            .is_some()
        {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(key) = members.next_key::<std::borrow::Cow<'_, str>>()? {
            if self.secrets.found.len() >= MAX_SECRETS {
                members.next_value::<IgnoredAny>()?;
                continue;
            }
            members.next_value_seed(Values {
                is_secret: self.is_secret || Redactor::is_sensitive(&key),
                secrets: &mut *self.secrets,
                nesting: self.nesting,
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secrets_of_a_call_are_masked_in_other_texts() {
        let arguments = r#"{"user": {"password": "hunter2", "pins": [1]}, "token": [12345, "abcd"],
            "url": "db://me:p%40ss@host", "max_tokens": 77777}"#;
        let redactor = redactor_of(arguments).unwrap();
        let text = "hunter2 12345 abcd p%40ss p@ss 77777";
        let masked = "******** ******** ******** ******** ******** 77777";
        assert_eq!(redactor.redact_text(text), masked);
        assert!(redactor_of(r#"{"a": 1}"#).is_none());
    }

    #[test]
    fn secrets_in_json_within_a_string_are_found() {
        let inner = r#"{"password": "hunter2", "url": "db://me:p4ss@host"}"#;
        let body = serde_json::json!({ "inner": inner }).to_string();
        let arguments = serde_json::json!({ "body": body, "note": "[hunter" }).to_string();
        let redactor = redactor_of(&arguments).unwrap();
        assert_eq!(redactor.redact_text("hunter2 p4ss"), "******** ********");
    }

    #[test]
    fn the_number_and_the_size_of_secrets_are_limited() {
        let many = format!(
            r#"{{"password": [{}"last"]}}"#,
            r#""secret","#.repeat(1_000)
        );
        assert!(redactor_of(&many).is_some());
        let long = format!(r#"{{"password": "{}"}}"#, "x".repeat(MAX_BYTES + 1));
        assert!(redactor_of(&long).is_none());
    }
}
