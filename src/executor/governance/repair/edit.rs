//! [`Place`]: a place in arguments, and what shall be there.

use serde_json::Value;

/// A place in arguments, and what shall be there.
#[derive(Debug)]
pub(super) enum Place {
    /// Another value at this pointer.
    Put {
        /// A JSON pointer.
        pointer: String,
        /// The value.
        value: Value,
    },
    /// Nothing at this pointer, which is a member of an object.
    Remove {
        /// A JSON pointer.
        pointer: String,
    },
    /// Another name for a member of the object at this pointer.
    Rename {
        /// A JSON pointer.
        object: String,
        /// The name that came.
        from: String,
        /// The name that was meant.
        to: String,
    },
}

impl Place {
    /// Makes it so; whether that was possible.
    pub(super) fn apply(&self, arguments: &mut Value) -> bool {
        match self {
            Self::Put { pointer, value } => match arguments.pointer_mut(pointer) {
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
