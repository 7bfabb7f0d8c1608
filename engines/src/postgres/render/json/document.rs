//! `json` and `jsonb`: already JSON, but not always JSON that common parsers accept.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// How deep a document may be nested. Common parsers stop at 128, and records surround each
/// document.
const MAX_DEPTH: usize = 100;

/// Writes the document unchanged but on one line, since a line break ends a message on stdio.
pub(super) fn write(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let mut reader = serde_json::Deserializer::from_str(text);
    Check { depth: MAX_DEPTH }.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    let start = out.len();
    out.extend_from_slice(text.as_bytes());
    // Inside a string, line breaks are always escaped.
    for byte in &mut out[start..] {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    Some(())
}

/// Parses a document, and keeps nothing of it.
#[derive(Clone, Copy)]
struct Check {
    /// How many more levels may follow.
    depth: usize,
}

impl Check {
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        let depth = self.depth.checked_sub(1);
        let depth = depth.ok_or_else(|| E::custom("nested too deeply"))?;
        Ok(Self { depth })
    }
}

impl<'de> DeserializeSeed<'de> for Check {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Check {
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

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        match number.is_finite() {
            true => Ok(()),
            false => Err(E::custom("not finite")),
        }
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let inner = self.inner()?;
        while items.next_element_seed(inner)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let inner = self.inner()?;
        while entries.next_key_seed(inner)?.is_some() {
            entries.next_value_seed(inner)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{JsonForm, to_json},
        MAX_DEPTH,
    };

    #[test]
    fn documents_are_unchanged_but_on_one_line() {
        for text in [
            "null",
            "1.10",
            "123456789012345678901234567890",
            r#"{"a": [1, 2], "a": "b\nc"}"#,
            r#""\ud83d\ude00""#,
        ] {
            assert_eq!(to_json(&JsonForm::Json, text), text);
        }
        assert_eq!(
            to_json(&JsonForm::Json, "{\n  \"a\":\r\n1}"),
            "{   \"a\":  1}"
        );
        let deep = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert_eq!(to_json(&JsonForm::Json, &deep), deep);
    }

    #[test]
    fn documents_that_parsers_reject_become_strings() {
        let deep = format!("{}{}", "[".repeat(MAX_DEPTH + 1), "]".repeat(MAX_DEPTH + 1));
        for text in [
            &deep,
            "1e999",
            r#""\ud800""#,
            r#"{"\ud800":1}"#,
            "",
            "{",
            "1 2",
        ] {
            let expected = serde_json::to_string(text).unwrap();
            assert_eq!(to_json(&JsonForm::Json, text), expected);
        }
    }
}
