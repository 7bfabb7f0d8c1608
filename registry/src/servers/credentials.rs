//! Credentials in the entries of `mcp.json`: headers and variables that are sealed.
//!
//! ```json
//! {"url": "https://tickets.example.com/mcp", "headers": {"Authorization": "sealed:v1:…"}}
//! ```
//!
//! A value that comes through the API or the command line is sealed if it looks like a credential, or
//! if somebody says that it is one. One that refers to a variable (`${TOKEN}`) stays as it is.

use serde_json::{Map, Value};
use toolwright_base::{CodedText, Redactor};

use crate::{
    sealing::{Place, SealedText, SecretKeys, Unreadable},
    texts,
};

/// The members of an entry that may have credentials.
const MEMBERS: [&str; 2] = ["headers", "env"];
/// How tokens of well-known services, and headers with tokens, begin.
const PREFIXES: [&str; 10] = [
    "Bearer ",
    "Basic ",
    "sk-",
    "ghp_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "eyJ",
];

/// A header or a variable of an entry.
struct EntryValue<'a> {
    /// `headers` or `env`.
    member: &'static str,
    name: &'a str,
    value: &'a mut Value,
}

impl EntryValue<'_> {
    fn text(&self) -> &str {
        self.value.as_str().unwrap_or_default()
    }

    /// The path of the value in the entry.
    fn path(&self) -> String {
        format!("{}.{}", self.member, self.name)
    }

    fn is_credential(&self) -> bool {
        let text = self.text();
        let looks_so = Redactor::is_sensitive(self.name)
            || PREFIXES.iter().any(|prefix| text.starts_with(prefix));
        looks_so && !text.is_empty() && !text.contains("${")
    }

    /// Returns what is stored in its place, or `None` if that is the value itself. `kept` is what was
    /// stored before.
    fn stored(
        &self,
        place: Place<'_>,
        kept: Option<&Value>,
        marked: &[String],
        keys: &SecretKeys,
    ) -> Result<Option<Value>, CodedText> {
        if self.text() == Redactor::MASK {
            let missing = texts::kept_nothing();
            return kept.cloned().map(Some).ok_or(missing);
        }
        if let Some(sealed) = SealedText::of(self.text()) {
            let elsewhere = |why: Unreadable| texts::not_sealed_here(why.to_string());
            return sealed.open(keys, place).map(|_| None).map_err(elsewhere);
        }
        let is_new = kept != Some(&*self.value) && self.is_credential();
        if !is_new && !self.is_among(marked) {
            return Ok(None);
        }
        let sealed = SealedText::seal(keys, place, self.text());
        let sealed = sealed.ok_or_else(texts::no_sealing_key)?;
        Ok(Some(sealed.as_str().into()))
    }

    /// Returns whether somebody says that it is a credential. The case of a header has no meaning.
    fn is_among(&self, names: &[String]) -> bool {
        names.iter().any(|name| match self.member {
            "headers" => name.eq_ignore_ascii_case(self.name),
            _ => name == self.name,
        })
    }
}

/// Returns the headers and variables of an entry.
fn values(entry: &mut Map<String, Value>) -> impl Iterator<Item = EntryValue<'_>> {
    let members = entry.iter_mut().filter_map(|(found, value)| {
        let member = MEMBERS.into_iter().find(|member| member == found)?;
        Some((member, value.as_object_mut()?))
    });
    let values = members.flat_map(|(member, object)| {
        object.iter_mut().map(move |(name, value)| EntryValue {
            member,
            name,
            value,
        })
    });
    values.filter(|found| found.value.is_string())
}

/// The record of the credentials of a server. No tool is called so.
fn record(server: &str) -> String {
    format!("mcpServers.{server}")
}

/// Why an entry cannot be stored: the path of a value, and the reason.
pub(super) type Refused = (String, CodedText);

/// Seals the credentials in the entry of `server`, and those values whose name is `marked`. A mask keeps
/// the value of `before`, and so does a value that stays as it was.
///
/// # Errors
/// If a mask has no value to keep, a sealed value belongs elsewhere, or there is no key.
pub(super) fn seal(
    entry: &mut Map<String, Value>,
    server: &str,
    before: Option<&Map<String, Value>>,
    marked: &[String],
    keys: &SecretKeys,
) -> Result<(), Refused> {
    let record = record(server);
    for found in values(entry) {
        let path = found.path();
        let kept = before.and_then(|before| before.get(found.member)?.get(found.name));
        let place = Place {
            record: &record,
            field: &path,
        };
        match found.stored(place, kept, marked, keys) {
            Ok(None) => {}
            Ok(Some(stored)) => *found.value = stored,
            Err(why) => return Err((path, why)),
        }
    }
    Ok(())
}

/// Replaces the credentials in an entry by asterisks. Returns whether a sealed one was there.
pub(super) fn mask(entry: &mut Map<String, Value>) -> bool {
    let mut has_sealed = false;
    for found in values(entry) {
        let is_sealed = SealedText::of(found.text()).is_some();
        has_sealed |= is_sealed;
        if is_sealed || found.is_credential() {
            *found.value = Redactor::MASK.into();
        }
    }
    has_sealed
}

/// Seals the data keys of the credentials of `server` with the first key. Returns whether something
/// changed.
///
/// # Errors
/// If a credential cannot be opened.
pub(super) fn rewrap(
    entry: &mut Map<String, Value>,
    server: &str,
    keys: &SecretKeys,
) -> Result<bool, Unreadable> {
    let (record, mut is_changed) = (record(server), false);
    for found in values(entry) {
        let field = found.path();
        let Some(sealed) = SealedText::of(found.text()) else {
            continue;
        };
        let place = Place {
            record: &record,
            field: &field,
        };
        if let Some(next) = sealed.rewrap(keys, place)? {
            *found.value = next.as_str().into();
            is_changed = true;
        }
    }
    Ok(is_changed)
}

/// Returns the credential that `text` has in sealed form, or `None` if it has none.
///
/// # Errors
/// If it cannot be opened.
pub(super) fn open(
    text: &str,
    server: &str,
    path: &str,
    keys: &SecretKeys,
) -> Result<Option<String>, Unreadable> {
    let Some(sealed) = SealedText::of(text) else {
        return Ok(None);
    };
    let record = record(server);
    let place = Place {
        record: &record,
        field: path,
    };
    Ok(Some(sealed.open(keys, place)?.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sealing::generate;

    fn map(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            _ => panic!("expected an object"),
        }
    }

    fn keys() -> SecretKeys {
        SecretKeys::parse(&generate()).unwrap()
    }

    #[test]
    fn what_looks_like_a_credential_or_is_marked_is_sealed() {
        let keys = keys();
        let mut entry = map(json!({
            "url": "https://a.test",
            "headers": {"Authorization": "Bearer abc", "X-Team": "blue", "X-Place": "home",
                        "X-Api-Key": "${KEY}", "X-Plain": "ghp_0123"},
        }));
        seal(&mut entry, "a", None, &["x-place".to_owned()], &keys).unwrap();
        let header = |name: &str| entry["headers"][name].as_str().unwrap();
        for sealed in ["Authorization", "X-Place", "X-Plain"] {
            assert!(header(sealed).starts_with("sealed:v1:"), "{sealed}");
        }
        assert_eq!((header("X-Team"), header("X-Api-Key")), ("blue", "${KEY}"));
        let read = |server, path| open(header("Authorization"), server, path, &keys);
        let path = "headers.Authorization";
        assert_eq!(read("a", path), Ok(Some("Bearer abc".to_owned())));
        assert_eq!(read("b", path), Err(Unreadable::Changed));
        assert_eq!(read("a", "headers.X-Place"), Err(Unreadable::Changed));
        let mut shown = entry.clone();
        assert!(mask(&mut shown));
        assert_eq!(shown["headers"]["Authorization"], Redactor::MASK);
        assert_eq!(shown["headers"]["X-Api-Key"], "${KEY}");
    }

    #[test]
    fn a_mask_keeps_the_value_and_nothing_else_is_taken_for_it() {
        let keys = keys();
        let mut before =
            map(json!({"command": "x", "env": {"TOKEN": "abc", "OLD_TOKEN": "plain"}}));
        seal(&mut before, "a", None, &[], &keys).unwrap();
        before["env"]["OLD_TOKEN"] = json!("plain");
        let masked = json!({"env": {"TOKEN": Redactor::MASK, "OLD_TOKEN": "plain"}});
        let mut entry = map(masked.clone());
        seal(&mut entry, "a", Some(&before), &[], &keys).unwrap();
        assert_eq!(entry["env"], before["env"]);
        let refused = seal(&mut map(masked), "a", None, &[], &keys).unwrap_err();
        assert_eq!(refused.0, "env.TOKEN");
        let refused = seal(&mut before, "other", None, &[], &keys).unwrap_err();
        assert!(
            refused.1.as_str().contains("was sealed here"),
            "{}",
            refused.1
        );
    }
}
