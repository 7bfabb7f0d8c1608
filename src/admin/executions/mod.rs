//! `executions`: the calls in the execution log, which is read bounded and newest first.

mod execution_view;
pub(super) mod list;
pub(super) mod replay;

pub(super) use self::execution_view::ExecutionItem;
