//! What a server keeps of a client between two requests.

mod request_state;
mod session;
mod task;
mod task_store;

pub(super) use request_state::{Binding, StateSeal};
pub(super) use session::{Handshake, Running, Session};
pub(super) use task::Task;
pub(super) use task_store::Tasks;
