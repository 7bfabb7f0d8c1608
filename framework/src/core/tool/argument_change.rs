//! [`ArgumentChange`]: an argument as agents see it, where that differs from what the tool takes.

use serde_json::{Map, Value, json};

use crate::core::schema::{Schema, compile};

/// A change of one argument, for a tool that stands for another one: a name and a description of its
/// own, another default, or a value that agents do not choose.
///
/// ```
/// use serde_json::{Map, json};
/// use toolwright::tool::ArgumentChange;
///
/// let mut language = ArgumentChange::new("language");
/// language.outer = None;
/// language.fixed = Some(json!("ko"));
/// let sent = Map::from_iter([("text".to_owned(), json!("Hello")), ("language".to_owned(), json!("en"))]);
/// let filled = ArgumentChange::fill(&[language], sent);
/// assert_eq!(json!(filled), json!({"text": "Hello", "language": "ko"}));
///
/// // Agents see what is left of the schema.
/// let properties = json!({"text": {"type": "string"}, "language": {"type": "string"}});
/// let mut schema = Map::from_iter([("type".to_owned(), json!("object")), ("properties".to_owned(), properties)]);
/// let mut language = ArgumentChange::new("language");
/// language.outer = None;
/// let changes = [language];
/// assert_eq!(ArgumentChange::problem(&changes, &schema), None);
/// assert_eq!(ArgumentChange::duplicate(&changes, &schema), None);
/// changes[0].apply(&mut schema);
/// assert_eq!(schema["properties"], json!({"text": {"type": "string"}}));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ArgumentChange {
    /// The name that the tool knows.
    pub inner: String,
    /// The name that agents see. `None` if they do not see it.
    pub outer: Option<String>,
    /// The description that agents see, in place of that of the tool.
    pub description: Option<String>,
    /// The value if an agent sends none.
    pub default: Option<Value>,
    /// The value that is always sent.
    pub fixed: Option<Value>,
}

impl ArgumentChange {
    /// Creates a change that changes nothing about the argument `inner`.
    pub fn new(inner: impl Into<String>) -> Self {
        let inner = inner.into();
        Self {
            outer: Some(inner.clone()),
            inner,
            description: None,
            default: None,
            fixed: None,
        }
    }

    /// Returns what keeps the changes from a tool with this schema: an argument that it does not have, a
    /// value that does not fit, one that is required and that nobody sends, or two of one name.
    #[must_use]
    pub fn problem(changes: &[Self], schema: &Schema) -> Option<String> {
        let own = changes.iter().find_map(|change| change.misfit(schema));
        own.or_else(|| {
            let name = Self::duplicate(changes, schema)?;
            Some(format!("two arguments are called `{name}`"))
        })
    }

    /// Returns a name that two arguments have after the changes.
    #[must_use]
    pub fn duplicate(changes: &[Self], schema: &Schema) -> Option<String> {
        let properties = schema.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flatten().map(|(name, _)| name);
        let unchanged = names.filter(|name| changes.iter().all(|change| change.inner != **name));
        let changed = changes.iter().filter_map(|change| change.outer.as_ref());
        let mut all: Vec<&String> = unchanged.chain(changed).collect();
        all.sort();
        let pair = all.windows(2).find(|pair| pair[0] == pair[1])?;
        Some(pair[0].clone())
    }

    fn misfit(&self, schema: &Schema) -> Option<String> {
        let name = &self.inner;
        let Some(property) = property(schema, name) else {
            return Some(format!("it has no argument `{name}`"));
        };
        let values = [&self.fixed, &self.default].into_iter().flatten();
        let wrong = values.into_iter().find(|value| !fits(value, property));
        if let Some(value) = wrong {
            return Some(format!("{value} does not fit the type of `{name}`"));
        }
        let is_missing = self.outer.is_none() && self.fixed.is_none() && self.default.is_none();
        (is_missing && is_required(schema, name)).then(|| {
            format!(
                "the required argument `{name}` can only be hidden with a `value` or a `default`"
            )
        })
    }

    /// Changes the schema of the arguments to what agents see.
    pub fn apply(&self, schema: &mut Schema) {
        let is_optional = self.outer.is_none() || self.default.is_some();
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.retain(|name| !(is_optional && name == &self.inner));
            for name in required {
                if let (true, Some(outer)) = (name == &self.inner, &self.outer) {
                    *name = json!(outer);
                }
            }
        }
        let Some(Value::Object(properties)) = schema.get_mut("properties") else {
            return;
        };
        let changed = |(name, mut property): (String, Value)| {
            if name != self.inner {
                return Some((name, property));
            }
            self.describe(&mut property);
            Some((self.outer.clone()?, property))
        };
        *properties = std::mem::take(properties)
            .into_iter()
            .filter_map(changed)
            .collect();
    }

    fn describe(&self, property: &mut Value) {
        if let Value::Object(property) = property {
            if let Some(description) = &self.description {
                property.insert("description".into(), json!(description));
            }
            if let Some(default) = &self.default {
                property.insert("default".into(), default.clone());
            }
        }
    }

    /// Returns the arguments that the tool gets when an agent sends `sent`. Nobody can send an argument
    /// that is changed under the name that the tool knows.
    #[must_use]
    pub fn fill(changes: &[Self], mut sent: Map<String, Value>) -> Map<String, Value> {
        let mut filled = Vec::new();
        for change in changes {
            let given = change.outer.as_ref().and_then(|outer| sent.remove(outer));
            let value = change.fixed.clone().or(given);
            if let Some(value) = value.or_else(|| change.default.clone()) {
                filled.push((change.inner.clone(), value));
            }
        }
        sent.retain(|name, _| changes.iter().all(|change| change.inner != *name));
        sent.extend(filled);
        sent
    }
}

fn property<'a>(schema: &'a Schema, name: &str) -> Option<&'a Value> {
    schema.get("properties")?.get(name)
}

fn is_required(schema: &Schema, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|required| required == name))
}

/// Whether a value fits the type of an argument.
fn fits(value: &Value, property: &Value) -> bool {
    match property {
        Value::Object(schema) => match compile(schema) {
            Ok(validator) => validator.fits(value) == Ok(true),
            Err(_) => true,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            _ => panic!("expected an object"),
        }
    }

    fn schema() -> Schema {
        map(json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {}},
            "required": ["a", "b"],
        }))
    }

    fn change(inner: &str, set: impl FnOnce(&mut ArgumentChange)) -> ArgumentChange {
        let mut change = ArgumentChange::new(inner);
        set(&mut change);
        change
    }

    #[test]
    fn agents_see_other_names_and_no_hidden_arguments() {
        let changes = [
            change("a", |change| {
                change.outer = Some("question".into());
                change.description = Some("What to ask.".into());
            }),
            change("b", |change| {
                change.outer = None;
                change.fixed = Some(json!(3));
            }),
            change("c", |change| change.default = Some(json!("x"))),
        ];
        assert_eq!(ArgumentChange::problem(&changes, &schema()), None);
        let mut seen = schema();
        changes.iter().for_each(|change| change.apply(&mut seen));
        assert_eq!(
            Value::Object(seen),
            json!({
                "type": "object",
                "properties": {
                    "question": {"type": "string", "description": "What to ask."},
                    "c": {"default": "x"},
                },
                "required": ["question"],
            })
        );
        let sent = map(json!({"question": "?", "a": "no", "b": 4, "d": 5}));
        let filled = ArgumentChange::fill(&changes, sent);
        assert_eq!(json!(filled), json!({"d": 5, "a": "?", "b": 3, "c": "x"}));
    }

    #[test]
    fn two_arguments_can_swap_their_names() {
        let swap = |inner: &str, outer: &str| {
            change(inner, |change| change.outer = Some(outer.to_owned()))
        };
        let changes = [swap("a", "b"), swap("b", "a")];
        assert_eq!(ArgumentChange::problem(&changes, &schema()), None);
        let filled = ArgumentChange::fill(&changes, map(json!({"a": 1, "b": "x"})));
        assert_eq!(json!(filled), json!({"a": "x", "b": 1}));
    }

    #[test]
    fn a_change_that_does_not_fit_is_told() {
        let hidden = change("b", |change| change.outer = None);
        let wrong = change("b", |change| change.fixed = Some(json!("three")));
        let same = change("a", |change| change.outer = Some("c".into()));
        for (change, expected) in [
            (ArgumentChange::new("x"), "it has no argument `x`"),
            (hidden, "`b` can only be hidden with"),
            (wrong, "\"three\" does not fit the type of `b`"),
            (same, "two arguments are called `c`"),
        ] {
            let problem = ArgumentChange::problem(&[change], &schema()).unwrap();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
