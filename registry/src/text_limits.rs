//! How long the texts of a definition may be, in characters.
//!
//! Agents read them with every list of tools, and people in lists: what is longer belongs into the
//! documentation of the tool.

/// The most characters of a description, of a tool or of a parameter.
pub(super) const MAX_DESCRIPTION: usize = 16_384;
/// The most characters of a title, of a tool or of a test.
pub(super) const MAX_TITLE: usize = 200;
/// The most characters of a tag.
pub(super) const MAX_TAG: usize = 64;
/// The most tags of a tool.
pub(super) const MAX_TAGS: usize = 50;
/// The most characters of an example of use.
pub(super) const MAX_EXAMPLE: usize = 400;
/// The most examples of use of a tool.
pub(super) const MAX_EXAMPLES: usize = 32;
/// The most tests of a tool.
pub(super) const MAX_TESTS: usize = 50;
