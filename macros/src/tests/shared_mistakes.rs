//! What happens around a mistake: all are reported, and the function is still there.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{File, Item, ItemFn};

use super::refusal::{Expand, expand, refuses};
use crate::{prompt, resource, tool};

#[test]
fn all_mistakes_of_a_function_are_reported_together() {
    let attribute = "timeout = \"0s\", colour, name = \"a b\"";
    let item = "unsafe fn add(#[range(2..=1)] a: &str, (b, c): (u8, u8)) -> impl Copy {}";
    let names = "`name`, `title`, `description`, `tags`, `timeout`, `read_only`, `destructive`, `idempotent`, \
                 `open_world`, `parallel`, `task`, `scopes`, `confirm`, `rate_limit`, `meta`, `icons`, `examples`";
    let unknown = format!("unknown argument `colour`: expected one of {names}");
    let expected = [
        (unknown.as_str(), "colour"),
        (
            "`add` has no doc comment: expected `/// …` above it, the description of the tool",
            "add",
        ),
        (
            "`unsafe` is not supported: expected a safe function",
            "unsafe",
        ),
        (
            "`impl Copy` is not supported: expected a concrete type",
            "impl Copy",
        ),
        ("`&str` is borrowed: take `String`", "&str"),
        (
            "range `2..=1` is empty: expected its start below its end",
            "2..=1",
        ),
        (
            "pattern `(b, c)` is not supported: expected a plain name",
            "(b, c)",
        ),
        (
            "`a b` is not a name: expected 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.`, `/`, `-`",
            "\"a b\"",
        ),
        (
            "`0s` is not a timeout: expected a whole number above 0 and a unit, `ms`, `s`, `m` or `h`, as in `5s`",
            "\"0s\"",
        ),
    ];
    refuses(tool::expand, attribute, item, &expected);
}

/// The functions of an expansion, which has to be items.
fn functions(expansion: TokenStream) -> Vec<ItemFn> {
    let file: File = syn::parse2(expansion).expect("an expansion that parses");
    let function = |item| {
        if let Item::Fn(function) = item {
            Some(function)
        } else {
            None
        }
    };
    file.items.into_iter().filter_map(function).collect()
}

#[test]
fn a_mistaken_function_is_emitted_without_our_attributes() {
    let source =
        "/// Doc.\n#[inline]\nfn f(\n/// Doc.\n#[range(2..=1)] #[allow(unused)] a: u8) -> u8 { a }";
    let macros: [(Expand, &str); 3] = [
        (tool::expand, ""),
        (resource::expand, "\"a://{a}\""),
        (prompt::expand, ""),
    ];
    for (attribute_macro, attribute) in macros {
        let functions = functions(expand(attribute_macro, attribute, source));
        let found = quote!(#(#functions)*).to_string();
        let expected = quote! {
            #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments, clippy::unused_async)]
            #[doc = " Doc."]
            #[inline]
            fn f(#[allow(unused)] a: u8) -> u8 { a }
        };
        assert_eq!(found, expected.to_string());
    }
}

#[test]
fn a_mistaken_tool_is_still_a_tool_so_that_nothing_else_fails() {
    let expansion = expand(tool::expand, "", "pub fn f() {}").to_string();
    let item = quote!(
        pub struct f {}
    )
    .to_string();
    assert!(expansion.contains(&item), "{expansion}");
    let implementation = quote!(impl ::toolwright::__private::Tool for f).to_string();
    assert!(expansion.contains(&implementation), "{expansion}");
}

#[test]
fn a_mistaken_method_gets_no_struct_where_none_can_be() {
    let expansion = expand(tool::expand, "", "/// Doc.\nfn f(self) {}").to_string();
    assert!(!expansion.contains("struct"), "{expansion}");
}
