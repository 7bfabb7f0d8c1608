//! [`example_of`]: a value that fits a schema, and a text that matches a pattern.

use std::{cell::Cell, iter::Peekable, str::Chars};

use regex_lite::Regex;
use serde_json::{Map, Value, json};

use super::{description::example_of_format, json_schema::Schema};

/// Returns a value that fits `schema`, for error messages and help texts. `root` resolves
/// references.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::{Schema, example_of};
///
/// let schema = json!({"type": "array", "items": {"enum": ["low", "high"]}});
/// assert_eq!(example_of(&schema, &Schema::new()), json!(["low"]));
/// ```
#[must_use]
pub fn example_of(schema: &Value, root: &Schema) -> Value {
    let root = RootSchema {
        schema: root,
        room: Cell::new(MAX_VALUES),
    };
    example(schema, &root, 4)
}

/// The most values of an example: objects with many required members multiply.
const MAX_VALUES: usize = 1000;

/// The schema that resolves references, and how many values may still be written.
struct RootSchema<'s> {
    schema: &'s Schema,
    room: Cell<usize>,
}

fn example(schema: &Value, root: &RootSchema<'_>, depth: u8) -> Value {
    let room = root.room.get();
    if depth == 0 || room == 0 {
        return Value::Null;
    }
    root.room.set(room - 1);
    if let Some(value) = stated(schema) {
        return value;
    }
    if let Some(target) = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|to| resolve(to, root.schema))
    {
        return example(target, root, depth - 1);
    }
    let options = ["oneOf", "anyOf"]
        .iter()
        .find_map(|keyword| schema.get(*keyword)?.as_array());
    if let Some(first) = options.and_then(|options| options.first()) {
        return example(first, root, depth - 1);
    }
    let kind = match schema.get("type") {
        Some(Value::String(kind)) => kind.as_str(),
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str).unwrap_or("string"),
        _ => "string",
    };
    of_type(kind, schema, root, depth)
}

/// Returns the value that the schema names: a default, a constant, the first of an enumeration.
fn stated(schema: &Value) -> Option<Value> {
    let first = |keyword: &str| schema.get(keyword)?.as_array()?.first();
    schema
        .get("default")
        .or_else(|| schema.get("const"))
        .or_else(|| first("examples"))
        .or_else(|| first("enum"))
        .cloned()
}

fn resolve<'a>(reference: &str, root: &'a Schema) -> Option<&'a Value> {
    root.get("$defs")?.get(reference.strip_prefix("#/$defs/")?)
}

fn of_type(kind: &str, schema: &Value, root: &RootSchema<'_>, depth: u8) -> Value {
    match kind {
        "integer" => json!(integer(schema)),
        "number" => json!(number(schema)),
        "boolean" => json!(true),
        "null" => Value::Null,
        "array" => array(schema, root, depth),
        "object" => object(schema, root, depth),
        _ => json!(text(schema)),
    }
}

fn integer(schema: &Value) -> i64 {
    let number = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
    let value = number("minimum")
        .or_else(|| number("exclusiveMinimum").map(|bound| bound + 1))
        .map_or(1, |least| least.max(1))
        .min(number("maximum").unwrap_or(i64::MAX))
        .min(number("exclusiveMaximum").map_or(i64::MAX, |bound| bound - 1));
    match number("multipleOf").filter(|of| *of > 0) {
        Some(of) => value
            .div_euclid(of)
            .saturating_add(i64::from(value % of != 0))
            .saturating_mul(of),
        None => value,
    }
}

/// Returns a number near 1.5 that is within the range.
fn number(schema: &Value) -> f64 {
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let (above, below) = (limit("exclusiveMinimum"), limit("exclusiveMaximum"));
    let least = limit("minimum").or(above);
    let most = limit("maximum").or(below);
    match (least, most) {
        (Some(least), Some(most)) if !(least..=most).contains(&1.5) => f64::midpoint(least, most),
        (Some(least), None) if least >= 1.5 => least + 1.0,
        (None, Some(most)) if most <= 1.5 => most - 1.0,
        _ => 1.5,
    }
}

/// The longest text of an example, in characters.
const MAX_TEXT: u64 = 1000;

fn text(schema: &Value) -> String {
    let length = |keyword| schema.get(keyword).and_then(Value::as_u64);
    let (least, most) = (
        length("minLength").unwrap_or(0),
        length("maxLength").unwrap_or(u64::MAX),
    );
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let fits = |text: &String| (least..=most).contains(&(text.chars().count() as u64));
        return texts_matching(pattern).find(fits).unwrap_or_default();
    }
    if schema
        .get("contentEncoding")
        .is_some_and(|of| of == "base64")
    {
        return "aGVsbG8=".into();
    }
    let format = schema.get("format").and_then(Value::as_str);
    if let Some(text) = format.and_then(example_of_format) {
        return text.to_owned();
    }
    // One that is too short does not fit, and is not shown.
    let length = least.max(most.min(4)).min(MAX_TEXT) as usize;
    "text".chars().cycle().take(length).collect()
}

fn array(schema: &Value, root: &RootSchema<'_>, depth: u8) -> Value {
    if let Some(Value::Array(items)) = schema.get("prefixItems") {
        return items
            .iter()
            .map(|item| example(item, root, depth - 1))
            .collect();
    }
    let least = schema
        .get("minItems")
        .and_then(Value::as_u64)
        .unwrap_or(1)
        .clamp(1, 8);
    match schema.get("items") {
        Some(items) => (0..least)
            .map(|_| example(items, root, depth - 1))
            .collect(),
        None => json!([]),
    }
}

fn object(schema: &Value, root: &RootSchema<'_>, depth: u8) -> Value {
    let required = schema.get("required").and_then(Value::as_array);
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut object = Map::new();
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        let property = properties
            .and_then(|properties| properties.get(name))
            .unwrap_or(&Value::Null);
        object.insert(name.to_owned(), example(property, root, depth - 1));
    }
    Value::Object(object)
}

/// The most that a text is made longer to reach a length.
const MAX_MATCH: usize = 40;
/// The most groups within each other.
const MAX_GROUPS: usize = 100;
/// The largest text that is written, in bytes.
const MAX_BYTES: usize = 4096;

/// Returns texts that match `pattern`, the shortest first. There are none if the pattern uses what
/// is not known here, such as a look-around.
pub(super) fn texts_matching(pattern: &str) -> impl Iterator<Item = String> {
    let regex = Regex::new(pattern).ok();
    (0..=MAX_MATCH)
        .filter_map(move |more| {
            let mut writer = MatchWriter {
                rest: pattern.chars().peekable(),
                more,
                groups: 0,
            };
            writer.alternatives()
        })
        .filter(move |text| regex.as_ref().is_some_and(|regex| regex.is_match(text)))
}

/// Writes a text while it reads the pattern.
struct MatchWriter<'p> {
    rest: Peekable<Chars<'p>>,
    /// How often what may be repeated without a limit is repeated beyond the least number.
    more: usize,
    /// The number of open groups.
    groups: usize,
}

impl MatchWriter<'_> {
    /// Returns the text of the first alternative, and reads the others.
    fn alternatives(&mut self) -> Option<String> {
        let first = self.sequence()?;
        while self.rest.next_if_eq(&'|').is_some() {
            self.sequence()?;
        }
        Some(first)
    }

    fn sequence(&mut self) -> Option<String> {
        let mut text = String::new();
        while let Some(next) = self.rest.next_if(|next| !matches!(next, '|' | ')')) {
            let atom = self.atom(next)?;
            let repetitions = self.repetitions()?;
            if text.len() + atom.len().saturating_mul(repetitions) > MAX_BYTES {
                return None;
            }
            text.push_str(&atom.repeat(repetitions));
        }
        Some(text)
    }

    fn atom(&mut self, first: char) -> Option<String> {
        match first {
            '^' | '$' => Some(String::new()),
            '.' => Some("a".to_owned()),
            '[' => self.class().map(String::from),
            '\\' => escaped(self.rest.next()?),
            '(' => {
                if self.rest.next_if_eq(&'?').is_some() {
                    self.rest.next_if_eq(&':')?;
                }
                self.groups += 1;
                let text = (self.groups <= MAX_GROUPS).then(|| self.alternatives())??;
                self.groups -= 1;
                self.rest.next_if_eq(&')')?;
                Some(text)
            }
            literal => Some(literal.to_string()),
        }
    }

    /// Returns the first character of a class. One that excludes characters is not known here.
    fn class(&mut self) -> Option<char> {
        let first = match self.rest.next()? {
            '^' => return None,
            '\\' => escaped(self.rest.next()?)?.chars().next()?,
            first => first,
        };
        while self.rest.next()? != ']' {}
        Some(first)
    }

    fn repetitions(&mut self) -> Option<usize> {
        match self.rest.peek() {
            Some('*') => self.rest.next().map(|_| self.more),
            Some('+') => self.rest.next().map(|_| 1 + self.more),
            Some('?') => self.rest.next().map(|_| 0),
            Some('{') => {
                self.rest.next();
                let inside: String = self.rest.by_ref().take_while(|next| *next != '}').collect();
                let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
                let least: usize = least.parse().ok()?;
                let most = most.parse().unwrap_or(usize::MAX);
                Some((least + self.more).min(most).min(least + MAX_MATCH))
            }
            _ => Some(1),
        }
    }
}

fn escaped(letter: char) -> Option<String> {
    match letter {
        'd' => Some("0".to_owned()),
        'w' => Some("a".to_owned()),
        's' => Some(" ".to_owned()),
        'b' => Some(String::new()),
        letter if letter.is_alphanumeric() => None,
        literal => Some(literal.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{texts_matching, *};

    #[test]
    fn an_example_is_never_large() {
        let schema = json!({"type": "string", "minLength": u32::MAX});
        let example = example_of(&schema, &Schema::new());
        assert_eq!(example.as_str().map(str::len), Some(1000));
        let schema = json!({"type": "integer", "minimum": i64::MAX, "multipleOf": 3});
        assert_eq!(example_of(&schema, &Schema::new()), json!(i64::MAX));
    }

    #[test]
    fn an_example_fits_its_schema() {
        let root = Schema::new();
        let schema = json!({
            "type": "object",
            "properties": {
                "level": {"type": "string", "enum": ["low", "high"]},
                "count": {"type": "integer", "minimum": 5},
                "pair": {"type": "array", "prefixItems": [{"type": "boolean"}, {"type": "string", "format": "date"}]},
                "name": {"type": "string", "minLength": 6},
                "other": {"type": "string"},
            },
            "required": ["level", "count", "pair", "name"],
        });
        assert_eq!(
            example_of(&schema, &root),
            json!({"level": "low", "count": 5, "pair": [true, "2026-01-31"], "name": "textte"})
        );
    }

    #[test]
    fn a_text_matches_its_pattern() {
        for (pattern, expected) in [
            ("^[a-z]+$", "a"),
            (r"^\d{4}-\d{2}$", "0000-00"),
            ("^(red|green)!?$", "red"),
            (r"^[A-Z]{2,3}\.\w*$", "AA."),
            ("^(?:ab)+$", "ab"),
            ("b", "b"),
        ] {
            assert_eq!(
                texts_matching(pattern).next().as_deref(),
                Some(expected),
                "{pattern}"
            );
        }
        assert_eq!(texts_matching("^a+$").nth(3).as_deref(), Some("aaaa"));
        assert_eq!(texts_matching("^[^a]$").next(), None);
        assert_eq!(texts_matching("(").next(), None);
        assert_eq!(texts_matching(&"(".repeat(500_000)).next(), None);
        let huge = "((((a{1000}){1000}){1000}){1000}){0}";
        assert_eq!(texts_matching(huge).next(), None);
    }
}
