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

pub(crate) use self::{
    call::{invoke, traits_of_types},
    defaults::{default_functions, default_value},
    definition::{belonging, described, named_details},
    implementation::{implement, stub, work},
    item::mistaken,
    kind::{kind, run},
    path::{located, private, private_at},
    variables::{implement_with_variables, variable},
};
