//! The built-in tools, as clients of the `toolwright` server see them.

mod attack_list;
mod attacks;
mod calculator;
mod footprint;
