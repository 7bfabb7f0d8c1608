//! [`ToolsText`]: the text of `tools.json`, with the definitions in it.

use std::{ops::Range, sync::Arc};

use serde_json::{Map, Value};

use super::{
    array_edit::{appended, indent_of, removed},
    changed_part::ChangedPart,
    object_edit::{edited, pretty},
};
use crate::{
    definition::Definition,
    jsonc::{Invalid, Node, Problems, parse},
    spec::{Hashes, StoredTool, ToolSpec, ToolsFile, Unchanged},
};

/// The text of `tools.json`, with the definitions in it.
#[derive(Debug)]
pub(super) struct ToolsText<D = ToolSpec> {
    text: String,
    file: ToolsFile<D>,
}

impl<D> Clone for ToolsText<D> {
    fn clone(&self) -> Self {
        Self {
            text: self.text.clone(),
            file: self.file.clone(),
        }
    }
}

impl<D> Default for ToolsText<D> {
    fn default() -> Self {
        Self {
            text: String::new(),
            file: ToolsFile::default(),
        }
    }
}

impl<D: Definition> ToolsText<D> {
    /// Parses a text. Definitions whose text is the same as in `self` are not read again, and the schemas
    /// of those that were `accepted` before are not checked.
    ///
    /// # Errors
    /// All problems of the text.
    pub(super) fn parse_again(
        &self,
        name: &str,
        text: String,
        context: &D::Context,
        accepted: &Hashes,
    ) -> Result<Self, Invalid> {
        let part = ChangedPart::find(&self.text, &self.file, &text);
        if let Some(file) = part.and_then(|part| part.parse(context)) {
            return Ok(Self { text, file });
        }
        let places = 0..self.tools().len();
        let known: Unchanged<'_, D> = self.file.texts(&self.text, places).collect();
        let file = ToolsFile::parse_again(name, &text, context, &known, accepted)?;
        Ok(Self { text, file })
    }

    /// Returns the whole text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the definitions in their order.
    pub(super) fn tools(&self) -> &[StoredTool<D>] {
        &self.file.tools
    }

    /// Returns the definition of this name.
    pub(super) fn get(&self, name: &str) -> Option<&StoredTool<D>> {
        self.tools().iter().find(|tool| tool.spec.name() == name)
    }

    /// Returns whether this has the same definitions as `other`, in the same order.
    pub(super) fn has_tools_of(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&StoredTool<D>, &StoredTool<D>)| {
            Arc::ptr_eq(&one.spec, &other.spec) || one.spec.json() == other.spec.json()
        };
        self.tools().len() == other.tools().len()
            && self.tools().iter().zip(other.tools()).all(is_same)
    }

    /// Returns this text with the definitions of `other`, which [has](Self::has_tools_of) the same
    /// ones: what is known about a script stays with them.
    pub(super) fn with_specs_of(mut self, other: &Self) -> Self {
        for (one, other) in self.file.tools.iter_mut().zip(other.tools()) {
            if one.spec.hash() == other.spec.hash() {
                one.spec = Arc::clone(&other.spec);
            }
        }
        self
    }

    /// Writes this definition in the place of the one of the same name, or at the end.
    pub(super) fn put(&mut self, spec: &Arc<D>) {
        let place = self
            .tools()
            .iter()
            .position(|tool| tool.spec.name() == spec.name());
        match place {
            Some(place) => self.replace(place, spec),
            None => self.append(spec),
        }
    }

    /// Removes the definition of this name.
    pub(super) fn remove(&mut self, name: &str) {
        let Some(place) = self
            .tools()
            .iter()
            .position(|tool| tool.spec.name() == name)
        else {
            return;
        };
        let previous = place
            .checked_sub(1)
            .and_then(|place| self.tools().get(place));
        let range = &self.file.tools[place].range;
        let ranges = removed(&self.text, range, previous.map(|tool| &tool.range));
        self.file.tools.remove(place);
        // From the end, so that the places before stay right.
        for range in ranges {
            self.splice(range, "");
        }
    }

    fn replace(&mut self, place: usize, spec: &Arc<D>) {
        let tool = &self.file.tools[place];
        let (range, old) = (tool.range.clone(), Arc::clone(&tool.spec));
        let indent = indent_of(&self.text, range.start).to_owned();
        let text = edited(&self.text[range.clone()], &indent, old.json(), spec.json())
            .filter(|text| is(text, spec.json()))
            .unwrap_or_else(|| object(spec.json(), &indent));
        self.splice(range.clone(), &text);
        self.file.tools[place] = StoredTool {
            spec: Arc::clone(spec),
            range: range.start..range.start + text.len(),
        };
    }

    fn append(&mut self, spec: &Arc<D>) {
        let last = self.tools().last().map(|tool| tool.range.clone());
        let indent = match &last {
            Some(last) => indent_of(&self.text, last.start).to_owned(),
            None => format!("{}  ", indent_of(&self.text, self.file.array.start)),
        };
        let element = format!("{indent}{}", object(spec.json(), &indent));
        let (place, inserted) = appended(&self.text, &self.file.array, last.as_ref(), &element);
        let start = place + inserted.find(&element).unwrap_or_default() + indent.len();
        self.splice(place..place, &inserted);
        let range = start..start + element.len() - indent.len();
        self.file.tools.push(StoredTool {
            spec: Arc::clone(spec),
            range,
        });
    }

    /// Replaces a part of the text, and moves the places behind it.
    fn splice(&mut self, range: Range<usize>, replacement: &str) {
        self.text.replace_range(range.clone(), replacement);
        let moved = |place: usize| place - range.len() + replacement.len();
        // A definition that ends where something is inserted does not grow.
        for tool in self
            .file
            .tools
            .iter_mut()
            .filter(|tool| tool.range.start >= range.end)
        {
            tool.range = moved(tool.range.start)..moved(tool.range.end);
        }
        self.file.array.end = moved(self.file.array.end);
    }
}

/// Returns whether `text` is exactly this object.
fn is(text: &str, expected: &Map<String, Value>) -> bool {
    let problems = Problems::of(text);
    let tree = parse(text, &problems);
    let found = tree
        .as_ref()
        .and_then(|tree| Node::root(tree, "", &problems).map());
    found.as_ref() == Some(expected) && problems.count() == 0
}

/// Returns the text of a new object: a field a line.
fn object(json: &Map<String, Value>, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let fields = json.iter().map(|(name, value)| {
        let name = Value::from(name.as_str());
        format!("{inner}{name}: {}", pretty(value, &inner))
    });
    let fields: Vec<_> = fields.collect();
    format!("{{\n{}\n{indent}}}", fields.join(",\n"))
}
