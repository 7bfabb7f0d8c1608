//! [`Arguments`]: the arguments of a call, as JSON.
//!
//! What a check has parsed is kept for the call that follows, in a [`ParsedSlot`].

use std::{
    any::Any,
    fmt,
    mem::size_of,
    sync::{Arc, Mutex},
};

use bytestring::ByteString;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::{Map, Value, map::Entry};
use toolwright_base::{lock, string_length};

/// The most memory that arguments may take as a [`Value`] to be looked at one by one.
const MAX_MEMORY: usize = 24 * 1024 * 1024;

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
        self.json.len() > MAX_MEMORY / 256 && value_size(&self.json) > MAX_MEMORY
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

/// Keeps what a check of arguments has parsed, for the call that follows. Clones share it.
#[derive(Clone, Default)]
pub(super) struct ParsedSlot(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

impl ParsedSlot {
    pub(super) fn keep<T: Send + 'static>(&self, parsed: T) {
        *lock(&self.0) = Some(Box::new(parsed));
    }

    /// Takes the value, if there is one and it is a `T`.
    pub(super) fn take<T: Send + 'static>(&self) -> Option<T> {
        let parsed = lock(&self.0).take()?;
        parsed.downcast().ok().map(|parsed| *parsed)
    }
}

impl fmt::Debug for ParsedSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_filled = lock(&self.0).is_some();
        f.debug_tuple("ParsedSlot").field(&is_filled).finish()
    }
}

/// The memory of an object before its fifth member: a table, and room for four members.
const OBJECT: usize = 4 * MEMBER + 64;
/// The memory of a member of an object, without what its name and its value point to.
const MEMBER: usize = size_of::<Value>() + size_of::<String>() + size_of::<usize>();
/// The memory that the allocator adds to a text.
const TEXT: usize = 24;

/// Returns about how many bytes `json` takes as a [`Value`], in one pass and without building it.
///
/// A list of small numbers takes forty times the size of its text, so a text of a few megabytes is
/// measured before a value is made of it. Text that is not JSON has a size too.
pub(crate) fn value_size(json: &str) -> usize {
    let bytes = json.as_bytes();
    let (mut size, mut at) = (size_of::<Value>(), 0);
    while let Some(found) = bytes.get(at) {
        size += match found {
            b'"' => {
                let length = string_length(&json[at + 1..]);
                at += length + 1;
                length + TEXT
            }
            b'{' => OBJECT,
            b'[' => size_of::<Value>(),
            b',' => MEMBER,
            _ => 0,
        };
        at += 1;
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_taken_once_and_only_as_its_type() {
        let slot = ParsedSlot::default();
        slot.clone().keep(7);
        assert_eq!(slot.take::<i32>(), Some(7));
        assert_eq!(slot.take::<i32>(), None);
        slot.keep(7);
        assert_eq!(slot.take::<u64>(), None);
    }

    #[test]
    fn the_size_grows_with_the_values_and_not_with_what_strings_contain() {
        let list = |count| value_size(&format!("[{}1]", "1,".repeat(count)));
        assert_eq!(list(1_000) - list(500), 500 * MEMBER);
        let objects = |count| value_size(&format!("[{}{{}}]", "{},".repeat(count)));
        assert_eq!(objects(11) - objects(1), 10 * (MEMBER + OBJECT));
        let text = r#""a,[{\",\\""#;
        assert_eq!(value_size(text), size_of::<Value>() + text.len() - 2 + TEXT);
    }

    #[test]
    fn half_a_string_has_a_size() {
        for text in ["\"", "\"\\", "\"a", "[\"a\\\""] {
            assert!(value_size(text) >= size_of::<Value>(), "{text}");
        }
    }
}
