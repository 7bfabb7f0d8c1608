//! [`ToolSpec`]: the definition of a tool as it is stored, `tools.json` as a whole, and the JSON
//! schema of both.

mod json_schema;
mod limits_and_hints;
mod parts;
mod tool_spec;
mod tools_file;

pub(crate) use self::{
    json_schema::JSON_SCHEMA,
    tool_spec::{ToolSpec, hash},
    tools_file::{NewTool, StoredTool, ToolsFile, Unchanged},
};
