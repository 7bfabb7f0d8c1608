//! Exceptions of the interpreter as [`ExpressionError`]s.

use monty::MontyRun;
use monty_types::{CompileOptions, ExcType, MontyException, PrintWriter, ResourceTracker};

use super::super::{
    error::{ExpressionError, Limit},
    limits::ExpressionLimits,
    syntax::shorten,
};

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
