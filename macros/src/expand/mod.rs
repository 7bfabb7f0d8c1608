//! What the expansions of a tool, a resource and a prompt have in common.
//!
//! Every path is absolute, below `::toolwright::__private`; every name that could meet one of the user's
//! begins with `__`.

mod call;
mod defaults;
mod definition;
mod item;
mod path;
mod variables;

pub(crate) use self::call::{invoke, traits_of_the_result};
pub(crate) use self::defaults::{default_functions, default_value};
pub(crate) use self::definition::{definition, described, named_details, requires};
pub(crate) use self::item::{item, mistaken};
pub(crate) use self::path::{located, private, private_at};
pub(crate) use self::variables::{complete, parse_variables, value_of_variable, variable};
