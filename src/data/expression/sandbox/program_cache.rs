//! [`Programs`]: the programs that a worker has compiled.

use std::collections::{HashMap, hash_map::Entry};

use super::{super::error::ExpressionError, program::Program};

/// How many are kept. What is not kept is compiled again, in some 10 µs.
const MOST: usize = 64;

/// The longest expression that is kept, in bytes. A compiled one takes some hundred times as much, and all of them together must leave
/// room for values.
const LONGEST: usize = 512;

/// The programs that a worker has compiled: an expression and the names that it was given.
#[derive(Debug, Default)]
pub(super) struct Programs {
    kept: HashMap<(String, Vec<String>), Program>,
    last: Option<Program>,
}

impl Programs {
    /// The program of `expression` with `names`, compiled if it is new. When there are too many, all go.
    pub(super) fn get(
        &mut self,
        expression: &str,
        names: Vec<String>,
    ) -> Result<&Program, ExpressionError> {
        let length = expression.len() + names.iter().map(String::len).sum::<usize>();
        if length > LONGEST {
            let program = Program::compile(expression, names)?;
            return Ok(self.last.insert(program));
        }
        self.last = None;
        if self.kept.len() >= MOST {
            self.kept.clear();
        }
        match self.kept.entry((expression.to_owned(), names)) {
            Entry::Occupied(found) => Ok(found.into_mut()),
            Entry::Vacant(free) => {
                let (expression, names) = free.key();
                let program = Program::compile(expression, names.clone())?;
                Ok(free.insert(program))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_compiled_once() {
        let mut programs = Programs::default();
        let first: *const Program = programs.get("a + 1", vec!["a".into()]).unwrap();
        assert!(std::ptr::eq(
            programs.get("a + 1", vec!["a".into()]).unwrap(),
            first
        ));
        programs.get("a + 2", vec!["a".into()]).unwrap();
        programs.get("a + 1", vec!["b".into()]).unwrap();
        assert_eq!(programs.kept.len(), 3);
    }

    #[test]
    fn no_more_are_kept_than_there_is_room_for() {
        let mut programs = Programs::default();
        for number in 0..1_000 {
            programs.get(&number.to_string(), Vec::new()).unwrap();
            assert!(programs.kept.len() <= MOST);
        }
        let before = programs.kept.len();
        let long = format!("1 #{}", "x".repeat(LONGEST));
        programs.get(&long, Vec::new()).unwrap();
        assert!(programs.get("1 +", Vec::new()).is_err());
        assert_eq!(programs.kept.len(), before);
    }
}
