//! The path of a value within arguments, as people write it: `items[2].price`.

use jsonschema::paths::{Location, LocationSegment};

/// Returns the path of `location`, which is empty for the arguments as a whole.
pub(super) fn path_of(location: &Location) -> String {
    let mut path = String::new();
    for segment in location {
        match segment {
            LocationSegment::Property(name) => path = member(&path, &name),
            LocationSegment::Index(index) => path = format!("{path}[{index}]"),
        }
    }
    path
}

/// Returns `path`, or `arguments` if it is empty.
pub(super) fn or_arguments(path: String) -> String {
    if path.is_empty() {
        "arguments".into()
    } else {
        path
    }
}

/// Returns the path of the member `name` of the object at `path`.
pub(super) fn member(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
