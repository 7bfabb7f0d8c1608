//! [`value_size`]: the memory that a JSON text takes as a [`Value`].

use std::mem::size_of;

use serde_json::Value;
use toolwright_base::string_length;

/// The memory of an object before its fifth member: a table, and room for four members.
const OBJECT: usize = 4 * MEMBER + 64;
/// The memory of a member of an object, without what its name and its value point to.
const MEMBER: usize = size_of::<Value>() + size_of::<String>() + size_of::<usize>();
/// The memory that the allocator adds to a text.
const TEXT: usize = 24;

/// Returns about how many bytes `json` takes as a [`Value`], in one pass and without building it.
///
/// A list of small numbers takes forty times the size of its text, so a text of a few megabytes is
/// measured before a value is made of it. Text that is not JSON has a size too.
pub(crate) fn value_size(json: &str) -> usize {
    let bytes = json.as_bytes();
    let (mut size, mut at) = (size_of::<Value>(), 0);
    while let Some(found) = bytes.get(at) {
        size += match found {
            b'"' => {
                let length = string_length(&json[at + 1..]);
                at += length + 1;
                length + TEXT
            }
            b'{' => OBJECT,
            b'[' => size_of::<Value>(),
            b',' => MEMBER,
            _ => 0,
        };
        at += 1;
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_grows_with_the_values_and_not_with_what_strings_contain() {
        let list = |count| value_size(&format!("[{}1]", "1,".repeat(count)));
        assert_eq!(list(1_000) - list(500), 500 * MEMBER);
        let objects = |count| value_size(&format!("[{}{{}}]", "{},".repeat(count)));
        assert_eq!(objects(11) - objects(1), 10 * (MEMBER + OBJECT));
        let text = r#""a,[{\",\\""#;
        assert_eq!(value_size(text), size_of::<Value>() + text.len() - 2 + TEXT);
    }

    #[test]
    fn half_a_string_has_a_size() {
        for text in ["\"", "\"\\", "\"a", "[\"a\\\""] {
            assert!(value_size(text) >= size_of::<Value>(), "{text}");
        }
    }
}
