//! [`Arguments`]: what a caller sent for a tool's parameters, as the text that came.

use std::fmt;

use bytestring::ByteString;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::{Map, Value, map::Entry};

/// A call's arguments: a JSON object, kept as text until the tool itself wants values.
///
/// Cloning shares the text.
#[derive(Debug, Clone)]
pub struct Arguments {
    json: ByteString,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            json: ByteString::from_static("{}"),
        }
    }
}

impl Arguments {
    /// From JSON text. It is not looked at before the tool parses it.
    #[must_use]
    pub fn from_json(json: impl Into<ByteString>) -> Self {
        Self { json: json.into() }
    }

    /// From anything that serialises to an object.
    ///
    /// # Errors
    /// When `value` does not serialise.
    pub fn from_value(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(Self::from_json)
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.json
    }

    /// The arguments as a JSON value.
    ///
    /// # Errors
    /// When the text is not JSON, or one of the arguments is there twice. Within an argument, the last of two members with the same name
    /// counts.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        if self.is_object() {
            let members: Members = serde_json::from_str(&self.json)?;
            return Ok(Value::Object(members.0));
        }
        serde_json::from_str(&self.json)
    }

    pub(super) fn is_object(&self) -> bool {
        self.json.trim_ascii_start().starts_with('{')
    }
}

/// The members of an object, none of them twice.
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
