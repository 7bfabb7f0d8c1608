//! The kinds of tools that can be defined at run time, one file each.
//!
//! Every kind has the same shape: a configuration that is read and checked as a whole
//! (`read`: from the fields of `config` to a value, with all problems at their places), and a
//! [`Run`] that is built from it. [`KindConfig`] is the one of any kind. What kinds do, they do with
//! the [`Engines`] that built-in tools use too.
//!
//! | kind | what a call does |
//! |---|---|
//! | [`builtin`] | calls a built-in tool, with some of its arguments fixed, hidden or renamed |
//! | [`expression`] | evaluates a Python expression in the sandbox of `calculator` |
//! | [`http`] | sends a request to a web service |
//! | [`mcp`] | calls a tool of another MCP server |
//! | [`python`] | calls a Python function, in a process that stays for the next call |
//! | [`shell`] | runs a program with arguments, never text for a shell |
//! | [`sql`] | reads a database with a query whose places are bound parameters |

mod answer;
mod builtin;
mod config;
mod engines;
mod expression;
mod http;
mod kind_name;
mod mcp;
mod python;
mod run;
mod script_path;
mod shell;
mod sql;

pub(crate) use self::{answer::is_wrapping, config::Surroundings, run::Run};
pub use self::{
    config::KindConfig,
    engines::{EngineSettings, Engines},
    http::HttpClients,
    kind_name::KindName,
    sql::{Described, DescribedValue, SqlEngine},
};
