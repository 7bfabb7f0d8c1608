//! Searches for the edits that make arguments fit their schema.

use jsonschema::Validator;
use serde_json::Value;

use super::candidates::candidates;
use crate::core::{Repair, RepairKind};

/// The maximum number of repairs of one call.
pub(super) const MAX_REPAIRS: usize = 128;

/// The maximum size of arguments that are repaired, in bytes of JSON.
pub(super) const MAX_SIZE: usize = 256 * 1024;

/// The number of bytes that may be validated in search of repairs of one call.
///
/// Each attempt validates the arguments as a whole.
const EFFORT: usize = 8 * 1024 * 1024;

/// The minimum number of bytes that an attempt counts.
const MIN_EFFORT: usize = 1024;

/// Repairs `value`. Returns it with the repairs, or `None` if it cannot be made to fit.
pub(crate) fn repaired(
    validator: &Validator,
    schema: &Value,
    mut value: Value,
) -> Option<(Value, Vec<Repair>)> {
    let size = value.to_string().len();
    if size > MAX_SIZE {
        return None;
    }
    let mut attempts = EFFORT / size.max(MIN_EFFORT);
    let mut repairs = Vec::new();
    while repairs.len() < MAX_REPAIRS {
        if validator.is_valid(&value) {
            return Some((value, repairs));
        }
        let (next, repair) = one_step(validator, schema, &value, &mut attempts)?;
        value = next;
        repairs.push(repair);
    }
    None
}

/// Applies the first candidate that helps.
fn one_step(
    validator: &Validator,
    schema: &Value,
    value: &Value,
    attempts: &mut usize,
) -> Option<(Value, Repair)> {
    let before = errors(validator, value);
    for error in validator.iter_errors(value).take(MAX_REPAIRS) {
        for candidate in candidates(&error, schema, value) {
            *attempts = attempts.checked_sub(1)?;
            let mut changed = value.clone();
            if !candidate.edit.apply(&mut changed) {
                continue;
            }
            let after = errors(validator, &changed);
            let place = error.instance_path().as_str();
            if helps(place, &before, &after, candidate.kind) {
                return Some((changed, candidate.into_repair(value)));
            }
        }
    }
    None
}

/// Returns the path and the keyword of each validation error.
fn errors(validator: &Validator, value: &Value) -> Vec<(String, String)> {
    validator
        .iter_errors(value)
        .map(|error| {
            let keyword = error.kind().keyword().to_owned();
            (error.instance_path().as_str().to_owned(), keyword)
        })
        .collect()
}

/// Returns `true` if there are fewer errors at `place` than before, and no more elsewhere.
///
/// Errors inside of a value are only seen once the value itself has the right type and key, so some
/// kinds of repair may bring them up.
fn helps(
    place: &str,
    before: &[(String, String)],
    after: &[(String, String)],
    kind: RepairKind,
) -> bool {
    let at = |errors: &[(String, String)]| errors.iter().filter(|(path, _)| path == place).count();
    let elsewhere = |errors: &[(String, String)]| {
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
