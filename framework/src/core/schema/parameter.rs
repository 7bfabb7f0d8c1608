//! [`Parameter`]: a parameter of a tool, the types that its constraints are for, and the value of one that
//! is left out.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt,
    fmt::Display,
    marker::PhantomData,
    ops::{Bound, RangeBounds},
};

use schemars::JsonSchema;
use serde::{
    Deserializer, Serialize,
    de::{DeserializeOwned, Error as _, Visitor, value::Error},
    forward_to_deserialize_any,
};
use serde_json::{Value, json};

use super::json_schema::Schema;

/// The types of parameters: everything that is `Deserialize` and `JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter",
    label = "not deserialisable, or without a JSON schema",
    note = "derive `serde::Deserialize` and `schemars::JsonSchema` for it, if clients send it",
    note = "implement `toolwright::call::FromContext` for it, if it comes from the server"
)]
pub trait ToolParameter: DeserializeOwned + JsonSchema + Send + 'static {}

// Without this there would be an error for each trait that is missing.
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> ToolParameter for T {}

/// A parameter of type `T`: its name, description, default and constraints.
///
/// An `Option<T>` may be left out, and so may a parameter with a default.
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
    /// Creates a parameter with this name on the wire.
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

    /// Sets the description that the model reads.
    #[must_use]
    pub fn describe(self, description: &str) -> Self {
        self.keyword("description", description)
    }

    /// Makes it optional, and shows the default in the schema if there is a JSON value for it.
    #[must_use]
    pub fn default_value(mut self, value: Option<Value>) -> Self {
        self.has_default = true;
        match value {
            Some(value) => self.keyword("default", value),
            None => self,
        }
    }

    /// Sets the range of the number.
    #[must_use]
    pub fn range(mut self, range: impl RangeBounds<T::Bound>) -> Self
    where
        T: Numeric,
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

    /// Sets the range of the length: characters of text, items of a list, entries of a map.
    #[must_use]
    pub fn length(mut self, range: impl RangeBounds<usize>) -> Self
    where
        T: HasLength,
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
            self = self.keyword(T::MIN_KEYWORD, least);
        }
        match most {
            Some(most) => self.keyword(T::MAX_KEYWORD, most),
            None => self,
        }
    }

    /// Sets the regular expression that the text must match.
    #[must_use]
    pub fn pattern(self, pattern: &str) -> Self
    where
        T: StringLike,
    {
        self.keyword("pattern", pattern)
    }

    /// Has clients repeat the value in the HTTP header `Mcp-Param-{header}`, so that gateways can
    /// route by it.
    #[must_use]
    pub fn header(self, header: &str) -> Self {
        self.keyword("x-mcp-header", header)
    }

    fn keyword(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.keywords.insert(keyword.to_owned(), value.into());
        self
    }

    /// Adds the keywords to the schema of the type. Returns the name, and whether it is required.
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

/// Removes `null` from the schema of an optional parameter: clients leave it out instead.
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

/// A type that `#[range(..)]` fits: a number, or an optional one.
#[diagnostic::on_unimplemented(message = "`#[range]` is for numbers, and `{Self}` is not one")]
pub trait Numeric {
    /// The type of the number.
    type Bound: PartialOrd + Serialize + Display;
    /// Returns the number, if there is one.
    fn number(&self) -> Option<&Self::Bound>;
}

/// A type that `#[length(..)]` fits: text, a list, a map, or an optional one.
#[diagnostic::on_unimplemented(
    message = "`#[length]` is for text, lists and maps, and `{Self}` is none of them"
)]
pub trait HasLength {
    /// The keyword of the schema for the smallest length.
    const MIN_KEYWORD: &'static str;
    /// The keyword of the schema for the largest length.
    const MAX_KEYWORD: &'static str;
    /// The unit of the length, for messages.
    const UNIT: &'static str;
    /// Returns the length, if there is a value.
    fn length(&self) -> Option<usize>;
}

/// A type that `#[pattern("…")]` fits: text, or optional text.
#[diagnostic::on_unimplemented(message = "`#[pattern]` is for text, and `{Self}` is not")]
pub trait StringLike {
    /// Returns the text, if there is one.
    fn text(&self) -> Option<&str>;
}

macro_rules! numeric {
    ($($number:ty)*) => {$(
        impl Numeric for $number {
            type Bound = Self;
            fn number(&self) -> Option<&Self> {
                Some(self)
            }
        }
    )*};
}
numeric!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

impl<T: Numeric> Numeric for Option<T> {
    type Bound = T::Bound;
    fn number(&self) -> Option<&T::Bound> {
        self.as_ref().and_then(Numeric::number)
    }
}

macro_rules! has_length {
    ($($type:ty [$($generic:ident)*] $min:literal $max:literal $unit:literal $length:expr;)*) => {$(
        impl<$($generic),*> HasLength for $type {
            const MIN_KEYWORD: &'static str = $min;
            const MAX_KEYWORD: &'static str = $max;
            const UNIT: &'static str = $unit;
            fn length(&self) -> Option<usize> {
                let length: fn(&Self) -> usize = $length;
                Some(length(self))
            }
        }
    )*};
}
has_length! {
    String [] "minLength" "maxLength" "characters" |text| text.chars().count();
    Vec<T> [T] "minItems" "maxItems" "items" Vec::len;
    HashSet<T> [T] "minItems" "maxItems" "items" HashSet::len;
    BTreeSet<T> [T] "minItems" "maxItems" "items" BTreeSet::len;
    HashMap<K, V> [K V] "minProperties" "maxProperties" "entries" HashMap::len;
    BTreeMap<K, V> [K V] "minProperties" "maxProperties" "entries" BTreeMap::len;
}

impl<T: HasLength> HasLength for Option<T> {
    const MIN_KEYWORD: &'static str = T::MIN_KEYWORD;
    const MAX_KEYWORD: &'static str = T::MAX_KEYWORD;
    const UNIT: &'static str = T::UNIT;
    fn length(&self) -> Option<usize> {
        self.as_ref().and_then(HasLength::length)
    }
}

impl StringLike for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl<T: StringLike> StringLike for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(StringLike::text)
    }
}

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
    use super::*;

    type Maybe = Option<String>;

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

#[cfg(test)]
mod optional_tests {
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
