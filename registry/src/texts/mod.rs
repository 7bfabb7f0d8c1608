//! The tables of this crate's [`CodedText`]s.
//!
//! A function writes a sentence in English and remembers its code and what it fills in, so that a page can say it in
//! another language. A sentence that is new gets a row here; the console has a translation for each row.

mod definitions;
mod kinds;
mod servers;
mod values;

use toolwright_base::TextCode;

pub(crate) use self::{definitions::*, kinds::*, servers::*, values::*};

/// The texts of this crate.
pub const TEXTS: &[&[TextCode]] = &[
    definitions::CODES,
    kinds::CODES,
    servers::CODES,
    values::CODES,
];
