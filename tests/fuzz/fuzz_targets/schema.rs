//! Makes schemas and values, and asserts that both are refused or validated in a bounded time and memory.
//!
//! The bytes are decisions: which keywords a definition has, which definitions they refer to, and how deep the
//! value is.

#![no_main]

mod choices;
mod peak_memory;
mod processor_time;

use std::time::Duration;

use choices::Choices;
use libfuzzer_sys::fuzz_target;
use peak_memory::peak_of;
use processor_time::processor_time;
use serde_json::{Value, json};
use toolwright::schema::{Schema, check_schema, compile, example_of};

/// The most processor time of one schema and one value. Ten million steps take a tenth of it.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The most memory, in bytes.
const MAX_MEMORY: usize = 100 * 1024 * 1024;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes, "#/$defs/");
    let schema = schema(&mut choices);
    let value = choices.value(40);
    let begun = processor_time();
    let memory = peak_of(|| check(&schema, &value));
    let took = processor_time() - begun;
    assert!(
        took < MAX_TIME && memory < MAX_MEMORY,
        "{took:?}, {memory} bytes: {}",
        Value::Object(schema)
    );
});

fn check(schema: &Schema, value: &Value) {
    if let Ok(validator) = compile(schema) {
        if validator.fits(value) == Ok(false) {
            let _ = validator.first_misfit(value);
        }
    }
    let _ = check_schema(schema);
    let _ = example_of(&Value::Object(schema.clone()), schema);
}

fn schema(choices: &mut Choices<'_>) -> Schema {
    let count = 1 + choices.of(45);
    let definitions = choices.definitions(count);
    let root = choices.schema(count, 2);
    let schema = json!({"type": "object", "properties": {"x": root}, "$defs": definitions});
    schema.as_object().cloned().unwrap_or_default()
}
