//! [`ToolSpec`]: the definition of a tool as it is stored, `tools.json` as a whole, and the JSON
//! schema of both; the servers of `mcp.json`.

mod credentials;
mod json_schema;
mod mcp_file;
mod parts;
mod test_case;
mod tool_spec;
mod tools_file;

pub use self::{
    json_schema::json_schema,
    mcp_file::read_mcp_file,
    test_case::TestCase,
    tool_spec::ToolSpec,
    tools_file::{NewTool, ToolsFile},
};
pub(crate) use self::{
    tool_spec::hash,
    tools_file::{StoredTool, Unchanged},
};
