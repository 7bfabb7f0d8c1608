//! Which statements pass the check.
//!
//! The statements are data. `analytics.sql` contains reads that run on every server with the tables
//! of `setup.sql`; `accepted.sql` contains reads of which some need a newer server or an extension;
//! `refused.sql` contains statements with the reason why they are refused. A paragraph is a
//! statement, and its first line is the title. At its end, square brackets say what the statement
//! needs: `16` or `17` (that version), `xml` (a server with XML), `extension: …`, or `invalid` if
//! no server would run it. `volatile.txt` contains the decision on every volatile function.

mod depth;
mod messages;
mod mutations;
mod statements;

use super::{Family, StatementChecker, refusal::Refusal};

fn refused(sql: &str) -> Refusal {
    StatementChecker::default().check(sql).expect_err(sql)
}

/// Returns the reason as the files write it: the family of a name, or the kind of refusal.
fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Function { family, .. } | Refusal::Relation { family, .. } => {
            format!("{family:?}")
        }
        other => {
            let debug = format!("{other:?}");
            let is_name = |character: char| character.is_alphanumeric();
            debug.chars().take_while(|one| is_name(*one)).collect()
        }
    }
}
