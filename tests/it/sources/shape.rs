//! How long files and functions are, and what is not wanted in them.

use proc_macro2::{TokenStream, TokenTree};

use super::{
    scan::{Functions, is, without_tests},
    tree::{CRATES, Source, sources},
};

const MAX_LINES: usize = 400;
const MAX_LINES_OF_A_FUNCTION: usize = 40;

/// The macros whose contents are code for others.
const QUOTING: [&str; 4] = ["quote", "quote_spanned", "parse_quote", "macro_rules"];

fn all() -> Vec<Source> {
    sources(&CRATES)
}

/// Returns the findings of `check` in the sources, file by file.
fn offences(check: impl Fn(&Source) -> Vec<String>) -> Vec<String> {
    let found = |source: &Source| {
        let found = check(source).into_iter();
        found
            .map(|what| format!("{}: {what}", source.path))
            .collect::<Vec<_>>()
    };
    all().iter().flat_map(found).collect()
}

fn too_long(source: &Source) -> Vec<String> {
    let lines = source.text.lines().count();
    let long = (lines > MAX_LINES).then(|| format!("{lines} lines"));
    long.into_iter().collect()
}

fn long_functions(source: &Source) -> Vec<String> {
    Functions::of(&source.syntax())
        .0
        .into_iter()
        .filter(|(_, lines)| *lines > MAX_LINES_OF_A_FUNCTION)
        .map(|(name, lines)| format!("`{name}` has {lines} lines"))
        .collect()
}

fn undocumented(source: &Source) -> Vec<String> {
    let opens = source.text.starts_with("//! ") || source.text.starts_with("#![doc = include_str!");
    (!opens)
        .then(|| "does not open with `//!`".to_owned())
        .into_iter()
        .collect()
}

fn unwraps(source: &Source) -> Vec<String> {
    if source.path.contains("/tests/") {
        return Vec::new();
    }
    let file = without_tests(source.syntax());
    let calls = Methods::of(&file)
        .0
        .into_iter()
        .filter(|(name, _)| name == "unwrap");
    calls
        .map(|(_, line)| format!("`unwrap` in line {line}"))
        .collect()
}

/// Every method call of a file, with its line. Inside of macros too.
#[derive(Default)]
struct Methods(Vec<(String, usize)>);

impl Methods {
    fn of(file: &syn::File) -> Self {
        use syn::visit::Visit as _;
        let mut methods = Self::default();
        methods.visit_file(file);
        methods
    }

    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Ident(name) if at > 0 && is(tokens.get(at - 1), ".") => {
                    self.0.push((name.to_string(), name.span().start().line));
                }
                _ => {}
            }
        }
    }
}

impl<'ast> syn::visit::Visit<'ast> for Methods {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let line = call.method.span().start().line;
        self.0.push((call.method.to_string(), line));
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let is_quote = call
            .path
            .segments
            .last()
            .is_some_and(|last| QUOTING.iter().any(|name| last.ident == name));
        if !is_quote {
            self.scan(call.tokens.clone());
        }
    }
}

fn allows(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    scan_allows(source.text.parse().unwrap(), &mut found);
    found
}

/// Finds `#[allow(…)]`, but not in code for others.
fn scan_allows(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        let quotes = |back: usize| QUOTING.iter().any(|name| is(before(back), name));
        if (is(before(1), "!") && quotes(2)) || (is(before(2), "!") && quotes(3)) {
            continue;
        }
        let first = group.stream().into_iter().next();
        if is(first.as_ref(), "allow") && (is(before(1), "#") || is(before(2), "#")) {
            let line = group.span().start().line;
            found.push(format!(
                "`allow` in line {line}: `expect` says when it is not needed"
            ));
        }
        scan_allows(group.stream(), found);
    }
}

fn leftovers(source: &Source) -> Vec<String> {
    // In pieces, so that this file is not itself one of them.
    let words = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
        concat!("HA", "CK"),
    ];
    let lines = source.text.lines().enumerate();
    lines
        .filter(|(_, line)| words.iter().any(|word| line.contains(word)))
        .map(|(number, line)| format!("line {}: {}", number + 1, line.trim()))
        .collect()
}

/// Finds constants that are limits and are not called `MAX_…`.
fn other_limits(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for line in source.text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            let name = pair[1].trim_end_matches(':');
            let first = name.split('_').next().unwrap_or_default();
            if matches!(pair[0], "const" | "static")
                && matches!(first, "MOST" | "LONGEST" | "LARGEST" | "BIGGEST")
            {
                found.push(format!("`{name}`: a limit is called `MAX_…`"));
            }
        }
    }
    found
}

#[test]
fn a_limit_has_one_name() {
    assert_eq!(offences(other_limits), Vec::<String>::new());
}

#[test]
fn no_file_is_too_long() {
    assert_eq!(offences(too_long), Vec::<String>::new());
}

#[test]
fn no_function_is_too_long() {
    assert_eq!(offences(long_functions), Vec::<String>::new());
}

#[test]
fn every_module_opens_with_what_it_is() {
    assert_eq!(offences(undocumented), Vec::<String>::new());
}

#[test]
fn nothing_is_unwrapped_outside_of_tests() {
    assert_eq!(offences(unwraps), Vec::<String>::new());
}

#[test]
fn no_lint_is_switched_off_without_a_reason() {
    assert_eq!(offences(allows), Vec::<String>::new());
}

#[test]
fn nothing_is_left_for_later() {
    assert_eq!(offences(leftovers), Vec::<String>::new());
}

fn made_up(text: &str) -> Source {
    Source::made_up("framework/src/core/made_up.rs", text)
}

#[test]
fn what_is_too_long_is_seen() {
    assert_eq!(too_long(&made_up(&"\n".repeat(401))), ["401 lines"]);
    assert_eq!(too_long(&made_up(&"\n".repeat(400))), Vec::<String>::new());
    let function =
        |lines: usize| format!("/// Docs.\n#[test]\nfn f() {{{}}}", "\n".repeat(lines - 1));
    assert_eq!(
        long_functions(&made_up(&function(41))),
        ["`f` has 41 lines"]
    );
    assert_eq!(
        long_functions(&made_up(&function(40))),
        Vec::<String>::new()
    );
    let method = format!("impl T {{ {} }}", function(50));
    assert_eq!(long_functions(&made_up(&method)), ["`f` has 50 lines"]);
    let inner = format!("mod m {{ trait T {{ {} }} }}", function(50));
    assert_eq!(long_functions(&made_up(&inner)), ["`f` has 50 lines"]);
}

#[test]
fn what_is_not_wanted_is_seen() {
    assert_eq!(
        undocumented(&made_up("use a;")),
        ["does not open with `//!`"]
    );
    assert_eq!(
        unwraps(&made_up("fn f() {\n a().unwrap(); }")),
        ["`unwrap` in line 2"]
    );
    assert_eq!(
        unwraps(&made_up("fn f() { vec![a().unwrap()]; }")),
        ["`unwrap` in line 1"]
    );
    let limits = "const MOST: u8 = 1;\n    pub const LONGEST_NAME: usize = 2;";
    assert_eq!(other_limits(&made_up(limits)).len(), 2);
    let later = concat!("// TO", "DO: later");
    assert_eq!(leftovers(&made_up(later)), [format!("line 1: {later}")]);
    for text in [
        "#[allow(dead_code)] fn f() {}",
        "#![allow(dead_code)]",
        "fn f() { g!(#[allow(x)] y) }",
    ] {
        assert_eq!(allows(&made_up(text)).len(), 1, "{text}");
    }
}

#[test]
fn what_is_wanted_is_not_taken_for_what_is_not() {
    for text in [
        "#[cfg(test)]\nmod tests { fn f() { a().unwrap(); } }",
        "fn f() { a().unwrap_or_default(); }",
        "/// `a().unwrap()`\nfn f() {}",
        "fn f() { quote! { a().unwrap() } }",
    ] {
        assert_eq!(unwraps(&made_up(text)), Vec::<String>::new(), "{text}");
    }
    for text in ["const MAX_NAME: usize = 2;", "const MOSTLY: u8 = 1;"] {
        assert_eq!(other_limits(&made_up(text)), Vec::<String>::new(), "{text}");
    }
    for text in [
        "#[expect(dead_code, reason = \"x\")] fn f() {}",
        "fn f() { quote! { #[allow(x)] struct a; } }",
        "fn f() { allow(1) }",
    ] {
        assert_eq!(allows(&made_up(text)), Vec::<String>::new(), "{text}");
    }
}
