//! Credentials in definitions as they are stored: sealed, masked, found.

use serde_json::{Map, Value};
use toolwright_base::Redactor;

use crate::sealing::{Place, SealedText, SecretKeys, Unreadable};

/// The names of the field that has credentials.
const FIELDS: [&str; 2] = ["auth", "auth_config"];
/// The fields in it that are secret.
const SECRETS: [&str; 4] = ["token", "password", "value", "client_secret"];

/// Returns whether the value at this path of a definition is a credential.
pub fn is_secret(path: &str) -> bool {
    let parts = path.split_once('.');
    parts.is_some_and(|(outer, inner)| FIELDS.contains(&outer) && SECRETS.contains(&inner))
}

/// Returns the credentials of a definition.
fn secrets(json: &mut Map<String, Value>) -> impl Iterator<Item = (&'static str, &mut Value)> {
    let auth = json
        .iter_mut()
        .filter(|(name, _)| FIELDS.contains(&name.as_str()));
    let fields = auth
        .filter_map(|(_, value)| value.as_object_mut())
        .flat_map(Map::iter_mut);
    fields.filter_map(|(name, value)| {
        let name = SECRETS.into_iter().find(|secret| secret == name)?;
        value.is_string().then_some((name, value))
    })
}

/// Returns whether a definition has a credential that is not sealed.
pub(crate) fn has_plain(json: &Map<String, Value>) -> bool {
    has(json, |text| SealedText::of(text).is_none())
}

/// Returns whether a definition has a mask in place of a credential, or a sealed one.
pub(crate) fn has_mask(json: &Map<String, Value>) -> bool {
    has(json, |text| {
        text == Redactor::MASK || SealedText::of(text).is_some()
    })
}

fn has(json: &Map<String, Value>, is_wanted: impl Fn(&str) -> bool) -> bool {
    let mut json: Map<_, _> = json
        .iter()
        .filter(|(name, _)| FIELDS.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    secrets(&mut json).any(|(_, value)| value.as_str().is_some_and(&is_wanted))
}

/// Seals the credentials of the tool `name` that are not sealed. A mask keeps the value of `before`.
///
/// Returns the name of a credential that has no value to keep, or no key to be sealed with.
pub(crate) fn seal(
    json: &mut Map<String, Value>,
    name: &str,
    before: Option<&Map<String, Value>>,
    keys: &SecretKeys,
) -> Result<(), &'static str> {
    let mut before = before.cloned().unwrap_or_default();
    for (field, value) in secrets(json) {
        let text = value.as_str().unwrap_or_default();
        if SealedText::of(text).is_some() {
            continue;
        }
        if text == Redactor::MASK {
            let kept = secrets(&mut before).find(|(kept, _)| *kept == field);
            *value = kept.map(|(_, value)| value.clone()).ok_or(field)?;
            continue;
        }
        let place = Place {
            record: name,
            field,
        };
        let sealed = SealedText::seal(keys, place, text).ok_or(field)?;
        *value = sealed.as_str().into();
    }
    Ok(())
}

/// Checks that the sealed credentials of the tool `name` can be opened.
///
/// # Errors
/// The name of one that cannot, and why.
pub(crate) fn check_sealed(
    json: &Map<String, Value>,
    name: &str,
    keys: &SecretKeys,
) -> Result<(), (&'static str, Unreadable)> {
    let mut json = json.clone();
    for (field, value) in secrets(&mut json) {
        let place = Place {
            record: name,
            field,
        };
        if let Some(sealed) = value.as_str().and_then(SealedText::of) {
            sealed.open(keys, place).map_err(|why| (field, why))?;
        }
    }
    Ok(())
}

/// Replaces the credentials of a definition by asterisks.
pub fn mask(json: &mut Map<String, Value>) {
    for (_, value) in secrets(json) {
        *value = Redactor::MASK.into();
    }
}

/// Seals the data keys of the credentials of the tool `name` with the first key. Returns whether
/// something changed.
///
/// # Errors
/// If a credential cannot be opened.
pub fn rewrap(
    json: &mut Map<String, Value>,
    name: &str,
    keys: &SecretKeys,
) -> Result<bool, Unreadable> {
    let mut is_changed = false;
    for (field, value) in secrets(json) {
        let Some(sealed) = value.as_str().and_then(SealedText::of) else {
            continue;
        };
        let place = Place {
            record: name,
            field,
        };
        if let Some(next) = sealed.rewrap(keys, place)? {
            *value = next.as_str().into();
            is_changed = true;
        }
    }
    Ok(is_changed)
}
