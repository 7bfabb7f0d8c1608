//! [`Description`]: the columns of an answer, by which its rows are written.

use std::{
    collections::{HashMap, HashSet},
    io,
};

use super::json;
use crate::data::postgres::client::malformed;

/// The columns of an answer.
#[derive(Debug, Default)]
pub(in crate::data::postgres) struct Description {
    pub(in crate::data::postgres) fields: Vec<Field>,
}

/// One column.
#[derive(Debug)]
pub(in crate::data::postgres) struct Field {
    /// Its name, which no other column has.
    pub(in crate::data::postgres) name: String,
    /// The number of its type.
    pub(in crate::data::postgres) type_number: u32,
    /// What stands before its value in a record: `,"name":`.
    pub(super) key: Vec<u8>,
}

/// What follows a column's name: its table and its place there, its type, the type's size and modifier, the format.
const AFTER_NAME: usize = 18;

impl Description {
    /// Reads the server's description.
    pub(in crate::data::postgres) fn parse(body: &[u8]) -> io::Result<Self> {
        let (count, mut rest) = body.split_first_chunk().ok_or_else(malformed)?;
        let count = usize::from(u16::from_be_bytes(*count));
        let mut names = Vec::with_capacity(count);
        let mut numbers = Vec::with_capacity(count);
        for _ in 0..count {
            let end = memchr::memchr(0, rest).ok_or_else(malformed)?;
            names.push(String::from_utf8_lossy(&rest[..end]).into_owned());
            let after = rest.get(end + 1..).ok_or_else(malformed)?;
            let (facts, after) = after.split_at_checked(AFTER_NAME).ok_or_else(malformed)?;
            let number = facts[6..].first_chunk().ok_or_else(malformed)?;
            numbers.push(u32::from_be_bytes(*number));
            rest = after;
        }
        let fields = unique(names).into_iter().zip(numbers).enumerate();
        let fields = fields.map(|(at, (name, type_number))| Field {
            key: key(at, &name),
            name,
            type_number,
        });
        Ok(Self {
            fields: fields.collect(),
        })
    }

    /// The numbers of the columns' types.
    pub(in crate::data::postgres) fn type_numbers(&self) -> impl Iterator<Item = u32> + Clone {
        self.fields.iter().map(|field| field.type_number)
    }
}

fn key(at: usize, name: &str) -> Vec<u8> {
    let mut key = vec![if at == 0 { b'{' } else { b',' }];
    json::write_text(name, &mut key);
    key.push(b':');
    key
}

/// The names, each of them once: the second `id` is `id_2`, or the next such name that no column has.
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
    fn columns_of_one_name_are_numbered() {
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
    fn a_description_that_is_cut_is_malformed() {
        let mut body = vec![0, 1];
        body.extend(b"a\"b\0");
        body.extend([
            0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0,
        ]);
        let description = Description::parse(&body).unwrap();
        assert_eq!(description.fields[0].key, br#"{"a\"b":"#);
        assert_eq!(description.fields[0].type_number, 23);
        for end in 0..body.len() {
            assert!(Description::parse(&body[..end]).is_err(), "{end}");
        }
    }
}
