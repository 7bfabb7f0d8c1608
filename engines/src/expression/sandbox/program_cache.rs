//! [`ProgramCache`]: the programs that a worker has compiled.

use std::collections::{HashMap, hash_map::Entry};

use super::{
    super::{error::ExpressionError, form::Form},
    program::Program,
};

/// The most programs in the cache. Compiling one takes some 10 µs.
const MOST: usize = 64;

/// The most bytes of an expression and its names that is cached. The compiled program takes some
/// hundred times as much, and all of them together must leave room for values.
const LONGEST: usize = 512;

/// Compiled programs by expression and names.
#[derive(Debug, Default)]
pub(super) struct ProgramCache {
    programs: HashMap<(String, Vec<String>, Form), Program>,
    /// A program that is too long for the cache.
    last: Option<Program>,
}

impl ProgramCache {
    /// Returns the program of `expression` with `names`, compiled if it is new. A full cache is
    /// cleared first.
    pub(super) fn get(
        &mut self,
        expression: &str,
        names: Vec<String>,
        form: Form,
    ) -> Result<&Program, ExpressionError> {
        let length = expression.len() + names.iter().map(String::len).sum::<usize>();
        if length > LONGEST {
            let program = Program::compile(expression, names, form)?;
            return Ok(self.last.insert(program));
        }
        self.last = None;
        if self.programs.len() >= MOST {
            self.programs.clear();
        }
        match self.programs.entry((expression.to_owned(), names, form)) {
            Entry::Occupied(found) => Ok(found.into_mut()),
            Entry::Vacant(free) => {
                let (expression, names, form) = free.key();
                let program = Program::compile(expression, names.clone(), *form)?;
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
        let mut cache = ProgramCache::default();
        let first: *const Program = cache
            .get("a + 1", vec!["a".into()], Form::Expression)
            .unwrap();
        assert!(std::ptr::eq(
            cache
                .get("a + 1", vec!["a".into()], Form::Expression)
                .unwrap(),
            first
        ));
        cache
            .get("a + 2", vec!["a".into()], Form::Expression)
            .unwrap();
        cache
            .get("a + 1", vec!["b".into()], Form::Expression)
            .unwrap();
        assert_eq!(cache.programs.len(), 3);
    }

    #[test]
    fn the_cache_has_a_limit_and_takes_no_long_or_wrong_expression() {
        let mut cache = ProgramCache::default();
        for number in 0..1_000 {
            cache
                .get(&number.to_string(), Vec::new(), Form::Expression)
                .unwrap();
            assert!(cache.programs.len() <= MOST);
        }
        let before = cache.programs.len();
        let long = format!("1 #{}", "x".repeat(LONGEST));
        cache.get(&long, Vec::new(), Form::Expression).unwrap();
        assert!(cache.get("1 +", Vec::new(), Form::Expression).is_err());
        assert_eq!(cache.programs.len(), before);
    }
}
