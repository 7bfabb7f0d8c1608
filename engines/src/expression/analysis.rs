//! [`Analysis`]: what is known about a text before it runs.

use std::collections::BTreeSet;

use ruff_python_ast::{
    Expr, ExprContext, Mod, Parameters, Stmt,
    visitor::{Visitor, walk_expr, walk_parameters, walk_stmt},
};
use ruff_python_parser::{Mode, ParseOptions, parse};

use super::{
    error::{ExpressionError, Limit, MAX_BYTES, MODULES, syntax_error},
    request::Form,
};

/// The name that statements give their result.
const RESULT: &str = "result";

/// The built-in functions, types and exceptions that a text may name.
const BUILTINS: [&str; 61] = [
    "abs",
    "all",
    "any",
    "bin",
    "bool",
    "bytes",
    "chr",
    "dict",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "format",
    "frozenset",
    "hash",
    "hex",
    "int",
    "isinstance",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "next",
    "object",
    "oct",
    "ord",
    "pow",
    "print",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "slice",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "Exception",
    "IndexError",
    "KeyError",
    "LookupError",
    "NameError",
    "NotImplementedError",
    "OverflowError",
    "RecursionError",
    "RuntimeError",
    "StopIteration",
    "TypeError",
    "UnicodeError",
    "ValueError",
    "ZeroDivisionError",
    "Ellipsis",
    "NotImplemented",
];

/// The facts about a text that are known before it runs.
#[derive(Debug, PartialEq, Eq)]
pub struct Analysis {
    pub form: Form,
    /// The names that must come from outside: those of parameters, and mistakes.
    pub names: BTreeSet<String>,
}

impl Analysis {
    /// Analyzes a text: one expression, or statements that end in `result = …`.
    ///
    /// The parser needs a stack of `STACK` bytes.
    ///
    /// # Errors
    /// If it is neither, if it is too long, or if it imports something.
    pub fn of(text: &str) -> Result<Self, ExpressionError> {
        if text.len() > MAX_BYTES {
            return Err(Limit::Expression(MAX_BYTES).into());
        }
        let expression = parse(text, ParseOptions::from(Mode::ParenthesizedExpression));
        let wrong = match expression {
            Ok(parsed) => return Ok(Self::of_tree(parsed.syntax(), Form::Expression)),
            Err(wrong) => wrong,
        };
        let Ok(parsed) = parse(text, ParseOptions::from(Mode::Module)) else {
            return Err(syntax_error(text, &wrong));
        };
        check_statements(parsed.syntax())?;
        Ok(Self::of_tree(parsed.syntax(), Form::Statements))
    }

    fn of_tree(tree: &Mod, form: Form) -> Self {
        let mut names = Names::default();
        match tree {
            Mod::Module(module) => names.visit_body(&module.body),
            Mod::Expression(expression) => names.visit_expr(&expression.body),
        }
        let is_foreign = |name: &String| {
            let known = BUILTINS.contains(&name.as_str()) || MODULES.contains(&name.as_str());
            !known && !names.bound.contains(name)
        };
        Self {
            form,
            names: names
                .used
                .iter()
                .filter(|name| is_foreign(name))
                .cloned()
                .collect(),
        }
    }
}

/// Checks that statements import nothing and end in `result = …`.
pub(super) fn check_statements(tree: &Mod) -> Result<(), ExpressionError> {
    let Mod::Module(module) = tree else {
        return Ok(());
    };
    let mut names = Names::default();
    names.visit_body(&module.body);
    if names.has_import {
        return Err(ExpressionError::Refused("`import` is not allowed".into()));
    }
    let assigns_result = match module.body.last() {
        Some(Stmt::Assign(last)) => {
            let is_result =
                |target: &Expr| target.as_name_expr().is_some_and(|name| name.id == RESULT);
            last.targets.iter().any(is_result)
        }
        _ => false,
    };
    if assigns_result {
        return Ok(());
    }
    Err(ExpressionError::Refused(
        "expected one expression, or statements whose last one is `result = …`".into(),
    ))
}

/// The names of a text.
#[derive(Default)]
struct Names {
    used: BTreeSet<String>,
    bound: BTreeSet<String>,
    has_import: bool,
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(_) | Stmt::ImportFrom(_) => self.has_import = true,
            Stmt::FunctionDef(function) => drop(self.bound.insert(function.name.to_string())),
            Stmt::ClassDef(class) => drop(self.bound.insert(class.name.to_string())),
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression {
            let names = match name.ctx {
                ExprContext::Load => &mut self.used,
                _ => &mut self.bound,
            };
            names.insert(name.id.to_string());
        }
        walk_expr(self, expression);
    }

    fn visit_parameters(&mut self, parameters: &'a Parameters) {
        let names = parameters
            .iter()
            .map(|parameter| parameter.name().to_string());
        self.bound.extend(names);
        walk_parameters(self, parameters);
    }

    fn visit_except_handler(&mut self, handler: &'a ruff_python_ast::ExceptHandler) {
        let ruff_python_ast::ExceptHandler::ExceptHandler(inner) = handler;
        self.bound
            .extend(inner.name.as_ref().map(ToString::to_string));
        ruff_python_ast::visitor::walk_except_handler(self, handler);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let analysis = Analysis::of(text).unwrap();
        analysis.names.into_iter().collect()
    }

    #[test]
    fn names_that_a_text_does_not_bind_itself_come_from_outside() {
        for (text, expected) in [
            ("num1 * num2", &["num1", "num2"][..]),
            ("sum(p * rate for p in prices)", &["prices", "rate"]),
            ("(lambda x, *rest: x + y)(1)", &["y"]),
            ("(total := a) + total", &["a"]),
            ("math.sqrt(x)", &["x"]),
            ("result = arg1 * arg2", &["arg1", "arg2"]),
            ("t = a + b\nfor i in t:\n  t = i\nresult = t", &["a", "b"]),
            ("def f(x):\n  return x + k\nresult = f(a)", &["a", "k"]),
            ("[x for x in 값]", &["값"]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
    }

    #[test]
    fn statements_end_in_a_result_and_import_nothing() {
        for text in [
            "import os\nresult = 1",
            "from os import path\nresult = path",
            "def f():\n  import os\nresult = f()",
            "x = 1",
            "result = 1\nx = 2",
            "result += 1",
        ] {
            let found = Analysis::of(text);
            assert!(
                matches!(found, Err(ExpressionError::Refused(_))),
                "{text} {found:?}"
            );
        }
        let syntax = Analysis::of("result = ");
        assert!(
            matches!(syntax, Err(ExpressionError::Syntax { .. })),
            "{syntax:?}"
        );
    }
}
