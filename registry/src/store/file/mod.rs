//! [`FileStore`]: definitions in `tools.json`, versions in `history.jsonl` beside it.
//!
//! | file | what it has |
//! |---|---|
//! | `tools.json` | the definitions that exist, for people and editors; comments, order and layout stay |
//! | `history.jsonl` | one line for each version of each tool, only ever appended to |
//! | `registry.lock` | held by the process that reads or writes, for some milliseconds |
//!
//! A change is first appended to the history and then replaces `tools.json` in one step. Whatever
//! stops the process in between, `tools.json` is whole and counts: the next one that reads finds a
//! definition that is not the latest version, and appends it as one. The same happens with edits by
//! hand, so that every version that was ever read is kept.

mod array_edit;
mod changed_part;
mod file_copy;
mod file_store;
mod journal;
mod object_edit;
mod tools_text;
mod watcher;

pub use self::file_store::{FileStore, LOCK, MAX_BYTES, TOOLS};
