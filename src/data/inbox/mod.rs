//! Questions that wait for a person: [`Inbox::ask`] waits, [`Inbox::answer`] answers, from whichever process.
//!
//! ```text
//! questions/
//!   lock          held while a question is changed
//!   k3m9qd.json   a question, from being asked until an hour after its end
//! ```
//!
//! Every question has a deadline, which stands in its file: what a server left that was killed ends by itself. Who waits looks at the file
//! five times a second, and at once when the answer comes from the same process.

mod engine;
mod error;
mod question;
mod store;

pub(crate) use self::{
    engine::Inbox,
    error::{AnswerError, InboxError},
    question::{Draft, Kind, Question},
};
