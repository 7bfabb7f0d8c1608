//! The definition of a tool in the form of the protocol's `Tool`.

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::json;

use super::{definition::ToolDef, hints::Hints};
use crate::core::content::Meta;

impl Serialize for ToolDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name())?;
        if let Some(title) = self.title() {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", self.description())?;
        map.serialize_entry("inputSchema", self.input_schema())?;
        if let Some(schema) = self.output_schema() {
            map.serialize_entry("outputSchema", schema)?;
        }
        if self.hints() != Hints::default() {
            map.serialize_entry("annotations", &self.hints())?;
        }
        if !self.icons.is_empty() {
            map.serialize_entry("icons", &self.icons)?;
        }
        let meta = meta(self);
        if !meta.is_empty() {
            map.serialize_entry("_meta", &meta)?;
        }
        map.end()
    }
}

fn meta(definition: &ToolDef) -> Meta {
    let mut meta = definition.meta.clone();
    if !definition.tags().is_empty() {
        meta.insert("toolwright/tags".into(), json!(definition.tags()));
    }
    meta
}
