//! Repair: arguments that do not fit, where it is clear what was meant.

mod candidates;
mod edit;
mod near_key;
mod search;
#[cfg(test)]
mod tests;

pub(super) use self::search::{repaired, whole_numbers};
