//! What the gate lets pass and what it does not.
//!
//! The statements are data: `analytics.sql` are reads that run on every server that has `setup.sql`, `accepted.sql` are reads of
//! which some want a newer server or an extension, `refused.sql` are statements with the reason why they are refused. A paragraph
//! is a statement, its first line the title. What a statement needs stands in square brackets at the title's end: `16`, `17` (that
//! version), `xml` (a server with XML), `extension: …`, or `invalid` where it proves something although no server would run it.
//! `volatile.txt` has the decision on every function that may do more than compute.

mod corpus;
mod depth;
mod mutations;
mod statements;
mod volatile;
mod words;

use super::{Family, Gate, Refusal};

fn refused(sql: &str) -> Refusal {
    Gate::default().check(sql).expect_err(sql)
}

/// The reason as the files write it: the family of a name, otherwise the kind of refusal.
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
