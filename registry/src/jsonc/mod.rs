//! JSON with comments and trailing commas, read strictly and with places.
//!
//! The crate `jsonc-parser` parses the text. What stands here turns its tree into values without
//! losing where each stood: [`Fields`] reads the fields of an object by name, accepts the spellings
//! that it is told, and refuses the rest; [`Problems`] collects everything that is wrong, so that an
//! author sees all of it at once.
//!
//! ```text
//! tools.json:12:17: tools[3].config.query: expected text, got a number
//! ```

mod fields;
mod node;
mod problems;
mod syntax;

pub(crate) use self::syntax::parse;
pub use self::{
    fields::Fields,
    node::{Element, Node},
    problems::{Invalid, Misfit, Problems},
};
