//! [`References`]: what the references in a schema lead to.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// A schema that can be referred to by address: the whole, or one with an `$id`.
pub(super) type Resource<'s> = &'s Value;

/// The names by which the parts of a schema can be referred to.
#[derive(Default)]
pub(super) struct References<'s> {
    ids: HashMap<&'s str, Resource<'s>>,
    /// By the address of the resource in memory, and the name.
    anchors: HashMap<(*const Value, &'s str), &'s Value>,
    dynamic_anchors: HashMap<&'s str, Vec<(&'s Value, Resource<'s>)>>,
}

impl<'s> References<'s> {
    /// Reads the names in `value`, a part of `resource`.
    pub(super) fn collect(&mut self, value: &'s Value, resource: Resource<'s>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.collect(item, resource)),
            Value::Object(members) => {
                let resource = if is_resource(members) {
                    value
                } else {
                    resource
                };
                let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
                if let Some(id) = text("$id") {
                    self.ids.insert(id.trim_end_matches('#'), resource);
                }
                if let Some(anchor) = text("$anchor") {
                    self.anchors.insert((resource, anchor), value);
                }
                if let Some(anchor) = text("$dynamicAnchor") {
                    self.anchors.insert((resource, anchor), value);
                    self.dynamic_anchors
                        .entry(anchor)
                        .or_default()
                        .push((value, resource));
                }
                members
                    .values()
                    .for_each(|member| self.collect(member, resource));
            }
            _ => {}
        }
    }

    /// Returns how many addresses are looked at to find a reference.
    pub(super) fn effort(&self, reference: &str) -> usize {
        let address = reference.split('#').next().unwrap_or_default();
        let is_known = address.is_empty() || self.ids.contains_key(address);
        if is_known { 1 } else { self.ids.len() }
    }

    /// Returns what a reference may lead to.
    ///
    /// # Errors
    /// If it leads out of the schema.
    pub(super) fn find(
        &self,
        reference: &str,
        resource: Resource<'s>,
        keyword: &str,
    ) -> Result<Vec<(&'s Value, Resource<'s>)>, String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let dynamic = self
            .dynamic_anchors
            .get(fragment)
            .filter(|_| keyword == "$dynamicRef");
        if let Some(targets) = dynamic {
            return Ok(targets.clone());
        }
        let resource = if address.is_empty() {
            Some(resource)
        } else {
            self.resource(address)
        };
        let target = resource.and_then(|resource| {
            let target = if fragment.is_empty() {
                Some(resource)
            } else if fragment.starts_with('/') {
                resource.pointer(&percent_decoded(fragment))
            } else {
                self.anchors
                    .get(&(std::ptr::from_ref(resource), fragment))
                    .copied()
            };
            Some((target?, resource))
        });
        match target {
            Some(target) => Ok(vec![target]),
            None => Err(format!(
                "it refers to `{reference}`, which is no part of it"
            )),
        }
    }

    fn resource(&self, address: &str) -> Option<Resource<'s>> {
        let whole = || {
            let mut ids = self.ids.iter();
            let (_, resource) = ids.find(|(id, _)| {
                let file = id.strip_suffix(address);
                file.is_some_and(|before| before.ends_with('/'))
            })?;
            Some(*resource)
        };
        self.ids.get(address).copied().or_else(whole)
    }
}

/// Whether references in a schema begin at it.
pub(super) fn is_resource(keywords: &Map<String, Value>) -> bool {
    let id = keywords.get("$id").and_then(Value::as_str);
    id.is_some_and(|id| !id.starts_with('#'))
}

fn percent_decoded(fragment: &str) -> String {
    percent_encoding::percent_decode_str(fragment)
        .decode_utf8_lossy()
        .into_owned()
}
