//! [`ToolSpec`]: the definition of a tool as it is stored, `tools.json` as a whole, and the JSON
//! schema of both.

mod as_definition;
mod config_field;
mod credentials;
mod hashes;
mod json_schema;
mod parts;
mod sent_tools;
mod test_case;
mod tool_spec;
mod tools_file;

pub(crate) use self::{
    hashes::{hash, hash_of_text, stored},
    tools_file::{Hashes, StoredTool, Unchanged},
};
pub use self::{
    json_schema::json_schema,
    sent_tools::SentTools,
    test_case::TestCase,
    tool_spec::ToolSpec,
    tools_file::{NewTool, ToolsFile},
};
