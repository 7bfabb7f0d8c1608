//! Finds the secrets in the arguments of a call, because a tool may repeat them in its output.

use serde_json::Value;

use crate::core::Redactor;

/// Returns a redactor for the values under sensitive keys, or `None` if there are none.
pub(super) fn redactor_of(arguments: &str) -> Option<Redactor> {
    let arguments: Value = serde_json::from_str(arguments).ok()?;
    let mut secrets = Vec::new();
    collect(&arguments, false, &mut secrets);
    (!secrets.is_empty()).then(|| Redactor::new(secrets))
}

fn collect(value: &Value, is_secret: bool, secrets: &mut Vec<String>) {
    match value {
        Value::String(text) if is_secret => secrets.push(text.clone()),
        Value::Number(number) if is_secret => secrets.push(number.to_string()),
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect(item, is_secret, secrets)),
        Value::Object(members) => {
            for (key, member) in members {
                let is_secret = is_secret || Redactor::is_sensitive(key);
                collect(member, is_secret, secrets);
            }
        }
        _ => {}
    }
}
