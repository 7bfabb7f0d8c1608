//! [`Parameter`]: one parameter of a tool.

use std::{
    fmt,
    marker::PhantomData,
    ops::{Bound, RangeBounds},
};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    constraint::{HasLength, Numeric, StringLike},
    optional::is_optional,
    schema::Schema,
};

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
