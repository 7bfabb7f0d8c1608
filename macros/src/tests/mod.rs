//! Tests at the edge of the macros: tokens in, tokens out.
//!
//! Every refused mistake is compared as a whole, with the source text that its error points at;
//! every noun has one expansion that is compared as a whole with a file in `expected/`.

mod attribute_expansion;
mod expansion;
mod fragment;
mod parameter_mistakes;
mod prompt_mistakes;
mod refusal;
mod resource_mistakes;
mod shared_mistakes;
mod signature_mistakes;
mod tool_mistakes;
mod variable_expansion;
