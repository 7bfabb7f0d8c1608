//! Makes schemas and values, and asserts that both are refused or validated in a bounded time.
//!
//! `-rss_limit_mb` of the fuzzer bounds the memory. The bytes are decisions: which keywords a definition
//! has, which definitions they refer to, and how deep the value is.

#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};
use toolwright::schema::{Schema, compile};

/// The longest time of one schema and one value. Ten million steps take a tenth of it.
const MAX_TIME: Duration = Duration::from_secs(10);

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let schema = schema(&mut choices);
    let value = choices.value(40);
    let begun = Instant::now();
    if let Ok(validator) = compile(&schema) {
        if validator.fits(&value) == Ok(false) {
            let _ = validator.first_misfit(&value);
        }
    }
    let _ = toolwright::schema::check_schema(&schema);
    let _ = toolwright::schema::example_of(&Value::Object(schema.clone()), &schema);
    let took = begun.elapsed();
    assert!(took < MAX_TIME, "{took:?}: {}", Value::Object(schema));
});

/// Reads decisions from bytes. When there are no more, all are the first one.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn of(&mut self, count: u8) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                first % count
            }
            None => 0,
        }
    }

    fn reference(&mut self, definitions: u8) -> Value {
        json!({"$ref": format!("#/$defs/d{}", self.of(definitions.max(1)))})
    }

    /// Makes a schema that refers to definitions.
    fn schema(&mut self, definitions: u8, depth: u8) -> Value {
        if depth == 0 {
            return self.reference(definitions);
        }
        let mut schema = Map::new();
        for _ in 0..=self.of(3) {
            let kind = self.of(16);
            let mut inner = || self.schema(definitions, depth - 1);
            let (keyword, value) = match kind {
                0 => (
                    "$ref",
                    json!(format!("#/$defs/d{}", self.of(definitions.max(1)))),
                ),
                1 => ("anyOf", json!([inner(), inner()])),
                2 => ("oneOf", json!([inner(), inner()])),
                3 => ("allOf", json!([inner(), inner(), inner()])),
                4 => ("not", inner()),
                5 => ("items", inner()),
                6 => ("properties", json!({"a": inner(), "b": inner()})),
                7 => ("additionalProperties", inner()),
                8 => ("patternProperties", json!({"^a": inner(), "b$": inner()})),
                9 => ("propertyNames", inner()),
                10 => ("unevaluatedProperties", inner()),
                11 => ("unevaluatedItems", inner()),
                12 => ("pattern", json!(self.pattern())),
                13 => ("if", inner()),
                14 => ("contains", inner()),
                _ => (
                    "type",
                    json!(["string", "object", "array", "null"][usize::from(self.of(4))]),
                ),
            };
            schema.insert(keyword.to_owned(), value);
        }
        Value::Object(schema)
    }

    fn pattern(&mut self) -> String {
        let parts = [
            "a",
            "(?:a|a)*",
            "(?<!b)",
            "[ab]{1,50}",
            "(a{9}){9}",
            "\\p{L}+",
            "(?=a*$)",
            "$",
        ];
        (0..=self.of(4))
            .map(|_| parts[usize::from(self.of(8))])
            .collect()
    }

    fn value(&mut self, depth: u8) -> Value {
        match (self.of(5), depth) {
            (0, _) | (_, 0) => json!("a".repeat(usize::from(self.of(200)))),
            (1, _) => (0..=self.of(8)).map(|_| self.value(depth - 1)).collect(),
            (2, _) => json!({"a": self.value(depth - 1), "b": self.value(depth - 1)}),
            (3, _) => json!({"a": self.value(depth - 1)}),
            _ => json!([self.value(depth - 1)]),
        }
    }
}

fn schema(choices: &mut Choices<'_>) -> Schema {
    let count = 1 + choices.of(45);
    let named = (0..count).map(|number| {
        let depth = 1 + choices.of(2);
        (format!("d{number}"), choices.schema(count, depth))
    });
    let definitions: Map<_, _> = named.collect();
    let root = choices.schema(count, 2);
    let schema = json!({"type": "object", "properties": {"x": root}, "$defs": definitions});
    schema.as_object().cloned().unwrap_or_default()
}
