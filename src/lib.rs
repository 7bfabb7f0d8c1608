//! The `toolwright` server: tools on databases, vectors and documents, tools that are defined at run
//! time, a REST API and a console. The binary `toolwright` is [`app::main`].
//!
//! | module | what it has |
//! |---|---|
//! | [`app`] | the composition root: settings become a running server |
//! | `choice` | which tools fit a task |
//! | `config` | the settings, from flags, environment and files |
//! | `admin` | the REST API and the console |
//! | `tools` | the built-in tools |
//!
//! A server of one's own is made with the framework, the crate `toolwright`.
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

mod admin;
mod agents;
pub mod app;
mod choice;
mod config;
mod tools;

/// The code in the README and in `docs` compiles.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/access.md")]
    struct Access;
    #[doc = include_str!("../docs/agents.md")]
    struct Agents;
    #[doc = include_str!("../docs/api.md")]
    struct Api;
    #[doc = include_str!("../docs/ARCHITECTURE.md")]
    struct Architecture;
    #[doc = include_str!("../docs/choosing.md")]
    struct Choosing;
    #[doc = include_str!("../docs/console.md")]
    struct Console;
    #[doc = include_str!("../docs/framework.md")]
    struct Framework;
    #[doc = include_str!("../docs/governance.md")]
    struct Governance;
    #[doc = include_str!("../docs/hosts.md")]
    struct Hosts;
    #[doc = include_str!("../docs/operations.md")]
    struct Operations;
    #[doc = include_str!("../docs/recipes.md")]
    struct Recipes;
    #[doc = include_str!("../docs/server.md")]
    struct Server;
}
