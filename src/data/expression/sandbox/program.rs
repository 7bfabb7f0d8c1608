//! [`Program`]: an expression that is compiled.

use monty::MontyRun;
use monty_types::{
    CompileOptions, MontyException, MontyObject, PrintWriter, ResourceLimits, ResourceTracker,
};
use ruff_python_parser::{Mode, ParseErrorType, ParseOptions, parse};

use super::{
    super::{
        error::{ExpressionError, Limit},
        limits::ExpressionLimits,
    },
    failure::{failure, shorten},
};

/// The modules that an expression can use, where no variable has their name.
const MODULES: [&str; 2] = ["math", "datetime"];

/// How deep calls may nest. A list in a list counts too, where it is compared or shown.
const DEEPEST: usize = 200;

/// An expression that is compiled.
#[derive(Debug)]
pub(super) struct Program(MontyRun);

impl Program {
    /// Compiles `expression`, in which `names` can be used.
    pub(super) fn compile(expression: &str, names: Vec<String>) -> Result<Self, ExpressionError> {
        check(expression)?;
        if let Some(name) = names.iter().find(|name| !is_name(name)) {
            return Err(ExpressionError::Variable(shorten(name)));
        }
        let mut modules = MODULES.to_vec();
        modules.retain(|module| !names.iter().any(|name| name == module));
        // Always one line before the expression and one with the parenthesis, in which it may have as many lines as it likes.
        let import = match modules.len() {
            0 => String::new(),
            _ => format!("import {}", modules.join(", ")),
        };
        let source = format!("{import}\n(\n{expression}\n)");
        MontyRun::new(source, "expression", names, CompileOptions::default())
            .map(Self)
            .map_err(|exception| syntax(&exception, 2))
    }

    /// Its value, where the names that it was compiled with have these values.
    pub(super) fn run(
        &self,
        values: Vec<MontyObject>,
        limits: &ExpressionLimits,
    ) -> Result<MontyObject, ExpressionError> {
        let memory = usize::try_from(limits.memory).unwrap_or(usize::MAX);
        let tracker = ResourceTracker::new(
            ResourceLimits::default()
                .max_memory(memory)
                .max_recursion_depth(DEEPEST),
        );
        self.0
            .run(values, tracker, PrintWriter::Disabled)
            .map_err(|exception| failure(&exception, limits))
    }
}

/// Whether the interpreter takes `name` for a variable's.
fn is_name(name: &str) -> bool {
    let names = vec![name.to_owned()];
    MontyRun::new("0".into(), "name", names, CompileOptions::default()).is_ok()
}

/// Whether the text is one expression by itself. A `)` that closes the parenthesis which is put around it is not.
fn check(expression: &str) -> Result<(), ExpressionError> {
    let Err(wrong) = parse(
        expression,
        ParseOptions::from(Mode::ParenthesizedExpression),
    ) else {
        return Ok(());
    };
    if matches!(wrong.error, ParseErrorType::RecursionLimitExceeded) {
        return Err(Limit::Depth.into());
    }
    let before = &expression[..wrong.location.start().to_usize().min(expression.len())];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Err(ExpressionError::Syntax {
        line: number(before.matches('\n').count() + 1),
        column: number(before[line_start..].chars().count() + 1),
        message: shorten(&wrong.error.to_string()),
    })
}

/// What the interpreter does not compile, `lines` lines further up.
fn syntax(exception: &MontyException, lines: u32) -> ExpressionError {
    let place = exception.traceback().last().map(|frame| frame.start);
    ExpressionError::Syntax {
        line: place.map_or(1, |place| place.line.saturating_sub(lines).max(1)),
        column: place.map_or(1, |place| place.column),
        message: shorten(exception.message().unwrap_or_default()),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(expression: &str) -> Option<(u32, u32)> {
        match Program::compile(expression, Vec::new()) {
            Err(ExpressionError::Syntax { line, column, .. }) => Some((line, column)),
            _ => None,
        }
    }

    #[test]
    fn the_place_of_a_mistake_is_where_the_writer_sees_it() {
        for (expression, expected) in [
            ("1 + 2", None),
            ("1 + + ", Some((1, 7))),
            ("한글 + )", Some((1, 6))),
            ("1 +\n2 +\n]", Some((3, 1))),
            // The parser takes it, the compiler does not.
            ("1 + 2j", Some((1, 5))),
            ("[\n  (yield)\n]", Some((2, 4))),
        ] {
            assert_eq!(place(expression), expected, "{expression}");
        }
    }

    #[test]
    fn only_an_expression_by_itself_is_taken() {
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
    fn depth_has_a_limit_of_its_own() {
        let deep = "(".repeat(300) + "1" + &")".repeat(300);
        let found = Program::compile(&deep, Vec::new());
        assert!(matches!(found, Err(ExpressionError::Limit(Limit::Depth))));
    }

    #[test]
    fn a_name_is_an_identifier_and_no_keyword() {
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
}
