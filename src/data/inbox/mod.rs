//! Questions that wait for a person: [`Inbox::ask`] waits, [`Inbox::answer`] answers, from any
//! process.
//!
//! ```text
//! questions/
//!   lock          held while a question is changed
//!   k3m9qd.json   a question, from being asked until an hour after its deadline
//! ```
//!
//! The deadline of a question stands in its file, so that the questions of a server that was killed
//! expire too. A caller that waits reads the file five times a second, and at once if the answer
//! comes from the same process. A question through the client needs none of this: see
//! [`Context::ask`](crate::core::Context::ask).

mod engine;
mod error;
mod question;
mod store;

pub(crate) use self::{
    engine::Inbox,
    error::{AnswerError, InboxError},
    question::{NewQuestion, Question, QuestionKind},
};
