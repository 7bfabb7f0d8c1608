//! [`absent`]: the value of a type for a missing argument.

use serde::{
    Deserializer,
    de::{DeserializeOwned, Error as _, Visitor, value::Error},
    forward_to_deserialize_any,
};

/// Returns the value of a missing argument, if `T` is an `Option`, also under another name.
pub(in crate::core) fn absent<T: DeserializeOwned>() -> Option<T> {
    T::deserialize(Absent).ok()
}

/// Whether `T` has a value for a missing argument.
pub(in crate::core) fn is_optional<T: DeserializeOwned>() -> bool {
    absent::<T>().is_some()
}

/// The deserializer of a missing field.
struct Absent;

impl<'de> Deserializer<'de> for Absent {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("absent"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    type Maybe = Option<String>;

    #[test]
    fn only_an_option_is_optional_under_any_name() {
        assert!(is_optional::<Maybe>());
        assert!(!is_optional::<Value>());
        assert!(!is_optional::<String>());
    }
}
