//! The configuration file of a host, and its [`Document`]: JSON with comments and trailing commas, of which
//! one entry is changed.
//!
//! Everything else stays as it is written: comments, order, numbers of any size, and keys that stand
//! there twice. Of these the last one counts, as for most readers of JSON.

use std::{
    fmt,
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode},
};
use serde_json::{Map, Value};
use toolwright_base::files::read_text;

/// The largest file that is changed, in bytes. Some hosts keep more than settings in it.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A file of settings in JSON, with comments and trailing commas, of which entries are changed: the
/// configuration of a host, or one like it. It may not exist yet.
///
/// Everything else stays as it is written.
pub struct ConfigFile {
    path: PathBuf,
    /// The text of the file, if it exists.
    text: Option<String>,
    document: Document,
}

impl ConfigFile {
    /// Reads the file at `path`. A missing file is empty.
    ///
    /// A symbolic link is resolved, so that [`write`](Self::write) does not replace it.
    ///
    /// # Errors
    /// If it cannot be read, or is no JSON object.
    pub fn read(path: &Path) -> Result<Self, String> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let text = match read_text(&path, MAX_BYTES) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
        };
        let document = Document::parse(text.as_deref().unwrap_or_default())
            .map_err(|problem| format!("`{}` {problem}: it was not changed", path.display()))?;
        Ok(Self {
            path,
            text,
            document,
        })
    }

    /// Returns the entries under `key`. Of two with the same name, the last one counts.
    #[must_use]
    pub fn entries(&self, key: &str) -> Map<String, Value> {
        self.document.entries(key)
    }

    /// Sets the members of the entry `name` under `key`. Returns whether there was such an entry.
    ///
    /// # Errors
    /// If `key` has something else than entries.
    pub fn set(&self, key: &str, name: &str, members: &Map<String, Value>) -> Result<bool, String> {
        self.document.set(key, name, members).map_err(|problem| {
            let path = self.path.display();
            format!("`{key}` in `{path}` {problem}: the file was not changed")
        })
    }

    /// Removes the entry `name` under `key`. Returns whether there was one.
    pub fn remove(&self, key: &str, name: &str) -> bool {
        self.document.remove(key, name)
    }

    /// Returns whether the document differs from the file.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.text.as_deref() != Some(&self.text())
    }

    /// Returns the text with the changes.
    #[must_use]
    pub fn text(&self) -> String {
        self.document.to_string()
    }

    /// Replaces the file atomically. A copy of the previous one is kept as `.bak`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder)?;
        let permissions = match &self.text {
            Some(former) => {
                let permissions = fs::metadata(&self.path)?.permissions();
                self.replace(&self.with_suffix("bak"), former, Some(permissions.clone()))?;
                Some(permissions)
            }
            None => None,
        };
        self.replace(&self.path, &self.text(), permissions)?;
        // The rename is durable once the folder is synced. Some systems cannot open folders.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Replaces `target` by a file with this text. A link at `target` is replaced, not followed.
    fn replace(
        &self,
        target: &Path,
        text: &str,
        permissions: Option<Permissions>,
    ) -> io::Result<()> {
        let new = self.with_suffix(&format!("{}.new", std::process::id()));
        let replaced = write_private(&new, text)
            .and_then(|()| permissions.map_or(Ok(()), |same| fs::set_permissions(&new, same)))
            .and_then(|()| fs::rename(&new, target));
        if replaced.is_err() {
            let _ = fs::remove_file(&new);
        }
        replaced
    }

    fn with_suffix(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".");
        name.push(suffix);
        name.into()
    }
}

/// Writes a file that only its owner can read, because entries may contain secrets.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// JSON, and the extensions that hosts accept.
const SYNTAX: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
};

/// A JSON document, whose root is an object.
pub(super) struct Document {
    root: CstRootNode,
    object: CstObject,
}

impl Document {
    /// Parses a document. An empty text is an empty object.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let root =
            CstRootNode::parse(text, &SYNTAX).map_err(|error| format!("is not JSON ({error})"))?;
        let object = root.object_value_or_create();
        let object = object.ok_or("is not a JSON object")?;
        Ok(Self { root, object })
    }

    /// Returns the entries in the object `key`.
    fn entries(&self, key: &str) -> Map<String, Value> {
        let object = last(&self.object, key);
        let value = object.and_then(|object| object.value()?.to_serde_value());
        match value {
            Some(Value::Object(entries)) => entries,
            _ => Map::new(),
        }
    }

    /// Sets the members of the entry `name` in the object `key`. Other members of the entry are
    /// kept, also those of an object within it. Returns whether there was such an entry.
    pub(super) fn set(
        &self,
        key: &str,
        name: &str,
        members: &Map<String, Value>,
    ) -> Result<bool, &'static str> {
        let entries = last(&self.object, key)
            .unwrap_or_else(|| self.object.append(key, CstInputValue::Object(Vec::new())));
        let entries = entries.object_value().ok_or("is not an object")?;
        let former = last(&entries, name);
        match &former {
            Some(entry) => merge(entry, members),
            None => {
                entries.append(name, object(members));
            }
        }
        Ok(former.is_some())
    }

    /// Removes the entry `name` from the object `key`, however often it stands there. Returns
    /// whether there was one.
    pub(super) fn remove(&self, key: &str, name: &str) -> bool {
        let objects = all(&self.object, key).into_iter();
        let entries = objects
            .filter_map(|entries| entries.object_value())
            .flat_map(|entries| all(&entries, name));
        let entries: Vec<_> = entries.collect();
        let was_there = !entries.is_empty();
        entries.into_iter().for_each(CstObjectProp::remove);
        was_there
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.root.to_string();
        f.write_str(&text)?;
        f.write_str(if text.ends_with('\n') { "" } else { "\n" })
    }
}

/// Sets `members` in the object that `property` has. A value that is another kind of entry, or no
/// object at all, is replaced.
fn merge(property: &CstObjectProp, members: &Map<String, Value>) {
    let former = property.object_value();
    let is_other_kind =
        |former: &CstObject| members.contains_key("command") && last(former, "command").is_none();
    let Some(former) = former.filter(|former| !is_other_kind(former)) else {
        return property.set_value(object(members));
    };
    for (name, value) in members {
        match (last(&former, name), value) {
            (None, value) => {
                former.append(name, input(value));
            }
            (Some(member), Value::Object(members)) => merge(&member, members),
            (Some(member), value) => {
                let current = member.value().and_then(|value| value.to_serde_value());
                if current.as_ref() != Some(value) {
                    member.set_value(input(value));
                }
            }
        }
    }
}

/// Returns the properties of this name, in their order.
fn all(object: &CstObject, name: &str) -> Vec<CstObjectProp> {
    let has_name = |property: &CstObjectProp| {
        let found = property.name().map(|name| name.decoded_value());
        found.is_some_and(|found| found.is_ok_and(|found| found == name))
    };
    object.properties().into_iter().filter(has_name).collect()
}

fn last(object: &CstObject, name: &str) -> Option<CstObjectProp> {
    all(object, name).pop()
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(members) => object(members),
    }
}

fn object(members: &Map<String, Value>) -> CstInputValue {
    let members = members.iter();
    CstInputValue::Object(
        members
            .map(|(name, value)| (name.clone(), input(value)))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn members(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(members) => members,
            _ => panic!("expected an object"),
        }
    }

    fn set(text: &str, value: Value) -> String {
        let document = Document::parse(text).unwrap();
        document.set("servers", "mine", &members(value)).unwrap();
        document.to_string()
    }

    #[test]
    fn a_document_is_an_object_and_an_empty_text_is_empty() {
        let refusal = |text: &str| Document::parse(text).err();
        assert_eq!(refusal(" \n"), None);
        assert_eq!(refusal("[]").as_deref(), Some("is not a JSON object"));
        assert!(refusal("{a: 1}").unwrap().starts_with("is not JSON ("));
        assert_eq!(
            set("", json!({"command": "x"})),
            "{\n  \"servers\": {\n    \"mine\": {\n      \"command\": \"x\"\n    }\n  }\n}\n"
        );
    }

    #[test]
    fn everything_else_stays_as_it_is_written() {
        let text = "\
// Mine.
{
    \"big\": 123456789012345678901234567890, // exact
    \"twice\": 1, \"twice\": 2,
    \"servers\": {
        /* the other one */
        \"other\": {\"command\": \"y\",},
    },
}
";
        let expected = text.replace(
            "\"y\",},\n",
            "\"y\",},\n        \"mine\": {\n            \"command\": \"x\",\n        },\n",
        );
        assert_eq!(set(text, json!({"command": "x"})), expected);
    }

    #[test]
    fn members_and_variables_of_an_entry_are_kept() {
        let text = r#"{"servers": {"mine": {"command": "x", "disabled": true, "env": {"A": "1", "B": "2"}}}}"#;
        let changed = set(
            text,
            json!({"command": "z", "args": [], "env": {"B": "3", "C": "4"}}),
        );
        let changed: Value = serde_json::from_str(&changed).unwrap();
        assert_eq!(
            changed["servers"]["mine"],
            json!({"command": "z", "disabled": true, "env": {"A": "1", "B": "3", "C": "4"}, "args": []})
        );
        // Existing members are not touched.
        assert_eq!(set(text, json!({"env": {"A": "1"}})), format!("{text}\n"));
    }

    #[test]
    fn an_entry_of_another_kind_is_replaced() {
        let text = r#"{"servers": {"mine": {"url": "http://a"}}}"#;
        let changed: Value = serde_json::from_str(&set(text, json!({"command": "x"}))).unwrap();
        assert_eq!(changed["servers"]["mine"], json!({"command": "x"}));
    }

    #[test]
    fn the_last_of_two_counts_and_both_are_removed() {
        let text =
            r#"{"servers": {"mine": {"command": "1"}, "mine": {"command": "2"}, "other": 1}}"#;
        let changed = set(text, json!({"command": "3"}));
        assert_eq!(changed, format!("{}\n", text.replace("\"2\"", "\"3\"")));
        let document = Document::parse(text).unwrap();
        assert!(document.remove("servers", "mine"));
        let left: Value = serde_json::from_str(&document.to_string()).unwrap();
        assert_eq!(left, json!({"servers": {"other": 1}}));
        assert!(!document.remove("servers", "mine"));
    }
}
