//! Repairs arguments that do not fit their schema, if the intent is clear.
//!
//! Models make a few typical mistakes: a list as JSON text, a number in quotes, a misspelt key. The
//! search starts after validation has failed. For each validation error, `candidates` lists what
//! may have been meant, and `search` applies the first [`Edit`](candidates::Edit) after which the error
//! is gone. The repaired arguments fit the schema as a whole, or are not used at all.
//!
//! The input schema is the only source: nothing is learnt from other calls, and no default is
//! guessed.

mod candidates;
mod near_key;
mod search;
#[cfg(test)]
mod tests;

pub(super) use self::{
    candidates::without_fences,
    search::{MAX_MEMORY, MAX_SIZE, repaired, whole_numbers},
};
