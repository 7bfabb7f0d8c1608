//! Questions that wait for a person: [`Inbox::ask`] waits, [`Inbox::answer`] answers, from any
//! process.
//!
//! ```text
//! questions/
//!   lock          held while a question is changed
//!   k3m9qd.json   a question, from being asked until an hour after its end
//!   0f3a….bell    a pipe that a process with questions reads
//! ```
//!
//! A question belongs to its call: it is gone when the call ends, and when the process ends, which
//! shows in that nobody reads its bell. Whoever answers a question rings that bell,
//! so that a call waits without polling and without a thread. Each caller may have a few open
//! questions. A question through the client needs none of this: see
//! [`Context::ask`](toolwright::Context::ask).

mod bell;
mod engine;
mod pending_question;
mod question;
mod store;
#[cfg(test)]
mod tests;

pub use self::{
    engine::Inbox,
    question::{AnswerError, InboxError, NewQuestion, Question, QuestionKind},
};
