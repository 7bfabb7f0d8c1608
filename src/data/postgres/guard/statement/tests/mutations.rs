//! Statements written differently mean the same, to the server and to the gate.

use super::{
    super::{
        denied_names, names,
        scanner::{Token, TokenKind, scan},
    },
    Gate, corpus, reason,
};

/// How often each statement is rewritten.
const ROUNDS: u64 = 5;

const SPACES: [&str; 8] = [
    " ",
    "\n",
    "\t \r\n",
    "/**/",
    "/* ; DROP /* nested */ TABLE ' \" $$ */",
    "-- ' \" ; /*\n",
    "\x0c",
    " /*-*/ ",
];

/// A small generator of numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn space(&mut self) -> &'static str {
        SPACES[self.roll(SPACES.len())]
    }
}

/// What else is rewritten besides case and space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Kept,
    Quoted,
}

fn rewritten(tokens: &[Token<'_>], names: Names, dice: &mut Dice) -> String {
    let mut sql = dice.space().to_owned();
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        match token.kind {
            // Beside a text or after a comment a line end means something.
            TokenKind::Space if keeps_lines(tokens, at) => sql.push_str(token.text),
            // A minus and a comment right after it would be another comment.
            TokenKind::Space => sql.push_str(&format!(" {}", dice.space())),
            TokenKind::Word => sql.push_str(&word(tokens, at, names, dice)),
            _ => sql.push_str(token.text),
        }
        let can_part = next.is_some_and(|next| parts(token, next));
        if can_part && dice.roll(3) == 0 {
            sql.push_str(dice.space());
        }
    }
    sql.push_str(["", "\n;", "\n; ;", "\n-- end", "\n/* end */;"][dice.roll(5)]);
    sql
}

fn keeps_lines(tokens: &[Token<'_>], at: usize) -> bool {
    let keeps = |at: usize| {
        let kind = tokens.get(at).map(|token| token.kind);
        matches!(kind, Some(TokenKind::Text | TokenKind::Comment))
    };
    keeps(at + 1) || at.checked_sub(1).is_some_and(keeps)
}

/// Whether something may stand between two tokens that touch: not in an operator, and not where it would make or end a comment.
fn parts(token: &Token<'_>, next: &Token<'_>) -> bool {
    let is_bracket = |token: &Token<'_>| matches!(token.text, "(" | ")" | "," | "[" | "]" | ";");
    let is_text = |token: &Token<'_>| token.kind == TokenKind::Text;
    !is_text(token) && !is_text(next) && (is_bracket(token) || is_bracket(next) || next.text == ".")
}

fn word(tokens: &[Token<'_>], at: usize, names: Names, dice: &mut Dice) -> String {
    let token = &tokens[at];
    let name = names::name_of(token).unwrap();
    let is_denied = denied_names::call(&name).is_some() || denied_names::relation(&name).is_some();
    if names == Names::Quoted && is_denied && dice.roll(2) == 0 {
        return format!("\"{name}\"");
    }
    let is_attribute = at > 0 && tokens[at - 1].is_mark(".");
    let is_called = tokens.get(at + 1).is_some_and(|next| next.is_mark("("));
    if names == Names::Quoted && is_denied && is_called && !is_attribute && dice.roll(3) == 0 {
        return format!("pg_catalog{}.{name}", dice.space());
    }
    let flip = |character: char| {
        if dice.roll(2) == 0 {
            character.to_ascii_uppercase()
        } else {
            character.to_ascii_lowercase()
        }
    };
    token.text.chars().map(flip).collect()
}

#[test]
fn a_refused_statement_stays_refused_however_it_is_written() {
    let gate = Gate::default();
    for case in corpus::refused() {
        let is_of_syntax = ["Syntax", "Unchecked", "Empty"].contains(&case.reason);
        let Ok(tokens) = scan(case.sql) else { continue };
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        for _ in 0..ROUNDS {
            let sql = rewritten(&tokens, Names::Quoted, &mut dice);
            let found = gate
                .check(&sql)
                .as_ref()
                .map_or_else(reason, |_| "passed".into());
            assert!(
                found == case.reason || (is_of_syntax && found != "passed"),
                "{found}: {sql}"
            );
        }
    }
}

#[test]
fn a_read_passes_however_it_is_written() {
    let gate = Gate::default();
    for case in corpus::accepted() {
        let tokens = scan(case.sql).unwrap();
        let mut dice = Dice(0x2545_f491_4f6c_dd1d);
        for _ in 0..ROUNDS {
            let sql = rewritten(&tokens, Names::Kept, &mut dice);
            let checked = gate.check(&sql);
            assert!(checked.is_ok(), "{}: {:?}: {sql}", case.title, checked);
        }
    }
}

#[test]
fn a_read_with_a_denied_call_in_any_place_is_refused() {
    let gate = Gate::default();
    let evil = "pg_read_file('/etc/passwd')";
    for case in corpus::accepted() {
        let tokens = scan(case.sql).unwrap();
        let numbers = tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Number);
        for number in numbers {
            let (before, after) = (
                &case.sql[..number.start],
                &case.sql[number.start + number.text.len()..],
            );
            let sql = format!("{before} {evil} {after}");
            assert!(gate.check(&sql).is_err(), "{sql}");
        }
    }
}

/// Cut anywhere, a statement is refused or is a read: nothing panics.
#[test]
fn pieces_of_statements_never_panic() {
    let gate = Gate::default();
    let cases = corpus::refused().into_iter().chain(corpus::analytics());
    for case in cases {
        let mut dice = Dice(0x1234_5678_9abc_def1);
        for _ in 0..ROUNDS {
            let cut = dice.roll(case.sql.len() + 1);
            if let (Some(front), Some(back)) = (case.sql.get(..cut), case.sql.get(cut..)) {
                let _ = gate.check(front);
                let _ = gate.check(back);
                let _ = gate.check(&format!("{back}{front}"));
            }
        }
    }
}
