//! [`Arguments`]: the arguments of a call, as JSON text.

use std::fmt;

use bytestring::ByteString;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::{Map, Value, map::Entry};

use super::{parsed_slot::ParsedSlot, value_size::value_size};

/// The most memory that arguments may take as a [`Value`] to be looked at one by one.
const MOST_MEMORY: usize = 24 * 1024 * 1024;

/// The arguments of a call: a JSON object, kept as text until the tool parses it.
///
/// Cloning shares the text.
///
/// ```
/// use toolwright::Arguments;
///
/// let arguments = Arguments::from_json(r#"{"a": 1}"#);
/// assert_eq!(arguments.to_value()?["a"], 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Arguments {
    json: ByteString,
    /// The value that a check has parsed, kept for large arguments only.
    pub(super) parsed: Option<ParsedSlot>,
}

impl Default for Arguments {
    fn default() -> Self {
        Self::from_json(ByteString::from_static("{}"))
    }
}

impl Arguments {
    /// Creates arguments from JSON text. The text is not checked before the tool parses it.
    #[must_use]
    pub fn from_json(json: impl Into<ByteString>) -> Self {
        Self {
            json: json.into(),
            parsed: None,
        }
    }

    /// Creates arguments from anything that serialises to an object.
    ///
    /// # Errors
    /// Fails if `value` cannot be serialised.
    pub fn from_value(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(Self::from_json)
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.json
    }

    /// Returns the arguments as a JSON value.
    ///
    /// # Errors
    /// Fails if the text is not JSON, or if an argument occurs twice. Within an argument, the last
    /// of two members with the same name counts.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        if self.is_object() {
            let members: Members = serde_json::from_str(&self.json)?;
            return Ok(Value::Object(members.0));
        }
        serde_json::from_str(&self.json)
    }

    /// Whether the arguments would take more than 24 MB as a [`Value`].
    ///
    /// Such arguments are not explained one by one, and a governed call with them is refused: 4 MB
    /// of text could take 800 MB.
    pub(crate) fn is_huge(&self) -> bool {
        // A shorter text takes less, whatever its values are.
        self.json.len() > MOST_MEMORY / 256 && value_size(&self.json) > MOST_MEMORY
    }

    /// Returns the same arguments, whose check keeps what it has parsed for the call that follows.
    ///
    /// For large ones: parsing them again would take longer than everything else that a thread of the
    /// runtime does for the call.
    #[cfg(feature = "governance")]
    #[must_use]
    pub(crate) fn keeping_parsed(&self) -> Self {
        let mut keeping = self.clone();
        keeping.parsed = Some(ParsedSlot::default());
        keeping
    }

    pub(super) fn is_object(&self) -> bool {
        self.json.trim_ascii_start().starts_with('{')
    }
}

/// The members of an object, each at most once.
struct Members(Map<String, Value>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor).map(Self)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            match members.entry(name) {
                Entry::Vacant(place) => drop(place.insert(map.next_value()?)),
                Entry::Occupied(there) => {
                    let name = there.key();
                    return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                }
            }
        }
        Ok(members)
    }
}
