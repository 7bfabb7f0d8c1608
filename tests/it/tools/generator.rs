//! Generates values from a JSON schema, both valid and invalid ones. An unknown keyword panics, so that
//! it is not mistaken for covered.

use jsonschema::validator_for;
use serde_json::{Map, Value, json};

/// The keywords that are used, and those that do not restrict values.
const KEYWORDS: [&str; 21] = [
    "$schema",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "examples",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "properties",
    "required",
    "title",
    "type",
];

/// Texts that mean something to some tool, or that a careless tool mishandles.
const TEXTS: [&str; 16] = [
    "",
    "1 + 1",
    "1/0",
    "plain.txt",
    "../plain.txt",
    "no/such/file",
    "http://127.0.0.1:1/",
    "aGk=",
    "1-2",
    "서울",
    "a\u{a0}b\u{0}c",
    "a,b\n1,2",
    "{\"a\": 1}",
    "null",
    "'; DROP TABLE x; --",
    "[[[[[[[[",
];

/// A plausible value for a property of this name, so that calls can succeed.
const HINTS: [(&str, &str); 7] = [
    ("base64", "aGk="),
    ("code", "x=1"),
    ("expression", "1 + 1"),
    ("generated_sql", "SELECT 1 AS n"),
    ("path", "plain.txt"),
    ("query", "weather"),
    ("tool", "calculator"),
];

/// A generator that returns the same values for the same seed.
#[derive(Debug)]
pub(super) struct Generator(u64);

impl Generator {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % below.max(1) as u64).unwrap()
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.roll(items.len())].clone()
    }

    /// Returns a valid value.
    pub(super) fn value(&mut self, schema: &Value) -> Value {
        let value = self.make(schema, 0);
        let validator = validator_for(schema).unwrap();
        assert!(validator.is_valid(&value), "{value} does not fit {schema}");
        value
    }

    fn make(&mut self, schema: &Value, depth: usize) -> Value {
        let Some(keywords) = schema.as_object() else {
            return self.any(depth);
        };
        for keyword in keywords.keys() {
            assert!(
                KEYWORDS.contains(&keyword.as_str()),
                "`{keyword}`: {schema}"
            );
        }
        let list = |name: &str| keywords.get(name).and_then(Value::as_array);
        if let Some(values) = list("enum") {
            return self.pick(values);
        }
        if let Some(value) = keywords.get("const") {
            return value.clone();
        }
        if let Some(schemas) = list("anyOf").or_else(|| list("oneOf")) {
            let schema = self.pick(schemas);
            return self.make(&schema, depth);
        }
        let kind = match keywords.get("type") {
            Some(Value::Array(kinds)) => self.pick(kinds),
            Some(kind) => kind.clone(),
            None => return self.any(depth),
        };
        match kind.as_str().unwrap() {
            "null" => Value::Null,
            "boolean" => json!(self.roll(2) == 0),
            "integer" => self.integer(schema),
            "number" => json!(self.integer(schema).as_f64().unwrap()),
            "string" => self.text(schema),
            "array" => self.array(schema, depth),
            "object" => self.object(schema, depth),
            other => panic!("`{other}` is no type"),
        }
    }

    fn any(&mut self, depth: usize) -> Value {
        match self.roll(if depth < 2 { 7 } else { 5 }) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(self.roll(1_000)),
            3 => json!(-0.5),
            4 => json!(self.pick(&TEXTS)),
            5 => json!([self.any(depth + 1)]),
            _ => json!({"a": self.any(depth + 1)}),
        }
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let least = schema["minimum"].as_i64().unwrap_or(i64::MIN);
        let most = schema["maximum"].as_i64().unwrap_or(i64::MAX);
        let near = i64::try_from(self.roll(100)).unwrap();
        let candidates = [least, most, 0, 1, -1, least.saturating_add(near), near];
        let fitting: Vec<_> = candidates
            .into_iter()
            .filter(|number| (least..=most).contains(number))
            .collect();
        json!(self.pick(&fitting))
    }

    fn text(&mut self, schema: &Value) -> Value {
        let least = usize::try_from(schema["minLength"].as_u64().unwrap_or(0)).unwrap();
        let most = schema["maxLength"].as_u64().unwrap_or(100_000);
        let most = usize::try_from(most).unwrap().min(100_000);
        let long = "x".repeat(most);
        let fitting: Vec<_> = TEXTS
            .into_iter()
            .filter(|text| (least..=most).contains(&text.chars().count()))
            .chain([long.as_str()])
            .collect();
        json!(self.pick(&fitting))
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        let least = usize::try_from(schema["minItems"].as_u64().unwrap_or(0)).unwrap();
        let most = schema["maxItems"]
            .as_u64()
            .map(|most| usize::try_from(most).unwrap());
        let size = least + self.roll(3);
        let size = most.map_or(size, |most| size.min(most));
        let items = schema.get("items").unwrap_or(&Value::Bool(true));
        (0..size).map(|_| self.make(items, depth + 1)).collect()
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut object = Map::new();
        let none = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&none);
        for (name, property) in properties {
            if !is_required(schema, name) && self.roll(4) > 0 {
                continue;
            }
            let hint = HINTS.iter().find(|(hinted, _)| hinted == name);
            let value = match hint {
                Some((_, text)) if self.roll(2) == 0 => json!(text),
                _ => self.make(property, depth + 1),
            };
            object.insert(name.clone(), value);
        }
        if let Some(rest) = schema
            .get("additionalProperties")
            .filter(|rest| **rest != json!(false))
        {
            for name in ["a", "price", "not a name"].iter().take(self.roll(4)) {
                object.insert((*name).to_owned(), self.make(rest, depth + 1));
            }
        }
        object.into()
    }

    /// Returns invalid arguments, each with the key that is wrong: it is missing, unknown, of another
    /// type, or out of range.
    pub(super) fn misfits(&mut self, schema: &Value) -> Vec<(String, Value)> {
        let valid = self.value(schema);
        let with = |name: &str, value: Value| {
            let mut arguments = valid.clone();
            arguments[name] = value;
            (name.to_owned(), arguments)
        };
        let mut misfits = vec![with("certainly_unknown", json!(1))];
        for (name, property) in schema["properties"].as_object().unwrap() {
            let validator = validator_for(property).unwrap();
            // Null counts as left out if the property is optional.
            let is_right = |value: &Value| {
                validator.is_valid(value) || (value.is_null() && !is_required(schema, name))
            };
            let mut wrong = strangers(property);
            wrong.retain(|value| !is_right(value));
            misfits.extend(wrong.into_iter().map(|value| with(name, value)));
            if is_required(schema, name) {
                let mut arguments = valid.clone();
                arguments.as_object_mut().unwrap().remove(name);
                misfits.push((name.clone(), arguments));
            }
        }
        misfits
    }
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema["required"].as_array();
    required.is_some_and(|required| required.contains(&json!(name)))
}

/// Returns a value of every type, and those just outside the ranges of `schema`.
fn strangers(schema: &Value) -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(1.5),
        json!("strange"),
        json!([[]]),
        json!({"strange": []}),
    ];
    values.extend(schema["minimum"].as_i64().map(|least| json!(least - 1)));
    values.extend(schema["maximum"].as_i64().map(|most| json!(most + 1)));
    let length = |name: &str| usize::try_from(schema[name].as_u64()?).ok();
    values.extend(
        length("minLength")
            .filter(|least| *least > 0)
            .map(|least| json!("x".repeat(least - 1))),
    );
    values.extend(length("maxLength").map(|most| json!("x".repeat(most + 1))));
    values
}
