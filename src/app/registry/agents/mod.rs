//! `toolwright agents`: the agents of the registry, in its files or database, or of a server elsewhere.

mod arguments;
mod command;
mod print;

pub(super) use self::{arguments::AgentsArguments, command::run};
