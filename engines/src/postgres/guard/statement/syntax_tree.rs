//! The check of the syntax tree: exactly one read, with nothing in it that writes or locks.
//!
//! The tree is only trusted if the parser reported no error and split the text into the same tokens
//! as the [scanner](super::scanner).

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

use squawk_syntax::{
    SourceFile, SyntaxKind, SyntaxNode,
    ast::{AstNode, Stmt},
    syntax_error::SyntaxError,
};

use super::{
    nesting::Nesting,
    refusal::{self, Refusal},
    scanner::{Token, TokenKind},
};

/// The stack for deeply nested statements. It reserves address space, not memory.
const DEEP_STACK: usize = 64 << 20;

const PARSER_FAILED: Refusal = Refusal::Unchecked {
    reason: "the parser failed",
};

const DIFFERENT_TOKENS: Refusal = Refusal::Unchecked {
    reason: "its string literals are ambiguous; write each of them as one literal",
};

/// The statements that are reads. They may also stand inside another one.
const READS: [SyntaxKind; 6] = [
    SyntaxKind::SELECT,
    SyntaxKind::COMPOUND_SELECT,
    SyntaxKind::PAREN_SELECT,
    SyntaxKind::VALUES,
    SyntaxKind::TABLE,
    SyntaxKind::EMPTY_STMT,
];

/// Options of `EXPLAIN` that do not run the statement.
const EXPLAIN_OPTIONS: [&str; 8] = [
    "verbose",
    "costs",
    "buffers",
    "settings",
    "summary",
    "memory",
    "generic_plan",
    "format",
];

/// Parses a statement and refuses it if it does anything but read.
pub(super) fn check(sql: &str, tokens: &[Token<'_>], nesting: Nesting) -> Result<(), Refusal> {
    match nesting {
        // The parser contains assertions that could panic.
        Nesting::Shallow => {
            catch_unwind(AssertUnwindSafe(|| parse(sql, tokens))).unwrap_or(Err(PARSER_FAILED))
        }
        Nesting::Deep => thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(DEEP_STACK);
            let parsing = thread.spawn_scoped(scope, || parse(sql, tokens));
            let parsed = parsing.map_err(|_| PARSER_FAILED)?;
            parsed.join().unwrap_or(Err(PARSER_FAILED))
        }),
    }
}

fn parse(sql: &str, tokens: &[Token<'_>]) -> Result<(), Refusal> {
    let parsed = SourceFile::parse(sql);
    let tree = parsed.syntax_node();
    compare(&tree, tokens)?;
    if let Some(error) = first_error(&parsed.errors()) {
        return Err(refusal::refusal(sql, tokens, "syntax error", error));
    }
    read(&tree)
}

fn first_error(errors: &[SyntaxError]) -> Option<usize> {
    let first = errors.iter().min_by_key(|error| error.range().start());
    first.map(|error| error.range().start().into())
}

/// Checks that the parser and the scanner agree on all tokens.
///
/// The parser joins the characters of an operator. All other tokens must be the same.
fn compare(tree: &SyntaxNode, tokens: &[Token<'_>]) -> Result<(), Refusal> {
    let mut ours = tokens.iter();
    let leaves = tree.descendants_with_tokens();
    for leaf in leaves.filter_map(|element| element.into_token()) {
        let mut length = leaf.text().len();
        while length > 0 {
            let token = ours.next().ok_or(DIFFERENT_TOKENS)?;
            length = length
                .checked_sub(token.text.len())
                .ok_or(DIFFERENT_TOKENS)?;
            if length > 0 && token.kind != TokenKind::Mark {
                return Err(DIFFERENT_TOKENS);
            }
        }
    }
    ours.next().map_or(Ok(()), |_| Err(DIFFERENT_TOKENS))
}

/// Applies the rules to the tree.
fn read(tree: &SyntaxNode) -> Result<(), Refusal> {
    let statements = tree.children().filter(|node| Stmt::can_cast(node.kind()));
    let roots: Vec<_> = statements
        .filter(|node| node.kind() != SyntaxKind::EMPTY_STMT)
        .collect();
    let root = match roots.as_slice() {
        [] => return Err(Refusal::Empty),
        [root] => root,
        _ => return Err(Refusal::Several),
    };
    if root.kind() == SyntaxKind::EXPLAIN {
        explain_options(root)?;
    }
    for node in tree.descendants() {
        let is_root = node == *root;
        refuse(&node, is_root)?;
    }
    Ok(())
}

fn refuse(node: &SyntaxNode, is_root: bool) -> Result<(), Refusal> {
    let kind = node.kind();
    match kind {
        SyntaxKind::SHOW | SyntaxKind::EXPLAIN if is_root => Ok(()),
        SyntaxKind::SELECT_INTO | SyntaxKind::INTO_CLAUSE => Err(Refusal::Into),
        SyntaxKind::LOCKING_CLAUSE => Err(Refusal::Lock {
            clause: lock_words(node),
        }),
        SyntaxKind::ERROR => Err(PARSER_FAILED),
        _ if Stmt::can_cast(kind) && !READS.contains(&kind) => Err(Refusal::NotARead {
            statement: statement_words(node),
        }),
        _ => Ok(()),
    }
}

fn explain_options(explain: &SyntaxNode) -> Result<(), Refusal> {
    let refused = |option: &str| {
        Err(Refusal::ExplainOption {
            option: option.to_owned(),
        })
    };
    for node in explain.children() {
        match node.kind() {
            SyntaxKind::EXPLAIN_ANALYZE => return refused("ANALYZE"),
            SyntaxKind::EXPLAIN_OPTION_LIST => {
                for option in node.children() {
                    let name = first_words(&option, 1);
                    let name = name.trim_matches('"');
                    if !EXPLAIN_OPTIONS.contains(&name.to_ascii_lowercase().as_str()) {
                        return refused(name);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the locking clause without its tables, `NOWAIT` and `SKIP LOCKED`.
fn lock_words(node: &SyntaxNode) -> String {
    let words = first_words(node, 4).to_ascii_uppercase();
    let ends = ["OF", "NOWAIT", "SKIP"];
    let clause: Vec<_> = words
        .split(' ')
        .take_while(|word| !ends.contains(word))
        .collect();
    clause.join(" ")
}

/// Returns the first one or two words of a statement, such as `CREATE TABLE`.
fn statement_words(node: &SyntaxNode) -> String {
    let words = first_words(node, 2).to_ascii_uppercase();
    let first = words.split(' ').next().unwrap_or_default();
    match first {
        "CREATE" | "ALTER" | "DROP" | "SET" | "REFRESH" | "COMMENT" | "SECURITY" | "IMPORT"
        | "INSERT" | "DELETE" | "MERGE" => words,
        _ => first.to_owned(),
    }
}

fn first_words(node: &SyntaxNode, count: usize) -> String {
    let leaves = node.descendants_with_tokens();
    let words: Vec<_> = leaves
        .filter_map(|element| element.into_token())
        .filter(|token| !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT))
        .take(count)
        .map(|token| token.text().to_owned())
        .collect();
    words.join(" ")
}
