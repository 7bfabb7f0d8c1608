//! [`Columns`]: the columns of a result, with the JSON keys of its records.

use std::collections::{HashMap, HashSet};

use super::json::write_string;

/// The columns of a result, in their order.
#[derive(Debug, Default)]
pub(in crate::postgres) struct Columns {
    fields: Vec<Field>,
}

/// One column of a result.
#[derive(Debug)]
pub(super) struct Field {
    /// The name, unique among the columns.
    pub(super) name: String,
    type_oid: u32,
    /// The bytes before a value of this column in a record: `{"name":` or `,"name":`.
    pub(super) key: Vec<u8>,
}

impl Columns {
    /// Creates the columns from the names and type OIDs that the server sent.
    ///
    /// Duplicate names are numbered: the second `id` becomes `id_2`, or the next free name.
    pub(in crate::postgres) fn new(names: Vec<String>, type_oids: Vec<u32>) -> Self {
        let fields = unique(names).into_iter().zip(type_oids).enumerate();
        let fields = fields.map(|(at, (name, type_oid))| Field {
            key: key(at, &name),
            name,
            type_oid,
        });
        Self {
            fields: fields.collect(),
        }
    }

    /// Returns the number of columns.
    pub(in crate::postgres) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns the OIDs of the columns' types.
    pub(in crate::postgres) fn type_oids(&self) -> impl Iterator<Item = u32> + Clone {
        self.fields.iter().map(|field| field.type_oid)
    }

    /// Returns the names of the columns, each of them once.
    pub(in crate::postgres) fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.as_str())
    }

    pub(super) fn fields(&self) -> &[Field] {
        &self.fields
    }
}

fn key(at: usize, name: &str) -> Vec<u8> {
    let mut key = vec![if at == 0 { b'{' } else { b',' }];
    write_string(name, &mut key);
    key.push(b':');
    key
}

fn unique(names: Vec<String>) -> Vec<String> {
    let given: HashSet<String> = names.iter().cloned().collect();
    if given.len() == names.len() {
        return names;
    }
    let mut times: HashMap<String, u32> = HashMap::with_capacity(names.len());
    let mut free = |name: String| {
        let mut other = name.clone();
        loop {
            let number = times.entry(name.clone()).or_default();
            *number += 1;
            if *number == 1 {
                return other;
            }
            other = format!("{name}_{number}");
            if !given.contains(&other) {
                return other;
            }
        }
    };
    names.into_iter().map(&mut free).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_with_the_same_name_are_numbered() {
        let check = |names: &[&str], expected: &[&str]| {
            let names = names.iter().map(ToString::to_string).collect();
            assert_eq!(unique(names), expected);
        };
        check(&["id", "name"], &["id", "name"]);
        check(&["id", "id", "id"], &["id", "id_2", "id_3"]);
        check(&["id", "id", "id_2"], &["id", "id_3", "id_2"]);
        check(&["?column?", "?column?"], &["?column?", "?column?_2"]);
    }

    #[test]
    fn a_columns_key_is_escaped_json() {
        let columns = Columns::new(vec!["a\"b".into(), "c".into()], vec![23, 25]);
        assert_eq!(columns.fields[0].key, br#"{"a\"b":"#);
        assert_eq!(columns.fields[1].key, br#","c":"#);
        assert_eq!(columns.type_oids().collect::<Vec<_>>(), [23, 25]);
    }
}
