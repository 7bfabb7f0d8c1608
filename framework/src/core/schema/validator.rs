//! [`misfits`]: where a value does not fit a schema, and what would.
//!
//! It knows the keywords that the schemas of arguments use, and accepts what it does not know:
//! `format`, `contains`, `dependentSchemas`, `unevaluatedProperties` and references to other
//! documents. It is for defaults, examples and errors: `governance` knows all of JSON Schema.

use std::cell::Cell;

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::{
    description::describe,
    json_schema::Schema,
    limits::limit_misfit,
    lookup::resolve,
    misfit::{Findings, Misfit},
    pattern_cost::pattern_cost,
    value_type::{has_type, is_listed},
};

/// How many references and options are followed for one value, so that a schema that refers to
/// itself comes to an end.
const MAX_DEPTH: u8 = 12;

/// The most schemas that are applied to a value and its parts. What is left then is accepted: a
/// schema whose references branch again and again would take for ever.
const MAX_STEPS: u64 = 200_000;

/// The characters that a pattern with one part reads in the time of a step.
const CHARACTERS_PER_STEP: u64 = 4;

/// Returns the first `most` places where `value` does not fit `schema`. `root` resolves references.
pub(crate) fn misfits<'v>(
    schema: &Value,
    root: &Schema,
    value: &'v Value,
    most: usize,
) -> Vec<Misfit<'v>> {
    let mut findings = Findings {
        found: Vec::new(),
        most,
    };
    let place = Place {
        root,
        parent: None,
        step: PlaceStep::None,
        depth: MAX_DEPTH,
        steps: &Cell::new(MAX_STEPS),
    };
    place.check(schema, value, &mut findings);
    findings.found
}

/// Whether `value` fits `schema`.
pub(in crate::core) fn fits(schema: &Value, root: &Schema, value: &Value) -> bool {
    misfits(schema, root, value, 1).is_empty()
}

/// A place in the value. Its path is written only if something there does not fit.
pub(super) struct Place<'p> {
    root: &'p Schema,
    parent: Option<&'p Self>,
    step: PlaceStep<'p>,
    depth: u8,
    /// How many steps are left for the whole value.
    steps: &'p Cell<u64>,
}

/// The way from a place to one inside of it.
#[derive(Clone, Copy)]
pub(super) enum PlaceStep<'p> {
    None,
    Item(usize),
    Member(&'p str),
}

impl<'p> Place<'p> {
    /// Returns the place of an item or a member of the value here.
    pub(super) const fn inside<'q>(&'q self, step: PlaceStep<'q>) -> Place<'q> {
        Place {
            root: self.root,
            parent: Some(self),
            step,
            depth: MAX_DEPTH,
            steps: self.steps,
        }
    }

    fn path(&self) -> String {
        let mut path = self.parent.map(Place::path).unwrap_or_default();
        match self.step {
            PlaceStep::None => {}
            PlaceStep::Item(index) => path.push_str(&format!("[{index}]")),
            PlaceStep::Member(name) if path.is_empty() => path.push_str(name),
            PlaceStep::Member(name) => path.push_str(&format!(".{name}")),
        }
        path
    }

    /// Checks the value here against a schema that the present one refers to.
    pub(super) fn check_also<'v>(
        &self,
        schema: &Value,
        value: &'v Value,
        findings: &mut Findings<'v>,
    ) {
        let place = Place {
            root: self.root,
            parent: Some(self),
            step: PlaceStep::None,
            depth: self.depth.saturating_sub(1),
            steps: self.steps,
        };
        place.check(schema, value, findings);
    }

    pub(super) fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut findings = Findings {
            found: Vec::new(),
            most: 1,
        };
        self.check_also(schema, value, &mut findings);
        findings.found.is_empty()
    }

    pub(super) fn misfit<'v>(&self, value: &'v Value, wanted: impl Into<String>) -> Misfit<'v> {
        Misfit {
            path: self.path(),
            got: Some(value),
            wanted: wanted.into(),
            is_unknown: false,
        }
    }

    fn check<'v>(&self, schema: &Value, value: &'v Value, findings: &mut Findings<'v>) {
        let schema = match schema {
            Value::Object(schema)
                if self.depth > 0 && !findings.is_full() && self.may_go_on(schema, value) =>
            {
                schema
            }
            Value::Bool(false) => return findings.add(|| self.misfit(value, "nothing")),
            _ => return,
        };
        if let Some(target) = schema.get("$ref").and_then(|to| self.resolve(to)) {
            self.check_also(target, value, findings);
        }
        if !has_type(schema, value) || !is_listed(schema, value) {
            let wanted = || describe(&Value::Object(schema.clone()));
            return findings.add(|| self.misfit(value, wanted()));
        }
        if let Some(wanted) = limit_misfit(schema, value) {
            findings.add(|| self.misfit(value, wanted));
        }
        self.check_combinations(schema, value, findings);
        match value {
            Value::Array(items) => self.check_items(schema, items, findings),
            Value::Object(members) => self.check_members(schema, members, findings),
            _ => {}
        }
    }

    /// Counts the steps for a schema, and whether there are as many left.
    fn may_go_on(&self, schema: &Schema, value: &Value) -> bool {
        let reading = match (value, schema.get("pattern")) {
            (Value::String(text), Some(Value::String(pattern))) => matching(pattern, text),
            _ => 0,
        };
        self.take_steps(reading.saturating_add(1))
    }

    /// Takes so many steps of those that are left. If there are fewer, none is left.
    fn take_steps(&self, wanted: u64) -> bool {
        let left = self.steps.get().checked_sub(wanted);
        self.steps.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether the name of a member matches the pattern of `patternProperties`.
    fn matches(&self, pattern: &str, name: &str) -> bool {
        self.take_steps(matching(pattern, name))
            && Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(name))
    }

    pub(super) fn resolve(&self, reference: &Value) -> Option<&'p Value> {
        resolve(self.root, reference)
    }

    fn check_combinations<'v>(
        &self,
        schema: &Schema,
        value: &'v Value,
        findings: &mut Findings<'v>,
    ) {
        let options = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        for schema in options("allOf").into_iter().flatten() {
            self.check_also(schema, value, findings);
        }
        for (keyword, may_several) in [("anyOf", true), ("oneOf", false)] {
            if let Some(options) = options(keyword) {
                self.check_options(options, may_several, value, findings);
            }
        }
        if schema.get("not").is_some_and(|not| self.fits(not, value)) {
            let wanted = || describe(&Value::Object(schema.clone()));
            findings.add(|| self.misfit(value, format!("{} that is allowed", wanted())));
        }
        if let Some(condition) = schema.get("if") {
            let branch = ["else", "then"][usize::from(self.fits(condition, value))];
            if let Some(branch) = schema.get(branch) {
                self.check_also(branch, value, findings);
            }
        }
    }

    fn check_items<'v>(&self, schema: &Schema, items: &'v [Value], findings: &mut Findings<'v>) {
        let prefix = schema.get("prefixItems").and_then(Value::as_array);
        let prefix = prefix.map_or(&[][..], Vec::as_slice);
        let rest = schema.get("items").filter(|rest| !rest.is_array());
        for (index, item) in items.iter().enumerate() {
            if findings.is_full() {
                return;
            }
            if let Some(schema) = prefix.get(index).or(rest) {
                let place = self.inside(PlaceStep::Item(index));
                place.check(schema, item, findings);
            }
        }
    }

    fn check_members<'v>(
        &self,
        schema: &Schema,
        members: &'v Map<String, Value>,
        findings: &mut Findings<'v>,
    ) {
        let object = |keyword: &str| schema.get(keyword).and_then(Value::as_object);
        let (properties, patterns) = (object("properties"), object("patternProperties"));
        for (name, value) in members {
            if findings.is_full() {
                return;
            }
            let place = self.inside(PlaceStep::Member(name));
            let property = properties.and_then(|properties| properties.get(name));
            let patterns = patterns.into_iter().flatten();
            let matching = patterns.filter(|(pattern, _)| self.matches(pattern, name));
            let matching = matching.map(|(_, schema)| schema);
            let mut is_known = false;
            for schema in property.into_iter().chain(matching) {
                is_known = true;
                place.check(schema, value, findings);
            }
            // Whether a pattern knows the member was not found out.
            if self.steps.get() == 0 {
                return;
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) if !is_known => findings.add(|| Misfit {
                    is_unknown: true,
                    ..place.misfit(value, known_names(properties))
                }),
                Some(rest) if !is_known => place.check(rest, value, findings),
                _ => {}
            }
        }
        self.check_required(schema, members, findings);
    }

    fn check_required<'v>(
        &self,
        schema: &Schema,
        members: &'v Map<String, Value>,
        findings: &mut Findings<'v>,
    ) {
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                let property = schema.get("properties").and_then(|all| all.get(name));
                findings.add(|| Misfit {
                    path: self.inside(PlaceStep::Member(name)).path(),
                    got: None,
                    wanted: property.map_or_else(|| "a value".to_owned(), describe),
                    is_unknown: false,
                });
            }
        }
    }
}

/// Returns the steps in which a pattern is compiled, as it is for each text, and matched.
fn matching(pattern: &str, text: &str) -> u64 {
    let parts = pattern_cost(pattern).weight;
    let compiling = parts.saturating_add(pattern.len() as u64);
    let reading = parts.saturating_mul(text.len() as u64) / CHARACTERS_PER_STEP;
    compiling.saturating_add(reading)
}

fn known_names(properties: Option<&Map<String, Value>>) -> String {
    match properties {
        Some(known) if !known.is_empty() => {
            let names: Vec<_> = known.keys().map(|name| format!("`{name}`")).collect();
            format!("one of {}", names.join(", "))
        }
        _ => "no such member".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(schema: &Value, value: &Value) -> Vec<(String, String)> {
        let root = schema.as_object().cloned().unwrap_or_default();
        let misfits = misfits(schema, &root, value, 9);
        misfits
            .into_iter()
            .map(|misfit| (misfit.path, misfit.wanted))
            .collect()
    }

    #[test]
    fn what_fits_has_no_misfits() {
        let schema = json!({
            "type": "object",
            "properties": {
                "count": {"type": "integer", "minimum": 1, "maximum": 5},
                "name": {"type": "string", "minLength": 1, "pattern": "^[a-z]+$"},
                "pair": {"prefixItems": [{"type": "boolean"}], "items": {"type": "string"}},
                "tree": {"$ref": "#/$defs/tree"},
                "level": {"oneOf": [{"const": "low"}, {"enum": ["high"]}]},
                "any": {},
            },
            "required": ["count"],
            "additionalProperties": false,
            "$defs": {"tree": {"type": "object", "additionalProperties": {"$ref": "#/$defs/tree"}}},
        });
        let value = json!({
            "count": 5.0, "name": "abc", "pair": [true, "a"], "tree": {"a": {"b": {}}}, "level": "high", "any": null,
        });
        assert_eq!(found(&schema, &value), []);
    }

    #[test]
    fn every_misfit_is_found_with_its_place() {
        let tree = json!({"type": "object", "additionalProperties": {"$ref": "#/$defs/tree"}});
        let schema = json!({
            "type": "object",
            "properties": {
                "count": {"type": "integer", "minimum": 1},
                "list": {"type": "array", "items": {"type": "string", "maxLength": 2}, "maxItems": 1},
                "tree": {"$ref": "#/$defs/tree"},
                "level": {"anyOf": [{"const": "low"}, {"const": "high"}]},
                "odd": {"type": "integer", "not": {"multipleOf": 2}},
            },
            "required": ["name"],
            "additionalProperties": false,
            "$defs": {"tree": tree},
        });
        let value = json!({
            "count": 0.5, "list": ["abc", 1], "tree": {"a": {"b": 1}}, "level": "middle", "odd": 4, "more": 1,
        });
        let names = "one of `count`, `list`, `tree`, `level`, `odd`";
        let expected = [
            ("count", "an integer"),
            ("list", "items up to 1"),
            ("list[0]", "characters up to 2"),
            ("list[1]", "a string"),
            ("tree.a.b", "an object"),
            ("level", "one of `low`, `high`"),
            ("odd", "an integer that is allowed"),
            ("more", names),
            ("name", "a value"),
        ];
        let expected = expected.map(|(path, wanted)| (path.to_owned(), wanted.to_owned()));
        assert_eq!(found(&schema, &value), expected);
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let both = json!({"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]});
        let schema = json!({"$ref": "#/$defs/a", "$defs": {"a": both}});
        assert_eq!(found(&schema, &json!(1)), []);
    }
}
