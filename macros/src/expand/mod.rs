//! The parts that the expansions of tools, resources and prompts share.
//!
//! Every path is absolute, below `::toolwright::__private`. Every name that could clash with a name
//! of the user begins with `__`.

mod call;
mod defaults;
mod definition;
mod implementation;
mod item;
mod kind;
mod path;
mod variables;

pub(crate) use self::call::{invoke, traits_of_types};
pub(crate) use self::defaults::{default_functions, default_value};
pub(crate) use self::definition::{belonging, described, named_details};
pub(crate) use self::implementation::{implement, stub, work};
pub(crate) use self::item::mistaken;
pub(crate) use self::kind::{kind, run};
pub(crate) use self::path::{located, private, private_at};
pub(crate) use self::variables::{implement_with_variables, variable};
