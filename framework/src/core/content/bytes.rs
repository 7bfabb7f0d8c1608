//! [`Bytes`]: bytes as a parameter or a result, which JSON carries as Base64.

use std::{borrow::Cow, fmt, ops::Deref};

use base64::{
    Engine as _, alphabet,
    engine::{
        DecodePaddingMode,
        general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD},
    },
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _, ser::Error as _};

/// One mebibyte, the limit of [`Bytes`] without another one.
const MIB: usize = 1 << 20;

/// At most `MAX` bytes, a mebibyte without another limit, as a parameter or as a part of a result.
///
/// JSON carries them as Base64. Texts that models write are accepted too: with the URL-safe alphabet, without
/// padding, and as a `data:` address.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Reverse a file of at most ten kilobytes.
/// #[tool]
/// async fn reverse(file: Bytes<10_000>) -> Bytes {
///     file.iter().rev().copied().collect()
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let client = Server::new("demo").tools(tools![reverse]).client().await?;
/// let output = client.call("reverse", serde_json::json!({"file": "YWJj"})).await?;
/// assert_eq!(output.structured_value().unwrap()["result"], "Y2Jh");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Bytes<const MAX: usize = MIB>(Vec<u8>);

impl<const MAX: usize> Bytes<MAX> {
    /// Returns the bytes.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        self.0
    }
}

impl<const MAX: usize> fmt::Debug for Bytes<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({} bytes)", self.0.len())
    }
}

impl<const MAX: usize> Deref for Bytes<MAX> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<const MAX: usize> AsRef<[u8]> for Bytes<MAX> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const MAX: usize, T: Into<Vec<u8>>> From<T> for Bytes<MAX> {
    fn from(bytes: T) -> Self {
        Self(bytes.into())
    }
}

impl<const MAX: usize> FromIterator<u8> for Bytes<MAX> {
    fn from_iter<T: IntoIterator<Item = u8>>(bytes: T) -> Self {
        Self(bytes.into_iter().collect())
    }
}

impl<const MAX: usize> Serialize for Bytes<MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = self.0.len();
        if length > MAX {
            let error = format_args!("{length} bytes, and at most {MAX} are allowed");
            return Err(S::Error::custom(error));
        }
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl<'de, const MAX: usize> Deserialize<'de> for Bytes<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        decode(&text, MAX).map(Self).map_err(D::Error::custom)
    }
}

impl<const MAX: usize> JsonSchema for Bytes<MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Bytes{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "contentEncoding": "base64",
            "maxLength": encoded_length(MAX),
        })
    }
}

/// The characters of Base64 for so many bytes.
const fn encoded_length(bytes: usize) -> usize {
    bytes.div_ceil(3).saturating_mul(4)
}

/// Decodes Base64 of at most `max` bytes, in either alphabet and with or without padding, also as a `data:`
/// address.
pub(super) fn decode(text: &str, max: usize) -> Result<Vec<u8>, String> {
    const PADDING: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const EITHER_PADDING: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, PADDING);
    const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, PADDING);
    let encoded = match text.strip_prefix("data:") {
        Some(address) => address
            .split_once(";base64,")
            .map_or(text, |(_, data)| data),
        None => text,
    };
    // Before anything is decoded, so that a long text takes no more memory.
    if encoded.len() > encoded_length(max) {
        return Err(format!("at most {max} bytes are allowed"));
    }
    let engine = match encoded.contains(['-', '_']) {
        true => URL_SAFE,
        false => EITHER_PADDING,
    };
    let bytes = engine.decode(encoded);
    let bytes = bytes.map_err(|error| format!("not Base64: {error}"))?;
    match bytes.len() <= max {
        true => Ok(bytes),
        false => Err(format!("at most {max} bytes are allowed")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    fn parsed(text: &str) -> Result<Vec<u8>, String> {
        let bytes = from_value::<Bytes<4>>(json!(text));
        bytes
            .map(Bytes::into_vec)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn what_models_write_is_accepted() {
        for text in ["+/+/", "-_-_", "data:image/png;base64,+/+/"] {
            assert_eq!(parsed(text), Ok(vec![0xfb, 0xff, 0xbf]), "{text}");
        }
        for text in ["YQ==", "YQ", "YQ="] {
            assert_eq!(parsed(text), Ok(b"a".to_vec()), "{text}");
        }
        assert_eq!(parsed(""), Ok(Vec::new()));
    }

    #[test]
    fn more_bytes_than_allowed_are_refused_both_ways() {
        assert_eq!(parsed("YWFhYQ=="), Ok(b"aaaa".to_vec()));
        for text in ["YWFhYWE=", "YWFhYWFhYWFhYWFh"] {
            assert_eq!(parsed(text).unwrap_err(), "at most 4 bytes are allowed");
        }
        let result = to_value(Bytes::<4>::from(*b"aaaaa")).unwrap_err();
        assert_eq!(result.to_string(), "5 bytes, and at most 4 are allowed");
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["Y", "Y!==", "data:text/plain,a", "한국어"] {
            let error = parsed(text).unwrap_err();
            assert!(
                error.starts_with("not Base64") || error.starts_with("at most"),
                "{error}"
            );
        }
        assert!(from_value::<Bytes>(json!([1, 2])).is_err());
    }

    #[test]
    fn the_schema_names_encoding_and_limit() {
        let schema = schemars::schema_for!(Bytes<10>);
        let expected = json!({"type": "string", "contentEncoding": "base64", "maxLength": 16});
        let found = json!({
            "type": schema.get("type"), "contentEncoding": schema.get("contentEncoding"),
            "maxLength": schema.get("maxLength"),
        });
        assert_eq!(found, expected);
    }
}
