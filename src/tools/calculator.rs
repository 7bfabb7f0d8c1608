//! `calculator`: evaluates an expression.
//!
//! The language and its limits are those of the engine, [`Expressions`].

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright::{Context, State, ToolError, tool};
use toolwright_engines::expression::{ExpressionError, Expressions};

/// The value of an expression.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Calculation(Value);

/// A value of any type, so that the result is wrapped like that of every tool with such values.
impl JsonSchema for Calculation {
    fn schema_name() -> Cow<'static, str> {
        "Calculation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["array", "boolean", "null", "number", "object", "string"],
            "description": "The value. Integers of more than 15 digits are text, so that none is \
                rounded.",
        })
    }
}

/// Evaluates one Python expression and returns its value. Use it for every calculation.
///
/// Arithmetic (`+ - * / // % **`), comparisons, `x if test else y`, lists, dicts, comprehensions,
/// lambdas, `(name := value)`, strings and f-strings; the built-in functions (`abs`, `round`, `min`,
/// `max`, `sum`, `sorted`, `len`, `range`, …); the modules `math` (`math.sqrt(2)`) and `datetime`
/// (without the current time). No statements, no `import`, no files, no network. Limits: 10 KB of
/// code, 0.2 s, 16 MB. Count with `sum(1 for x in items if x > 3)`: booleans cannot be added.
///
/// Examples: `num1 * num2` with the variables {"num1": 5, "num2": 3} is 15;
/// `sum(p * 1.19 for p in prices)`;
/// `(datetime.date(2026, 12, 24) - datetime.date(2026, 11, 15)).days`.
#[tool(
    title = "Calculator",
    read_only,
    idempotent,
    parallel,
    tags("calculation"),
    examples(
        "What is 12 * 7?",
        "Work out the average of these numbers.",
        "How much is 15 % of 80?",
        "Calculate 1,234 divided by 7, rounded to 2 places.",
        "How many days are there between 15 March and 24 December 2026?",
        "We are six people and want to split a bill of 187.40 evenly.",
        "(3.5 + 4.2) * 19 - 7 ** 2",
        "sqrt of 2, quick",
        "The student needs the median of 4, 8, 15, 16, 23 and 42.",
        "3456 곱하기 78은 얼마야?",
        "187,000원을 여섯 명이 나누면 한 사람당 얼마야?",
        "계산해줘",
        "이 숫자들의 합계와 평균을 구해줘",
    )
)]
pub(super) async fn calculator(
    context: Context,
    expressions: State<Expressions>,
    /// The expression, for instance `round(price * 1.19, 2)`.
    #[length(1..=10240)]
    expression: String,
    /// The values of the names in the expression, for instance {"price": 19.99}.
    variables: Option<Map<String, Value>>,
) -> Result<Calculation, ToolError> {
    let variables = variables.unwrap_or_default();
    let _turn = expressions.turn(context.client().caller()).await;
    match expressions.evaluate(&expression, &variables).await {
        Ok(value) => Ok(Calculation(value)),
        Err(error @ ExpressionError::Unavailable(_)) => {
            Err(ToolError::unavailable(error.to_string()))
        }
        Err(error) => Err(error.into()),
    }
}
