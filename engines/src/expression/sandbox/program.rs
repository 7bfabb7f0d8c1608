//! [`Program`]: a compiled expression, its failures, and the [`ProgramCache`] that keeps it.

use std::collections::{HashMap, hash_map::Entry};

use monty::MontyRun;
use monty_types::{
    CompileOptions, ExcType, MontyException, MontyObject, PrintWriter, ResourceLimits,
    ResourceTracker,
};
use ruff_python_parser::{Mode, ParseOptions, parse};

use super::super::{
    analysis::check_statements,
    error::{ExpressionError, ExpressionLimits, Limit, MODULES, shorten, syntax_error},
    request::Form,
};

/// The most levels of nested calls. Nested lists count too when they are compared or printed.
const MAX_DEPTH: usize = 200;

/// A compiled expression.
#[derive(Debug)]
pub(super) struct Program(MontyRun);

impl Program {
    /// Compiles `expression`, which can use `names`.
    pub(super) fn compile(
        expression: &str,
        names: Vec<String>,
        form: Form,
    ) -> Result<Self, ExpressionError> {
        match form {
            Form::Expression => check(expression)?,
            Form::Statements => check_program(expression)?,
        }
        if let Some(name) = names.iter().find(|name| !is_name(name)) {
            return Err(ExpressionError::Variable(shorten(name)));
        }
        let mut modules = MODULES.to_vec();
        modules.retain(|module| !names.iter().any(|name| name == module));
        // Always one line with the imports and one with the parenthesis before the expression,
        // which may have any number of lines.
        let import = match modules.len() {
            0 => String::new(),
            _ => format!("import {}", modules.join(", ")),
        };
        let (source, lines_before) = match form {
            Form::Expression => (format!("{import}\n(\n{expression}\n)"), 2),
            Form::Statements => (format!("{import}\n{expression}\nresult"), 1),
        };
        MontyRun::new(source, "expression", names, CompileOptions::default())
            .map(Self)
            .map_err(|exception| syntax(&exception, lines_before))
    }

    /// Returns the value of the expression. `values` belong to the names that it was compiled with.
    pub(super) fn run(
        &self,
        values: Vec<MontyObject>,
        limits: &ExpressionLimits,
    ) -> Result<MontyObject, ExpressionError> {
        let memory = usize::try_from(limits.memory).unwrap_or(usize::MAX);
        let tracker = ResourceTracker::new(
            ResourceLimits::default()
                .max_memory(memory)
                .max_recursion_depth(MAX_DEPTH),
        );
        self.0
            .run(values, tracker, PrintWriter::Disabled)
            .map_err(|exception| failure(&exception, limits))
    }
}

/// Returns whether the interpreter accepts `name` as the name of a variable.
fn is_name(name: &str) -> bool {
    let names = vec![name.to_owned()];
    MontyRun::new("0".into(), "name", names, CompileOptions::default()).is_ok()
}

/// Checks that the text is one complete expression. It is compiled in parentheses, so a text with
/// an unmatched `)` must be refused first.
fn check(expression: &str) -> Result<(), ExpressionError> {
    parse(
        expression,
        ParseOptions::from(Mode::ParenthesizedExpression),
    )
    .map(drop)
    .map_err(|wrong| syntax_error(expression, &wrong))
}

/// Checks that the text is statements that end in `result = …`.
fn check_program(text: &str) -> Result<(), ExpressionError> {
    match parse(text, ParseOptions::from(Mode::Module)) {
        Ok(parsed) => check_statements(parsed.syntax()),
        Err(wrong) => Err(syntax_error(text, &wrong)),
    }
}

/// Returns the syntax error of an exception, `lines` lines further up.
fn syntax(exception: &MontyException, lines: u32) -> ExpressionError {
    let place = exception.traceback().last().map(|frame| frame.start);
    ExpressionError::Syntax {
        line: place.map_or(1, |place| place.line.saturating_sub(lines).max(1)),
        column: place.map_or(1, |place| place.column),
        message: shorten(exception.message().unwrap_or_default()),
    }
}

/// The most programs in the cache. Compiling one takes some 10 µs.
const MAX_PROGRAMS: usize = 64;

/// The most bytes of an expression and its names that is cached. The compiled program takes some
/// hundred times as much, and all of them together must leave room for values.
const MAX_LENGTH: usize = 512;

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
        if length > MAX_LENGTH {
            let program = Program::compile(expression, names, form)?;
            return Ok(self.last.insert(program));
        }
        self.last = None;
        if self.programs.len() >= MAX_PROGRAMS {
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

/// Returns what `exception` means to the author of the expression.
pub(super) fn failure(exception: &MontyException, limits: &ExpressionLimits) -> ExpressionError {
    let message = shorten(exception.message().unwrap_or_default());
    match exception.exc_type() {
        ExcType::NameError | ExcType::UnboundLocalError => ExpressionError::Undefined {
            message: with_hint(message),
        },
        ExcType::MemoryError => Limit::Memory(limits.memory).into(),
        ExcType::RecursionError => Limit::Depth.into(),
        // Access to the world outside, and the few parts of Python that are not implemented.
        ExcType::NotImplementedError => ExpressionError::Refused(message),
        kind => ExpressionError::Raised {
            kind: kind.to_string(),
            message,
        },
    }
}

/// Adds the function of `math` that was meant, if the undefined name is one.
fn with_hint(message: String) -> String {
    match message.split('\'').nth(1) {
        Some(name) if is_in_math(name) => format!("{message}: did you mean `math.{name}`?"),
        _ => message,
    }
}

fn is_in_math(name: &str) -> bool {
    let source = format!("import math\nmath.{name}");
    MontyRun::new(source, "hint", Vec::new(), CompileOptions::default())
        .and_then(|program| {
            program.run(
                Vec::new(),
                ResourceTracker::default(),
                PrintWriter::Disabled,
            )
        })
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::error::Limit;

    fn place(expression: &str) -> Option<(u32, u32)> {
        match Program::compile(expression, Vec::new(), Form::Expression) {
            Err(ExpressionError::Syntax { line, column, .. }) => Some((line, column)),
            _ => None,
        }
    }

    #[test]
    fn the_position_of_an_error_is_that_in_the_expression() {
        for (expression, expected) in [
            ("1 + 2", None),
            ("1 + + ", Some((1, 7))),
            ("한글 + )", Some((1, 6))),
            ("1 +\n2 +\n]", Some((3, 1))),
            // The parser accepts it, the compiler does not.
            ("1 + 2j", Some((1, 5))),
            ("[\n  (yield)\n]", Some((2, 4))),
        ] {
            assert_eq!(place(expression), expected, "{expression}");
        }
    }

    #[test]
    fn only_one_complete_expression_is_accepted() {
        for text in [
            "",
            " ",
            "# 1",
            "1; 2",
            "1\n2",
            "x = 1",
            "x: int",
            "pass",
            "del x",
            "1)+(2",
            ")(",
            "1)\nimport os\n(",
            "1)#",
            "(1",
            "'''",
            "1\\\n)\\\n(2",
            "*a",
        ] {
            assert!(place(text).is_some(), "{text}");
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        let deep = "(".repeat(300) + "1" + &")".repeat(300);
        let found = Program::compile(&deep, Vec::new(), Form::Expression);
        assert!(matches!(found, Err(ExpressionError::Limit(Limit::Depth))));
    }

    #[test]
    fn a_name_is_an_identifier_and_not_a_keyword() {
        for (name, expected) in [
            ("a", true),
            ("_1", true),
            ("é", true),
            ("1", false),
            ("a.b", false),
            ("for", false),
        ] {
            assert_eq!(is_name(name), expected, "{name}");
        }
    }

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
            assert!(cache.programs.len() <= MAX_PROGRAMS);
        }
        let before = cache.programs.len();
        let long = format!("1 #{}", "x".repeat(MAX_LENGTH));
        cache.get(&long, Vec::new(), Form::Expression).unwrap();
        assert!(cache.get("1 +", Vec::new(), Form::Expression).is_err());
        assert_eq!(cache.programs.len(), before);
    }
}
