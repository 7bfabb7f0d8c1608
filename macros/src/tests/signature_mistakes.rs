//! Mistakes in the function itself, which every attribute refuses alike.

use super::refusal::refuses;
use crate::tool::expand as tool;

#[test]
fn a_function_has_a_doc_comment() {
    let message =
        "`add` has no doc comment: expected `/// …` above it, the description of the tool";
    refuses(tool, "", "fn add() {}", &[(message, "add")]);
}

#[test]
fn an_empty_doc_comment_is_none() {
    let message =
        "`add` has no doc comment: expected `/// …` above it, the description of the tool";
    refuses(tool, "", "///\nfn add() {}", &[(message, "add")]);
}

#[test]
fn a_method_is_refused() {
    let message = "`self` is not supported: expected a free function, with its state in `State<T>`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(&self, a: i64) {}",
        &[(message, "&self")],
    );
}

#[test]
fn a_type_parameter_is_refused() {
    let message = "generic parameter `T` is not supported: expected concrete types";
    refuses(
        tool,
        "",
        "/// Add.\nfn add<T: Copy>(a: T) {}",
        &[(message, "T: Copy")],
    );
}

#[test]
fn a_const_parameter_is_refused() {
    let message = "generic parameter `N` is not supported: expected concrete types";
    refuses(
        tool,
        "",
        "/// Add.\nfn add<const N: usize>() {}",
        &[(message, "const N: usize")],
    );
}

#[test]
fn a_lifetime_parameter_is_refused() {
    let message = "generic parameter `'a` is not supported: expected owned types";
    refuses(tool, "", "/// Add.\nfn add<'a>() {}", &[(message, "'a")]);
}

#[test]
fn impl_trait_is_refused_as_a_parameter() {
    let message = "`impl Copy` is not supported: expected a concrete type";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(a: impl Copy) {}",
        &[(message, "impl Copy")],
    );
}

#[test]
fn impl_trait_is_refused_as_a_result() {
    let message = "`impl Copy` is not supported: expected a concrete type";
    refuses(
        tool,
        "",
        "/// Add.\nfn add() -> Option<impl Copy> { None }",
        &[(message, "impl Copy")],
    );
}

#[test]
fn an_unsafe_function_is_refused() {
    let message = "`unsafe` is not supported: expected a safe function";
    refuses(
        tool,
        "",
        "/// Add.\nunsafe fn add() {}",
        &[(message, "unsafe")],
    );
}

#[test]
fn a_foreign_function_is_refused() {
    let message = "`extern \"C\"` is not supported: expected a Rust function";
    refuses(
        tool,
        "",
        "/// Add.\nextern \"C\" fn add() {}",
        &[(message, "extern \"C\"")],
    );
}

#[test]
fn a_variadic_function_is_refused() {
    let message = "`...` is not supported: expected named parameters";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(a: i64, ...) {}",
        &[(message, "...")],
    );
}

#[test]
fn a_function_named_like_a_primitive_is_refused() {
    let message =
        "`str` is a primitive type: expected another function name, with `name = \"str\"`";
    refuses(tool, "", "/// Text.\nfn str() {}", &[(message, "str")]);
}

#[test]
fn something_else_than_a_function_is_refused() {
    let message = "`#[tool]` expects a function with a body";
    refuses(tool, "", "struct Add;", &[(message, "struct Add;")]);
}

#[test]
fn the_same_attribute_twice_is_refused() {
    let message = "duplicate attribute `#[tool]`: expected it once";
    refuses(
        tool,
        "",
        "/// Add.\n#[tool(read_only)] fn add() {}",
        &[(message, "#[tool(read_only)]")],
    );
}

#[test]
fn two_nouns_on_one_function_are_refused() {
    let message = "`#[prompt]` is not for a tool: expected one of them on a function";
    let item = "/// Add.\n#[toolwright::prompt] fn add() {}";
    refuses(tool, "", item, &[(message, "#[toolwright::prompt]")]);
}
