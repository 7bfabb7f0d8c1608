//! The commands on tools and agents: add, edit, switch, remove, restore, history and rollback.
//!
//! Each command is written once, in [`commands`], against the trait [`Definitions`]. Three types implement it:
//! [`LocalTools`] and [`LocalAgents`] for the registry of this machine, in its files or its database, and
//! [`RemoteDefinitions`] for the REST API of a server elsewhere.

pub(super) mod commands;
mod editor;
mod local_agents;
mod local_tools;
mod place;
mod remote;

pub(super) use self::{
    editor::read,
    local_agents::LocalAgents,
    local_tools::LocalTools,
    place::{Definitions, author, request},
    remote::RemoteDefinitions,
};
