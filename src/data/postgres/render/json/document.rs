//! `json` and `jsonb`, which are JSON already, but not always such that every reader takes it.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// How deep a value may be nested. Readers stop at 128, and there is something around each value.
const DEEPEST: usize = 100;

/// Writes it as it is, but in one line: a line is a message to some who read it.
pub(super) fn write(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let mut reader = serde_json::Deserializer::from_str(text);
    Check { deepest: DEEPEST }.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    let start = out.len();
    out.extend_from_slice(text.as_bytes());
    // Inside of a string a line's end is always escaped.
    for byte in &mut out[start..] {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    Some(())
}

/// Reads everything and keeps nothing.
#[derive(Clone, Copy)]
struct Check {
    deepest: usize,
}

impl Check {
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        let deepest = self.deepest.checked_sub(1);
        let deepest = deepest.ok_or_else(|| E::custom("nested too deeply"))?;
        Ok(Self { deepest })
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
        super::{Shape, written},
        DEEPEST,
    };

    #[test]
    fn json_is_itself_in_one_line() {
        for text in [
            "null",
            "1.10",
            "123456789012345678901234567890",
            r#"{"a": [1, 2], "a": "b\nc"}"#,
            r#""\ud83d\ude00""#,
        ] {
            assert_eq!(written(&Shape::Json, text), text);
        }
        assert_eq!(written(&Shape::Json, "{\n  \"a\":\r\n1}"), "{   \"a\":  1}");
        let deep = format!("{}{}", "[".repeat(DEEPEST), "]".repeat(DEEPEST));
        assert_eq!(written(&Shape::Json, &deep), deep);
    }

    #[test]
    fn json_that_readers_refuse_is_a_text() {
        let deep = format!("{}{}", "[".repeat(DEEPEST + 1), "]".repeat(DEEPEST + 1));
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
            assert_eq!(written(&Shape::Json, text), expected);
        }
    }
}
