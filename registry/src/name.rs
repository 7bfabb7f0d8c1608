//! [`is_name`]: the names of tools and parameters.

/// Returns `true` if every MCP client accepts `text` as a name: 1 to 64 letters of A to Z, digits,
/// `_`, `-` or `.`.
pub(super) fn is_name(text: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    (1..=64).contains(&text.len()) && text.chars().all(is_allowed)
}

/// Returns `true` if a user can have this name: letters of A to Z, digits, `_`, `-`, `.` or `@`.
pub(super) fn is_user_name(text: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-.@".contains(letter);
    (1..=64).contains(&text.len()) && text.chars().all(is_allowed)
}
