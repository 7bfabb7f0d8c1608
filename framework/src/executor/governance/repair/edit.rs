//! [`Edit`]: one change of arguments.

use serde_json::Value;

/// One change of arguments. Pointers are JSON pointers.
#[derive(Debug)]
pub(super) enum Edit {
    /// Replaces the value at `pointer`.
    Replace { pointer: String, value: Value },
    /// Removes the member of an object at `pointer`.
    Remove { pointer: String },
    /// Renames a member of the object at `object`.
    Rename {
        object: String,
        from: String,
        to: String,
    },
}

impl Edit {
    /// Applies the edit. Returns `false` if that is not possible.
    pub(super) fn apply(&self, arguments: &mut Value) -> bool {
        match self {
            Self::Replace { pointer, value } => match arguments.pointer_mut(pointer) {
                Some(place) => {
                    *place = value.clone();
                    true
                }
                None => false,
            },
            Self::Remove { pointer } => remove(arguments, pointer),
            Self::Rename { object, from, to } => rename(arguments, object, from, to),
        }
    }
}

fn remove(arguments: &mut Value, pointer: &str) -> bool {
    let Some((object, name)) = pointer.rsplit_once('/') else {
        return false;
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    match arguments.pointer_mut(object) {
        Some(Value::Object(members)) => members.shift_remove(&name).is_some(),
        _ => false,
    }
}

fn rename(arguments: &mut Value, object: &str, from: &str, to: &str) -> bool {
    let Some(Value::Object(members)) = arguments.pointer_mut(object) else {
        return false;
    };
    if members.contains_key(to) {
        return false;
    }
    match members.shift_remove(from) {
        Some(value) => members.insert(to.to_owned(), value).is_none(),
        None => false,
    }
}
