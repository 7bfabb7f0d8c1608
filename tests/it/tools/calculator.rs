//! `calculator`, through the in-memory client.

use futures_util::future::join_all;
use serde_json::{Value, json};
use toolwright::Client;

use crate::harness::Home;

async fn client() -> Client {
    super::client(&[]).await
}

/// Returns the value of an expression, or the error.
async fn evaluate(client: &Client, expression: &str, variables: Value) -> Result<Value, String> {
    let arguments = json!({"expression": expression, "variables": variables});
    let answer = client.call("calculator", arguments).await.unwrap();
    match answer.structured_value() {
        Some(mut value) if !answer.is_error => Ok(value["result"].take()),
        _ => Err(answer.joined_text()),
    }
}

async fn assert_values(table: &[(&str, Value)]) {
    let client = client().await;
    for (expression, value) in table {
        let found = evaluate(&client, expression, json!({})).await;
        assert_eq!(found.as_ref(), Ok(value), "{expression}");
    }
}

async fn assert_errors(table: &[(&str, &str)]) {
    let client = client().await;
    for (expression, message) in table {
        let found = evaluate(&client, expression, json!({})).await;
        assert_eq!(found, Err((*message).to_owned()), "{expression}");
    }
}

#[tokio::test]
async fn variables_are_names_in_the_expression() {
    let client = client().await;
    let answer = client
        .call(
            "calculator",
            json!({"expression": "num1 * num2", "variables": {"num1": 5, "num2": 3}}),
        )
        .await
        .unwrap();
    assert_eq!(answer.joined_text(), "15");
    assert_eq!(answer.structured_value(), Some(json!({"result": 15})));
    for (expression, variables, value) in [
        ("a", json!({"a": null}), json!(null)),
        (
            "a + 1",
            json!({"a": 18_446_744_073_709_551_615_u64}),
            json!("18446744073709551616"),
        ),
        (
            "a - 1",
            json!({"a": i64::MIN}),
            json!("-9223372036854775809"),
        ),
        ("a / 2", json!({"a": 1.5}), json!(0.75)),
        (
            "a",
            json!({"a": -98.953_648_106_516_57}),
            json!(-98.953_648_106_516_57),
        ),
        (
            "a['b'][1] + a['c']",
            json!({"a": {"b": [1, "x"], "c": "y"}}),
            json!("xy"),
        ),
        ("not a", json!({"a": true}), json!(false)),
        ("금액 * 2", json!({"금액": 21}), json!(42)),
        // A variable shadows a built-in name.
        ("math + sum", json!({"math": 1, "sum": 2}), json!(3)),
    ] {
        let found = evaluate(&client, expression, variables).await;
        assert_eq!(found, Ok(value), "{expression}");
    }
}

#[tokio::test]
async fn an_expression_is_python() {
    assert_values(&[
        ("2 + 3 * 4 ** 2 / 8 - 7 // 2 % 3", json!(8.0)),
        ("-2 ** 2", json!(-4)),
        ("0.1 + 0.2", json!(0.300_000_000_000_000_04)),
        ("1 < 2 <= 2 != 3", json!(true)),
        ("'even' if 10 % 2 == 0 else 'odd'", json!("even")),
        ("[x * x for x in range(5) if x != 3]", json!([0, 1, 4, 16])),
        (
            "{k: v for k, v in zip('ab', [1, 2])}",
            json!({"a": 1, "b": 2}),
        ),
        ("sum(n for n in range(1, 101))", json!(5050)),
        ("round(math.sqrt(2), 3) + math.floor(math.pi)", json!(4.414)),
        (
            "max([3, 1, 2]) + min(3, 1) + abs(-4) + len('four')",
            json!(12),
        ),
        ("(lambda a, b=2: a ** b)(3)", json!(9)),
        (
            "(f := lambda n: 1 if n < 2 else n * f(n - 1))(10)",
            json!(3_628_800),
        ),
        ("f'{1234.5:,.2f}'", json!("1,234.50")),
        ("sorted('hello')[::-1]", json!(["o", "l", "l", "h", "e"])),
        ("1 +\n2 # with a comment\n+ 3", json!(6)),
        (
            "(datetime.date(2024, 3, 1) - datetime.date(2024, 2, 1)).days",
            json!(29),
        ),
    ])
    .await;
}

#[tokio::test]
async fn every_value_has_a_defined_json_form() {
    assert_values(&[
        ("None", json!(null)),
        ("9007199254740991", json!(9_007_199_254_740_991_i64)),
        ("9007199254740991 + 1", json!("9007199254740992")),
        ("-9007199254740991 - 1", json!("-9007199254740992")),
        ("2 ** 100", json!("1267650600228229401496703205376")),
        ("1e300 * 1e10", json!("Infinity")),
        ("-1e300 * 1e10", json!("-Infinity")),
        ("float('nan')", json!("NaN")),
        ("7 / 1", json!(7.0)),
        ("-98.95364810651657", json!(-98.953_648_106_516_57)),
        ("1e-9 / 379898763", json!(2.632_280_221_454_683e-18)),
        ("(1, (2,), [])", json!([1, [2], []])),
        ("{3}", json!([3])),
        ("{1: 'a', 2.5: 'b', None: 'c', True and 7: 'd'}", json!({"1": "a", "2.5": "b", "null": "c", "7": "d"})),
        ("b'\\x00\\xff'", json!("AP8=")),
        ("datetime.date(2026, 1, 2)", json!("2026-01-02")),
        ("datetime.datetime(2026, 1, 2, 3, 4, 5, 6)", json!("2026-01-02T03:04:05.000006")),
        ("datetime.datetime(1, 1, 2, tzinfo=datetime.timezone(-datetime.timedelta(hours=3, minutes=30)))", json!("0001-01-02T00:00:00-03:30")),
        ("datetime.time(23, 59)", json!("23:59:00")),
        ("datetime.timedelta(days=1, milliseconds=1)", json!(86_400.001)),
        ("-datetime.timedelta(seconds=1)", json!(-1)),
    ])
    .await;
}

#[tokio::test]
async fn an_error_says_how_to_fix_the_expression() {
    assert_errors(&[
        ("1 +", "syntax error in line 1, column 4: Expected an expression"),
        ("(1 +\n 2) 3", "syntax error in line 2, column 5: Unexpected token at the end of an expression"),
        ("1)+(2", "syntax error in line 1, column 2: Unexpected token at the end of an expression"),
        ("# nothing", "syntax error in line 1, column 10: Expected an expression"),
        ("1 +\n(yield 2)", "syntax error in line 2, column 2: The monty syntax parser does not yet support yield expressions"),
        ("x = 1", "syntax error in line 1, column 3: Unexpected token at the end of an expression"),
        ("import os", "syntax error in line 1, column 1: Expected an identifier, but found a keyword `import` that cannot be used here"),
        ("price * 2", "name 'price' is not defined"),
        ("sqrt(2)", "name 'sqrt' is not defined: did you mean `math.sqrt`?"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("[1][5]", "IndexError: list index out of range"),
        ("int('x')", "ValueError: invalid literal for int() with base 10: 'x'"),
        ("lambda: 1", "the result has no JSON form: it contains `<function '<lambda>' at 0xc>`: try `list(…)` or `str(…)`"),
        ("range(3)", "the result has no JSON form: it contains `range(0, 3)`: try `list(…)` or `str(…)`"),
        ("{1: 'a', '1': 'b'}", "the result has no JSON form: two keys of a `dict` are both written as `1`"),
        ("{(1, 2): 3}", "the result has no JSON form: it contains `(1, 2)`: try `list(…)` or `str(…)`"),
        ("(a := [], a.append(a), a)", "the result has no JSON form: it contains itself"),
        ("7 ** 6000", "the result has no JSON form: an integer has more than 4,300 digits"),
        ("'x' * 300_000", "the result is longer than 262144 bytes of JSON"),
        ("'\\0' * 200_000", "the result is longer than 262144 bytes of JSON"),
    ])
    .await;
}

#[tokio::test]
async fn an_unusable_variable_name_is_refused() {
    let client = client().await;
    for name in ["a b", "1a", "if", ""] {
        let found = evaluate(&client, "1", json!({name: 1})).await;
        let message = format!(
            "`{name}` cannot be the name of a variable: expected letters, digits and `_`, and no keyword of Python"
        );
        assert_eq!(found, Err(message));
    }
    let long = "x".repeat(1_100_000);
    let found = evaluate(&client, "1", json!({"a": long})).await;
    assert_eq!(
        found,
        Err("the variables are longer than 1048576 bytes of JSON".into())
    );
}

#[tokio::test]
async fn an_expression_has_at_most_10_kilobytes() {
    let client = client().await;
    let comment = |length: usize| format!("1 #{}", "x".repeat(length - 3));
    let longest = evaluate(&client, &comment(10_240), json!({})).await;
    assert_eq!(longest, Ok(json!(1)));
    let too_long = evaluate(&client, &comment(10_241), json!({})).await;
    assert!(too_long.unwrap_err().contains("`expression`: got \"1 #xxx"));
    let wide = format!("1 #{}", "가".repeat(5_000));
    assert_eq!(
        evaluate(&client, &wide, json!({})).await,
        Err("the expression is longer than 10240 bytes".into())
    );
}

#[tokio::test]
async fn concurrent_results_are_not_mixed_up() {
    let client = client().await;
    let calls = (0..200).map(|number| {
        let client = &client;
        async move {
            let variables = json!({"number": number});
            // Every tenth call needs a new worker.
            let expression = if number % 10 == 0 {
                "[number] * 10 ** 8"
            } else {
                "number + 1"
            };
            (number, evaluate(client, expression, variables).await)
        }
    });
    for (number, found) in join_all(calls).await {
        if number % 10 == 0 {
            let message = "memory limit: the expression needs more than 16 MB";
            assert_eq!(found, Err(message.into()));
        } else {
            assert_eq!(found, Ok(json!(number + 1)));
        }
    }
}

#[tokio::test]
async fn no_state_is_left_for_the_next_expression() {
    let client = client().await;
    assert_eq!(evaluate(&client, "(a := 1)", json!({})).await, Ok(json!(1)));
    let next = evaluate(&client, "a", json!({})).await;
    assert_eq!(next, Err("name 'a' is not defined".into()));
    // The same text with other names is another program.
    assert_eq!(evaluate(&client, "a", json!({"a": 2})).await, Ok(json!(2)));
    assert_eq!(evaluate(&client, "a", json!({"a": 3})).await, Ok(json!(3)));
    let error = evaluate(&client, "a", json!({"b": 2})).await;
    assert_eq!(error, Err("name 'a' is not defined".into()));
}

#[tokio::test]
async fn without_its_worker_the_tool_is_unavailable() {
    let home = Home::new();
    let server = home.server_with_worker("/nowhere/toolwright", &[]);
    let client = server.client().await.unwrap();
    let found = evaluate(&client, "1 + 1", json!({})).await;
    let message = "expressions cannot be evaluated now: No such file or directory (os error 2)";
    assert_eq!(found, Err(message.into()));
    // A program that is not a worker ends at once.
    let server = Home::new().server_with_worker("/bin/false", &[]);
    let client = server.client().await.unwrap();
    let found = evaluate(&client, "1 + 1", json!({})).await;
    let message = "expressions cannot be evaluated now: the worker ended with exit status: 1";
    assert_eq!(found, Err(message.into()));
}

/// The known differences of the interpreter from Python. A newer version that fixes one fails here.
#[tokio::test]
async fn differences_from_python_are_known() {
    assert_values(&[
        ("sum(1 for x in [1, 5] if x > 3)", json!(1)),
        // Python: 2499999999.0, 1e+20, an `OverflowError`, a complex number.
        ("2.5 // 1e-9", json!(2_500_000_000.0)),
        ("round(1e20, 3)", json!(99_999_999_999_999_980_000.0)),
        ("10.0 ** 400", json!("Infinity")),
        ("(-1) ** 0.5", json!("NaN")),
    ])
    .await;
    assert_errors(&[
        (
            "sum(x > 3 for x in [1, 5])",
            "TypeError: unsupported operand type(s) for +: 'int' and 'bool'",
        ),
        (
            "10**20 // 1e20",
            "TypeError: unsupported operand type(s) for //: 'int' and 'float'",
        ),
        (
            "math.sqrt(10**20)",
            "TypeError: must be real number, not int",
        ),
        (
            "math.prod([2, 3])",
            "AttributeError: module 'math' has no attribute 'prod'",
        ),
    ])
    .await;
}
