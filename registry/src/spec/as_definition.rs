//! A tool as a [`Definition`] that stores keep.

use serde_json::{Map, Value};
use toolwright_base::CodedText;

use super::tool_spec::ToolSpec;
use crate::{
    definition::{Definition, Known},
    jsonc::{Invalid, Node},
    kinds::Engines,
    texts,
};

impl Definition for ToolSpec {
    type Context = Engines;

    const NOUN: &'static str = "tool";
    const ARRAY: &'static str = "tools";
    const FILE: &'static str = "tools.json";
    const HISTORY: &'static str = "history.jsonl";
    const WITHOUT_FILE: Option<&'static str> = None;

    fn duplicate(name: &str, place: usize) -> CodedText {
        texts::duplicate_tool(name, place)
    }

    fn read_as(node: &Node<'_>, known: Known, engines: &Engines) -> Option<Self> {
        Self::read_as(node, known, engines)
    }

    fn name(&self) -> &str {
        self.name()
    }

    fn json(&self) -> &Map<String, Value> {
        self.json()
    }

    fn hash(&self) -> [u8; 32] {
        self.hash()
    }

    fn has_plain_credential(&self) -> bool {
        self.has_plain_credential()
    }

    fn sealed(&self, before: Option<&Self>, engines: &Engines) -> Result<Self, Invalid> {
        self.sealed(before, engines)
    }
}
