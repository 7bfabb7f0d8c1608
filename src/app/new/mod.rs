//! The command `new`: writes a server or a tool that works, with its tests, to begin with.
//!
//! `command` has the arguments and prints what to do next, `project_name` holds to what Cargo and Python take as
//! a name, `template` fills the texts in `crate/` and `python/`, `framework_folder` finds the sources of the
//! framework, and `folder` writes the files.

mod command;
mod folder;
mod framework_folder;
mod project_name;
mod template;

pub(super) use self::command::{NewArguments, run};
