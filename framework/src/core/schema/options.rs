//! Finds out which option of an `anyOf` or a `oneOf` a value was meant for.
//!
//! An error names what is wrong with that option: the other options would blame parts of the value
//! that are right.

use serde_json::{Map, Value};

use super::{
    description::{describe, list},
    json_schema::Schema,
    misfit::{Findings, Misfit},
    validator::{Place, PlaceStep},
    value_type::{has_type, is_listed},
};

impl Place<'_> {
    /// Checks that the value here fits one of the options, or also several.
    pub(super) fn check_options<'v>(
        &self,
        options: &[Value],
        may_several: bool,
        value: &'v Value,
        findings: &mut Findings<'v>,
    ) {
        let fitting = options.iter().filter(|option| self.fits(option, value));
        match fitting.count() {
            1 => {}
            0 => self.explain(options, value, findings),
            _ if may_several => {}
            several => findings.add(|| {
                let wanted = format!("a value that fits one of the options and not {several}");
                self.misfit(value, wanted)
            }),
        }
    }

    /// Adds what is wrong with a value that fits no option.
    fn explain<'v>(&self, options: &[Value], value: &'v Value, findings: &mut Findings<'v>) {
        let possible: Vec<_> = options
            .iter()
            .filter_map(|option| self.resolved(option))
            .filter(|option| has_type(option, value) && is_listed(option, value))
            .collect();
        let tagged = possible.iter().copied();
        let mut meant = tagged.filter(|option| is_meant(option, value, possible.len() == 1));
        if let (Some(option), None) = (meant.next(), meant.next()) {
            // Its references were followed, so what it refers to does not repeat what is found here.
            return self.check_also(&Value::Object(option.clone()), value, findings);
        }
        match self.tag_misfit(&possible, value) {
            Some(misfit) => findings.add(|| misfit),
            None => {
                let wanted = describe(&Value::from(Map::from_iter([(
                    "anyOf".to_owned(),
                    options
                        .iter()
                        .map(|option| self.or_itself(option))
                        .collect(),
                )])));
                findings.add(|| self.misfit(value, wanted));
            }
        }
    }

    /// Returns what a schema refers to, or the schema itself, if it is an object.
    fn resolved<'o>(&'o self, option: &'o Value) -> Option<&'o Schema> {
        let target = option.get("$ref").and_then(|to| self.resolve(to));
        target.unwrap_or(option).as_object()
    }

    fn or_itself(&self, option: &Value) -> Value {
        let target = option.get("$ref").and_then(|to| self.resolve(to));
        target.unwrap_or(option).clone()
    }

    /// Returns the misfit of the member that tells all options apart, if none has its value.
    fn tag_misfit<'v>(&self, options: &[&Schema], value: &'v Value) -> Option<Misfit<'v>> {
        let members = value.as_object()?;
        let (name, _) = tags(options.first()?).next()?;
        let values = options.iter().map(|option| {
            let mut tags = tags(option);
            tags.find_map(|(tag, value)| (tag == name).then_some(value))
        });
        let wanted = format!(
            "one of {}",
            list(values.collect::<Option<Vec<_>>>()?.iter())
        );
        let mut misfit = self.inside(PlaceStep::Member(name)).misfit(value, wanted);
        misfit.got = members.get(name);
        Some(misfit)
    }
}

/// Returns the members of an object that can have one value only: those that tell it from others.
fn tags(option: &Schema) -> impl Iterator<Item = (&str, &Value)> {
    let properties = option.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .filter_map(|(name, property)| {
            let only = match property
                .get("enum")
                .and_then(Value::as_array)
                .map(Vec::as_slice)
            {
                Some([only]) => Some(only),
                _ => property.get("const"),
            };
            Some((name.as_str(), only?))
        })
}

/// Whether a value was meant for this option: its tags are those of the option, and without tags it has
/// the required members. The only option needs neither.
fn is_meant(option: &Schema, value: &Value, is_only: bool) -> bool {
    let Some(members) = value.as_object() else {
        return is_only;
    };
    let mut tags = tags(option).peekable();
    if tags.peek().is_some() {
        return tags.all(|(name, tag)| members.get(name) == Some(tag));
    }
    let required = option.get("required").and_then(Value::as_array);
    let mut required = required.into_iter().flatten().filter_map(Value::as_str);
    is_only || required.all(|name| members.contains_key(name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::core::schema::misfits;

    use super::*;

    fn found(schema: &Value, value: &Value) -> Vec<(String, String)> {
        let root = schema.as_object().cloned().unwrap_or_default();
        let found = misfits(schema, &root, value, 9).into_iter();
        found.map(|misfit| (misfit.path, misfit.wanted)).collect()
    }

    fn one(path: &str, wanted: &str) -> Vec<(String, String)> {
        vec![(path.to_owned(), wanted.to_owned())]
    }

    #[test]
    fn an_option_with_a_tag_is_the_one_that_is_explained() {
        let circle = json!({"type": "object", "required": ["kind", "radius"], "properties": {
            "kind": {"const": "circle"}, "radius": {"type": "number"},
        }});
        let square = json!({"type": "object", "required": ["kind", "side"], "properties": {
            "kind": {"const": "square"}, "side": {"type": "integer"},
        }});
        let schema =
            json!({"oneOf": [{"$ref": "#/$defs/circle"}, square], "$defs": {"circle": circle}});
        let found = |value| found(&schema, &value);
        assert_eq!(
            found(json!({"kind": "square", "side": 18_446_744_073_709_551_615_u64})),
            []
        );
        let wrong = json!({"kind": "circle", "radius": "x"});
        assert_eq!(found(wrong), one("radius", "a number"));
        assert_eq!(found(json!({"kind": "square"})), one("side", "an integer"));
        let other = json!({"kind": "line", "side": 18_446_744_073_709_551_615_u64});
        assert_eq!(found(other), one("kind", "one of `circle`, `square`"));
        assert_eq!(found(json!({})), one("kind", "one of `circle`, `square`"));
        assert_eq!(found(json!(1)), one("", "an object"));
    }

    #[test]
    fn an_option_with_the_name_of_a_variant_is_the_one_that_is_explained() {
        let variant = |name: &str, inner: Value| {
            json!({"type": "object", "properties": {name: inner}, "required": [name],
                "additionalProperties": false})
        };
        let schema = json!({"oneOf": [
            variant("text", json!({"type": "string"})),
            variant("number", json!({"type": "integer"})),
            {"enum": ["nothing"]},
        ]});
        assert_eq!(
            found(&schema, &json!({"number": "x"})),
            one("number", "an integer")
        );
        let wanted = "an object or one of `nothing`";
        assert_eq!(found(&schema, &json!("x")), one("", wanted));
    }

    #[test]
    fn an_optional_struct_names_its_fields() {
        let book = json!({"type": "object", "required": ["isbn", "title"], "properties": {
            "isbn": {"type": "string"}, "title": {"type": "string"}, "year": {"type": "integer"},
        }});
        let schema = json!({"anyOf": [book, {"type": "null"}]});
        let both = [one("isbn", "a string"), one("title", "a string")].concat();
        assert_eq!(found(&schema, &json!({})), both);
        assert_eq!(found(&schema, &json!(null)), []);
    }
}
