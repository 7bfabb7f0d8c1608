//! [`Choices`]: decisions that are read from bytes, and the schemas and values that they make.

use serde_json::{Map, Value, json};

/// Reads decisions from bytes. When there are no more, all are the first one.
pub struct Choices<'a> {
    bytes: &'a [u8],
    /// The place of the definitions that schemas refer to.
    definitions: &'static str,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8], definitions: &'static str) -> Self {
        Self { bytes, definitions }
    }

    /// Returns a number below `count`.
    pub fn of(&mut self, count: u8) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                first % count
            }
            None => 0,
        }
    }

    fn reference(&mut self, definitions: u8) -> String {
        let number = self.of(definitions.max(1));
        format!("{}d{number}", self.definitions)
    }

    /// Makes definitions that refer to each other.
    pub fn definitions(&mut self, count: u8) -> Map<String, Value> {
        let named = (0..count).map(|number| {
            let depth = 1 + self.of(2);
            (format!("d{number}"), self.schema(count, depth))
        });
        named.collect()
    }

    /// Makes a schema that refers to definitions.
    pub fn schema(&mut self, definitions: u8, depth: u8) -> Value {
        if depth == 0 {
            return json!({"$ref": self.reference(definitions)});
        }
        let mut schema = Map::new();
        for _ in 0..=self.of(3) {
            let kind = self.of(20);
            let mut inner = || self.schema(definitions, depth - 1);
            let (keyword, value) = match kind {
                0 => ("$ref", json!(self.reference(definitions))),
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
                15 => ("$dynamicRef", json!("#a")),
                16 => ("$dynamicAnchor", json!("a")),
                17 => ("properties", self.long_names(definitions, depth - 1)),
                18 => ("enum", self.long_options()),
                _ => (
                    "type",
                    json!(["string", "object", "array", "null"][usize::from(self.of(4))]),
                ),
            };
            schema.insert(keyword.to_owned(), value);
        }
        Value::Object(schema)
    }

    /// Makes many properties below a name that may be long.
    fn long_names(&mut self, definitions: u8, depth: u8) -> Value {
        let one = self.schema(definitions, depth);
        let length = [1, 100, 10_000, 300_000][usize::from(self.of(4))];
        let count = [1, 10, 3_000][usize::from(self.of(3))];
        let below = (0..count).map(|number| (format!("p{number}"), one.clone()));
        json!({"x".repeat(length): {"properties": below.collect::<Map<_, _>>()}})
    }

    /// Makes options that differ late.
    fn long_options(&mut self) -> Value {
        let length = [1, 10, 1_000][usize::from(self.of(3))];
        let option = |last: u16| (0..length).chain([last]).collect::<Value>();
        (0..100).map(option).collect()
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
            "[",
            "(",
            "\\s",
        ];
        let times = [1, 1, 1_000, 200_000][usize::from(self.of(4))];
        let pattern: String = (0..=self.of(4))
            .map(|_| parts[usize::from(self.of(11))])
            .collect();
        pattern.repeat(times)
    }

    #[allow(dead_code, reason = "one of two targets makes values")]
    pub fn value(&mut self, depth: u8) -> Value {
        match (self.of(5), depth) {
            (0, _) | (_, 0) => json!("a".repeat(usize::from(self.of(200)))),
            (1, _) => (0..=self.of(8)).map(|_| self.value(depth - 1)).collect(),
            (2, _) => json!({"a": self.value(depth - 1), "b": self.value(depth - 1)}),
            (3, _) => json!({"a": self.value(depth - 1)}),
            _ => json!([self.value(depth - 1)]),
        }
    }
}
