//! The cost of the schemas of public servers: are they held up by the limits of those of strangers?

use std::{hint::black_box, time::Instant};

use serde_json::Value;
use toolwright::schema::{check_schema, compile, example_of};

use crate::rig::{Figure, Result};

const PUBLIC_SERVERS: &str = include_str!("../../tests/it/api/public_schemas.json");

pub(crate) fn measure(rounds: usize) -> Result<Vec<Figure>> {
    let servers: Value = serde_json::from_str(PUBLIC_SERVERS)?;
    let tools = servers.as_object().into_iter().flat_map(|all| all.values());
    let schemas = tools
        .filter_map(Value::as_array)
        .flatten()
        .flat_map(|tool| [&tool["inputSchema"], &tool["outputSchema"]]);
    let largest = schemas.max_by_key(|schema| schema.to_string().len());
    let schema = largest.and_then(Value::as_object).ok_or("no schema")?;
    let value = example_of(&Value::Object(schema.clone()), schema);
    let (mut read, mut validated) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let begun = Instant::now();
        check_schema(black_box(schema))?;
        let validator = compile(black_box(schema))?;
        read.push(begun.elapsed().as_secs_f64() * 1e6);
        let begun = Instant::now();
        let fits = validator.fits(black_box(&value))?;
        validated.push(begun.elapsed().as_secs_f64() * 1e6);
        if !fits {
            return Err("the example does not fit".into());
        }
    }
    Ok(vec![
        Figure::of(
            "the largest schema of six public servers: checked and compiled",
            read,
            " µs",
            None,
        ),
        Figure::of("a value is validated by it", validated, " µs", None),
    ])
}
