//! Agents: a model of a provider, its settings, and the tools that it may use.
//!
//! An [`Agent`] is a definition as a tool is: it is read with all problems at once, stored with versions,
//! and owned by a user. [`Agents`](crate::Agents) is the only writer of their store. An agent names tools by their
//! [ids](crate::ToolId), and lends nobody the right to call them: [`ToolNames`] says which tools the ids
//! stand for now, and each caller gets those that they may call anyway.
//!
//! | module | holds |
//! |---|---|
//! | `agent` | the definition |
//! | `model` | providers, and the parameters that each accepts |
//! | `memory` | how much of a conversation the model gets |
//! | `tool_names` | the names that ids stand for |
//! | `export` | an agent as the API of its provider wants it |

mod agent;
mod export;
mod memory;
mod model;
mod tool_names;

pub use self::{
    agent::{Agent, agent_schema},
    export::{Exported, export},
    memory::Memory,
    model::{ModelParameters, ModelProvider},
    tool_names::{ToolNames, ToolReference},
};
