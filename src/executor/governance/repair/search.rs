//! Repair: arguments that do not fit, where it is clear what was meant.
//!
//! It only begins after validation failed. For each thing that does not fit there are a few candidates; one is taken if the thing then
//! fits. What comes out fits the schema as a whole, or is not used at all.

use jsonschema::Validator;
use serde_json::Value;

use super::candidates::candidates;
use crate::{
    core::{Repair, RepairKind},
    executor::governance::validation_problems::shown,
};

/// The most things that are repaired in one call.
pub(super) const MOST_REPAIRS: usize = 128;

/// The largest arguments that are repaired, in bytes of JSON.
pub(super) const LARGEST: usize = 256 * 1024;

/// How many bytes may be validated in search of a repair: each attempt validates all of the arguments.
const EFFORT: usize = 8 * 1024 * 1024;

/// The least that an attempt counts.
const LEAST_EFFORT: usize = 1024;

/// `value` so that it fits, and what was changed.
pub(in crate::executor::governance) fn repaired(
    validator: &Validator,
    schema: &Value,
    mut value: Value,
) -> Option<(Value, Vec<Repair>)> {
    let size = value.to_string().len();
    if size > LARGEST {
        return None;
    }
    let mut attempts = EFFORT / size.max(LEAST_EFFORT);
    let mut repairs = Vec::new();
    while repairs.len() < MOST_REPAIRS {
        if validator.is_valid(&value) {
            return Some((value, repairs));
        }
        let (next, repair) = one_step(validator, schema, &value, &mut attempts)?;
        value = next;
        repairs.push(repair);
    }
    None
}

/// The first candidate that helps.
fn one_step(
    validator: &Validator,
    schema: &Value,
    value: &Value,
    attempts: &mut usize,
) -> Option<(Value, Repair)> {
    let before = faults(validator, value);
    for error in validator.iter_errors(value).take(MOST_REPAIRS) {
        for candidate in candidates(&error, schema, value) {
            *attempts = attempts.checked_sub(1)?;
            let mut changed = value.clone();
            if !candidate.place.apply(&mut changed) {
                continue;
            }
            let after = faults(validator, &changed);
            let place = error.instance_path().as_str();
            if helps(place, &before, &after, candidate.kind) {
                return Some((changed, candidate.repair(value)));
            }
        }
    }
    None
}

/// Where something does not fit, and which keyword says so.
fn faults(validator: &Validator, value: &Value) -> Vec<(String, String)> {
    validator
        .iter_errors(value)
        .map(|error| {
            let keyword = error.kind().keyword().to_owned();
            (error.instance_path().as_str().to_owned(), keyword)
        })
        .collect()
}

/// Whether there is less wrong at `place` itself, and nothing new is wrong elsewhere. What is wrong inside of a value is
/// only seen when the value is where it belongs.
fn helps(
    place: &str,
    before: &[(String, String)],
    after: &[(String, String)],
    kind: RepairKind,
) -> bool {
    let at = |faults: &[(String, String)]| faults.iter().filter(|(path, _)| path == place).count();
    let elsewhere = |faults: &[(String, String)]| {
        let is_elsewhere = |path: &str| !path.starts_with(place);
        faults.iter().filter(|(path, _)| is_elsewhere(path)).count()
    };
    let opens = matches!(
        kind,
        RepairKind::StringifiedJson | RepairKind::SingleValue | RepairKind::NearMissKey
    );
    at(after) < at(before)
        && elsewhere(after) <= elsewhere(before)
        && (opens || after.len() < before.len())
}

/// Numbers without a fraction, as whole numbers: to JSON Schema `5.0` is an integer, to a type of Rust it is not.
pub(in crate::executor::governance) fn whole_numbers(
    mut value: Value,
    repairs: &mut Vec<Repair>,
) -> Value {
    make_whole(&mut value, &mut String::new(), repairs);
    value
}

fn make_whole(value: &mut Value, path: &mut String, repairs: &mut Vec<Repair>) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(whole) = number.as_f64().and_then(whole) {
                let got = std::mem::replace(value, whole.into());
                let used = Some(value.clone());
                let path = shown(path.clone());
                repairs.push(Repair::new(path, RepairKind::WholeNumber, got, used));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                let length = path.len();
                path.push_str(&format!("[{index}]"));
                make_whole(item, path, repairs);
                path.truncate(length);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let length = path.len();
                if length > 0 {
                    path.push('.');
                }
                path.push_str(name);
                make_whole(member, path, repairs);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// A float as the whole number that it is, where no digit gets lost.
fn whole(number: f64) -> Option<i64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it has no fraction and is small enough"
    )]
    (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64)
}
