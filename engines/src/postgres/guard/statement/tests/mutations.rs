//! Statements that are written differently but mean the same get the same result.

use super::{
    super::{
        denied_names, names,
        scanner::{Token, TokenKind, scan},
    },
    StatementChecker, reason, statements,
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

/// A pseudo-random generator with the same numbers in every run.
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

/// Whether names are rewritten too, besides case and white space.
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
            // A line break next to a string or after a comment has a meaning.
            TokenKind::Space if keeps_lines(tokens, at) => sql.push_str(token.text),
            // A minus right before a comment would change where the comment starts.
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

/// Returns whether white space may be inserted between two tokens.
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
fn a_refused_statement_stays_refused_when_rewritten() {
    let checker = StatementChecker::default();
    for case in statements::refused() {
        let is_of_syntax = ["Syntax", "Unchecked", "Empty"].contains(&case.reason);
        let Ok(tokens) = scan(case.sql) else { continue };
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        for _ in 0..ROUNDS {
            let sql = rewritten(&tokens, Names::Quoted, &mut dice);
            let found = checker
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
fn an_accepted_statement_stays_accepted_when_rewritten() {
    let checker = StatementChecker::default();
    for case in statements::accepted() {
        let tokens = scan(case.sql).unwrap();
        let mut dice = Dice(0x2545_f491_4f6c_dd1d);
        for _ in 0..ROUNDS {
            let sql = rewritten(&tokens, Names::Kept, &mut dice);
            let checked = checker.check(&sql);
            assert!(checked.is_ok(), "{}: {:?}: {sql}", case.title, checked);
        }
    }
}

#[test]
fn a_denied_call_is_refused_in_any_position_of_a_read() {
    let checker = StatementChecker::default();
    let evil = "pg_read_file('/etc/passwd')";
    for case in statements::accepted() {
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
            assert!(checker.check(&sql).is_err(), "{sql}");
        }
    }
}

#[test]
fn parts_of_statements_never_panic() {
    let checker = StatementChecker::default();
    let cases = statements::refused()
        .into_iter()
        .chain(statements::analytics());
    for case in cases {
        let mut dice = Dice(0x1234_5678_9abc_def1);
        for _ in 0..ROUNDS {
            let cut = dice.roll(case.sql.len() + 1);
            if let (Some(front), Some(back)) = (case.sql.get(..cut), case.sql.get(cut..)) {
                let _ = checker.check(front);
                let _ = checker.check(back);
                let _ = checker.check(&format!("{back}{front}"));
            }
        }
    }
}
