//! Replaces floats without a fraction by integers.

use serde_json::Value;

use super::search::MAX_REPAIRS;
use crate::{
    core::{Repair, RepairKind, whole},
    executor::governance::argument_path::or_arguments,
};

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
