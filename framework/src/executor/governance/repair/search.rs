//! The search for the repairs that make arguments fit, and integers that are written as floats.

use jsonschema::ValidationError;
use serde_json::Value;

use super::candidates::candidates;
use crate::{
    core::{Repair, RepairKind, SchemaValidator, whole},
    executor::governance::validation_problems::{Excerpt, or_arguments},
};

/// The maximum number of repairs of one call.
pub(crate) const MAX_REPAIRS: usize = 128;

/// The maximum size of arguments that are repaired, in bytes of JSON.
pub(crate) const MAX_SIZE: usize = 256 * 1024;

/// The maximum memory of arguments that are repaired, as values. Each attempt copies them.
pub(crate) const MAX_MEMORY: usize = 8 * 1024 * 1024;

/// The number of steps of validation in search of repairs of one call.
///
/// Each attempt validates the arguments as a whole.
const EFFORT: u64 = 256 * 1024;

/// The minimum number of steps that an attempt counts.
const MIN_EFFORT: u64 = 512;

/// Repairs `value`. Returns it with the repairs, or `None` if it cannot be made to fit.
pub(crate) fn repaired(
    validator: &SchemaValidator,
    schema: &Value,
    mut value: Value,
) -> Option<(Value, Vec<Repair>)> {
    let mut effort = EFFORT;
    let mut repairs = Vec::new();
    while repairs.len() < MAX_REPAIRS {
        if validator.fits(&value) == Ok(true) {
            return Some((value, repairs));
        }
        let (next, repair) = one_step(validator, schema, &value, &mut effort)?;
        value = next;
        repairs.push(repair);
    }
    None
}

/// Applies the first candidate that helps.
fn one_step(
    validator: &SchemaValidator,
    schema: &Value,
    value: &Value,
    effort: &mut u64,
) -> Option<(Value, Repair)> {
    let excerpt = Excerpt::of(value);
    let errors: Vec<_> = excerpt.errors(validator).collect();
    let before: Vec<_> = errors.iter().map(place_and_keyword).collect();
    for error in errors.iter().take(MAX_REPAIRS) {
        for candidate in candidates(error, schema, value) {
            let mut changed = value.clone();
            if !candidate.edit.apply(&mut changed) {
                continue;
            }
            let steps = validator.steps(&changed, *effort).ok()?;
            *effort = effort.checked_sub(steps.max(MIN_EFFORT))?;
            let after = errors_after(validator, &changed);
            let place = error.instance_path().as_str();
            if helps(place, &before, &after, candidate.kind) {
                return Some((changed, candidate.into_repair(value)));
            }
        }
    }
    None
}

/// The path and the keyword of a validation error.
type PlaceAndKeyword = (String, String);

fn place_and_keyword(error: &ValidationError<'_>) -> PlaceAndKeyword {
    let keyword = error.kind().keyword().to_owned();
    (error.instance_path().as_str().to_owned(), keyword)
}

/// Returns the path and the keyword of each error that `changed` still has.
fn errors_after(validator: &SchemaValidator, changed: &Value) -> Vec<PlaceAndKeyword> {
    if validator.fits(changed) == Ok(true) {
        return Vec::new();
    }
    let excerpt = Excerpt::of(changed);
    let errors = excerpt.errors(validator);
    errors.map(|error| place_and_keyword(&error)).collect()
}

/// Returns `true` if there are fewer errors at `place` than before, and no more elsewhere.
///
/// Errors inside of a value are only seen once the value itself has the right type and key, so some
/// kinds of repair may bring them up.
fn helps(
    place: &str,
    before: &[PlaceAndKeyword],
    after: &[PlaceAndKeyword],
    kind: RepairKind,
) -> bool {
    let at = |errors: &[PlaceAndKeyword]| errors.iter().filter(|(path, _)| path == place).count();
    let elsewhere = |errors: &[PlaceAndKeyword]| {
        let is_elsewhere = |path: &str| !path.starts_with(place);
        errors.iter().filter(|(path, _)| is_elsewhere(path)).count()
    };
    let reveals_errors = matches!(
        kind,
        RepairKind::StringifiedJson | RepairKind::SingleValue | RepairKind::NearMissKey
    );
    at(after) < at(before)
        && elsewhere(after) <= elsewhere(before)
        && (reveals_errors || after.len() < before.len())
}

/// Replaces the floats without a fraction in `value` by integers, and adds the repairs. Returns
/// `None` if there are too many.
///
/// To JSON Schema `5.0` is an integer; to a Rust integer type it is not.
pub(crate) fn whole_numbers(mut value: Value, repairs: &mut Vec<Repair>) -> Option<Value> {
    make_whole(&mut value, &mut String::new(), repairs);
    (repairs.len() <= MAX_REPAIRS).then_some(value)
}

fn make_whole(value: &mut Value, path: &mut String, repairs: &mut Vec<Repair>) {
    if repairs.len() > MAX_REPAIRS {
        return;
    }
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(whole) = number.as_f64().and_then(whole) {
                let got = std::mem::replace(value, whole.into());
                let used = Some(value.clone());
                let path = or_arguments(path.clone());
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
