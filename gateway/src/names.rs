//! The names that tools and prompts of other servers have here.

use sha2::{Digest as _, Sha256};

/// The most characters of a name: many clients accept no more.
const MAX_NAME: usize = 64;
/// The characters of a name's hash that a shortened name ends with.
const HASH: usize = 8;

/// Returns the name of `name`, which a server with this prefix has, here.
///
/// Characters that clients do not accept become `_`. A name that is too long is cut, and ends with a
/// hash of all of it, so it is the same each time and no two are alike.
pub(crate) fn name_here(prefix: &str, name: &str) -> String {
    let whole = match prefix {
        "" => name.to_owned(),
        prefix => format!("{prefix}.{name}"),
    };
    let is_valid = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.');
    let valid = whole.replace(|one: char| !is_valid(one), "_");
    if valid.len() <= MAX_NAME {
        return valid;
    }
    let hash = hex(&Sha256::digest(whole.as_bytes()));
    format!("{}_{}", &valid[..MAX_NAME - HASH - 1], &hash[..HASH])
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_prefix_and_only_letters_that_clients_accept() {
        assert_eq!(name_here("files", "read"), "files.read");
        assert_eq!(name_here("", "read"), "read");
        assert_eq!(name_here("files", "a/b c"), "files.a_b_c");
    }

    #[test]
    fn long_names_are_shortened_the_same_each_time_and_stay_different() {
        let (one, two) = ("x".repeat(100), format!("{}y", "x".repeat(99)));
        let (short, other) = (name_here("p", &one), name_here("p", &two));
        assert_eq!(short.len(), 64);
        assert_eq!(short, name_here("p", &one));
        assert_ne!(short, other);
    }
}
