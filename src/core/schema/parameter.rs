//! [`Parameter`]: one parameter of a tool, and what its schema says about it.

use std::{
    fmt,
    marker::PhantomData,
    ops::{Bound, RangeBounds},
};

use schemars::JsonSchema;
use serde::{
    Deserializer,
    de::{DeserializeOwned, Error as _, Visitor, value::Error},
    forward_to_deserialize_any,
};
use serde_json::{Value, json};

use super::{
    constraint::{Measured, Ranged, Textual},
    json_schema::Schema,
};

/// What a parameter can be: anything that is `Deserialize` and `JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter",
    label = "not deserialisable, or without a JSON schema",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` for it"
)]
pub trait ToolParameter: DeserializeOwned + JsonSchema + Send + 'static {}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> ToolParameter for T {}

/// One parameter of type `T`: its name, documentation, default and constraints.
pub struct Parameter<T> {
    name: &'static str,
    keywords: Schema,
    has_default: bool,
    type_: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Parameter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameter")
            .field("name", &self.name)
            .field("keywords", &self.keywords)
            .finish()
    }
}

impl<T> Parameter<T> {
    /// A parameter by its name on the wire.
    #[must_use]
    pub fn new(name: &'static str) -> Self
    where
        T: ToolParameter,
    {
        Self {
            name,
            keywords: Schema::new(),
            has_default: false,
            type_: PhantomData,
        }
    }

    /// What it is, for the model.
    #[must_use]
    pub fn describe(self, description: &str) -> Self {
        self.keyword("description", description)
    }

    /// It may be left out. The value, where it has a JSON form, is shown in the schema.
    #[must_use]
    pub fn default_value(mut self, value: Option<Value>) -> Self {
        self.has_default = true;
        match value {
            Some(value) => self.keyword("default", value),
            None => self,
        }
    }

    /// The numbers it may be.
    #[must_use]
    pub fn range(mut self, range: impl RangeBounds<T::Bound>) -> Self
    where
        T: Ranged,
    {
        match range.start_bound() {
            Bound::Included(bound) => self = self.keyword("minimum", json!(bound)),
            Bound::Excluded(bound) => self = self.keyword("exclusiveMinimum", json!(bound)),
            Bound::Unbounded => {}
        }
        match range.end_bound() {
            Bound::Included(bound) => self.keyword("maximum", json!(bound)),
            Bound::Excluded(bound) => self.keyword("exclusiveMaximum", json!(bound)),
            Bound::Unbounded => self,
        }
    }

    /// How long it may be: characters of text, items of a list, entries of a map.
    #[must_use]
    pub fn length(mut self, range: impl RangeBounds<usize>) -> Self
    where
        T: Measured,
    {
        let least = match range.start_bound() {
            Bound::Included(length) => Some(*length),
            Bound::Excluded(length) => Some(length + 1),
            Bound::Unbounded => None,
        };
        let most = match range.end_bound() {
            Bound::Included(length) => Some(*length),
            Bound::Excluded(length) => Some(length.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        if let Some(least) = least {
            self = self.keyword(T::LEAST, least);
        }
        match most {
            Some(most) => self.keyword(T::MOST, most),
            None => self,
        }
    }

    /// The regular expression that it must match.
    #[must_use]
    pub fn pattern(self, pattern: &str) -> Self
    where
        T: Textual,
    {
        self.keyword("pattern", pattern)
    }

    /// Clients repeat its value in the HTTP header `Mcp-Param-{header}`, so that gateways can route by it.
    #[must_use]
    pub fn header(self, header: &str) -> Self {
        self.keyword("x-mcp-header", header)
    }

    fn keyword(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.keywords.insert(keyword.to_owned(), value.into());
        self
    }

    /// Writes what is known of it into its type's schema; says its name and whether it is required.
    pub(super) fn describe_in(self, schema: &mut Schema) -> (String, bool)
    where
        T: ToolParameter,
    {
        let optional = is_optional::<T>();
        if optional {
            remove_null(schema);
        }
        schema.extend(self.keywords);
        (self.name.to_owned(), !optional && !self.has_default)
    }
}

/// Whether a missing value is a `T`: whether `T` is an `Option`, under whatever name.
pub(in crate::core) fn is_optional<T: DeserializeOwned>() -> bool {
    T::deserialize(Absent).is_ok()
}

/// What serde gives to a field that is not there.
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

/// Takes `null` out of an optional parameter's schema: leaving it out is the way to say nothing.
fn remove_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(options)) = schema.get_mut("anyOf") {
        options.retain(|option| option.get("type").is_none_or(|name| name != "null"));
        if let [Value::Object(only)] = options.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            schema.extend(only);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Maybe = Option<String>;

    #[test]
    fn an_option_is_optional_under_any_name_and_a_value_is_not() {
        assert!(is_optional::<Maybe>());
        assert!(!is_optional::<Value>());
        assert!(!is_optional::<String>());
    }

    #[test]
    fn constraints_become_keywords() {
        let mut schema = Schema::new();
        Parameter::<u64>::new("n")
            .range(1..100)
            .describe_in(&mut schema);
        assert_eq!(
            Value::Object(schema),
            json!({"minimum": 1, "exclusiveMaximum": 100})
        );
        let mut schema = Schema::new();
        Parameter::<Vec<u8>>::new("v")
            .length(1..=3)
            .describe_in(&mut schema);
        assert_eq!(Value::Object(schema), json!({"minItems": 1, "maxItems": 3}));
        let mut schema = Schema::new();
        Parameter::<Maybe>::new("s")
            .length(2..)
            .pattern("^a")
            .header("S")
            .describe_in(&mut schema);
        assert_eq!(
            Value::Object(schema),
            json!({"minLength": 2, "pattern": "^a", "x-mcp-header": "S"})
        );
    }
}
