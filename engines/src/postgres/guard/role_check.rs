//! The check of the login role: what it could do beyond reading.
//!
//! [`ROLE_CHECK_SQL`] runs on a connection of the role itself, and [`role_findings`] interprets its
//! rows. A role that [`setup_sql`](super::setup_sql::setup_sql) created has no findings.

use toolwright_base::CodedText;

use crate::texts::roles as texts;

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Another guard prevents it.
    Notice,
    /// One guard is missing.
    Warning,
    /// Only the statement check and the read-only transaction prevent it.
    Danger,
}

/// Something that the role could do beyond reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// What the role could do.
    pub problem: CodedText,
    /// The statement or setting that prevents it.
    pub fix: CodedText,
}

/// Selects the kind, the role, the count and the names of each finding.
///
/// It takes no parameters and needs no privileges.
pub const ROLE_CHECK_SQL: &str = include_str!("role_check.sql");

/// A row of [`ROLE_CHECK_SQL`]: what its texts fill in.
#[derive(Clone, Copy)]
struct Found<'a> {
    role: &'a str,
    count: &'a str,
    names: &'a str,
}

type Say = fn(Found<'_>) -> CodedText;

/// The texts for one kind of row.
struct Rule {
    kind: &'static str,
    severity: Severity,
    problem: Say,
    fix: Say,
}

const fn rule(kind: &'static str, severity: Severity, problem: Say, fix: Say) -> Rule {
    Rule {
        kind,
        severity,
        problem,
        fix,
    }
}

const RULES: [Rule; 17] = [
    rule(
        "superuser",
        Severity::Danger,
        |it| texts::role_superuser(it.role),
        |_| texts::fix_another_role(),
    ),
    rule(
        "runs programs",
        Severity::Danger,
        |it| texts::role_runs_programs(it.role, it.names),
        |it| texts::fix_revoke(format!("REVOKE {} FROM {}", it.names, it.role)),
    ),
    rule(
        "untrusted language",
        Severity::Danger,
        |it| texts::role_untrusted_language(it.role, it.names),
        |it| {
            texts::fix_revoke(format!(
                "REVOKE USAGE ON LANGUAGE {} FROM PUBLIC, {}",
                it.names, it.role
            ))
        },
    ),
    rule(
        "writes",
        Severity::Danger,
        |it| texts::role_writes(it.role, it.count, it.names),
        |it| {
            texts::fix_leave_select(format!(
                "REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA … FROM {}",
                it.role
            ))
        },
    ),
    rule(
        "owns",
        Severity::Danger,
        |it| texts::role_owns(it.role, it.count, it.names),
        |_| texts::fix_another_role(),
    ),
    rule(
        "creates roles",
        Severity::Danger,
        |it| texts::role_creates_roles(it.role),
        |it| texts::fix_revoke(format!("ALTER ROLE {} NOCREATEROLE", it.role)),
    ),
    rule(
        "replicates",
        Severity::Danger,
        |it| texts::role_replicates(it.role),
        |it| texts::fix_revoke(format!("ALTER ROLE {} NOREPLICATION", it.role)),
    ),
    rule(
        "bypasses row security",
        Severity::Warning,
        |it| texts::role_bypasses_row_security(it.role),
        |it| texts::fix_revoke(format!("ALTER ROLE {} NOBYPASSRLS", it.role)),
    ),
    rule(
        "creates databases",
        Severity::Warning,
        |it| texts::role_creates_databases(it.role),
        |it| texts::fix_revoke(format!("ALTER ROLE {} NOCREATEDB", it.role)),
    ),
    rule(
        "creates in schema",
        Severity::Warning,
        |it| texts::role_creates_in_schema(it.role, it.names),
        |it| {
            texts::fix_revoke(format!(
                "REVOKE CREATE ON SCHEMA {} FROM PUBLIC, {}",
                it.names, it.role
            ))
        },
    ),
    rule(
        "creates schemas",
        Severity::Warning,
        |it| texts::role_creates_schemas(it.role, it.names),
        |it| {
            texts::fix_revoke(format!(
                "REVOKE CREATE ON DATABASE {} FROM PUBLIC, {}",
                it.names, it.role
            ))
        },
    ),
    rule(
        "strong member",
        Severity::Warning,
        |it| texts::role_strong_member(it.role, it.names),
        |it| texts::fix_revoke(format!("REVOKE {} FROM {}", it.names, it.role)),
    ),
    rule(
        "moves sequences",
        Severity::Warning,
        |it| texts::role_moves_sequences(it.role, it.count, it.names),
        |it| {
            texts::fix_leave_select(format!(
                "REVOKE USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA … FROM {}",
                it.role
            ))
        },
    ),
    rule(
        "reads everything",
        Severity::Notice,
        |it| texts::role_reads_everything(it.role, it.names),
        |it| texts::fix_revoke_membership(it.names, it.role),
    ),
    rule(
        "extension",
        Severity::Notice,
        |it| texts::role_extension(it.names),
        |it| texts::fix_not_needed(format!("DROP EXTENSION {}", it.names)),
    ),
    rule(
        "public functions",
        Severity::Notice,
        |it| texts::role_public_functions(it.role, it.count, it.names),
        |_| texts::fix_revoke_from_public(),
    ),
    rule(
        "definer functions",
        Severity::Notice,
        |it| texts::role_definer_functions(it.role, it.count, it.names),
        |_| texts::fix_definer_functions(),
    ),
];

/// Interprets the rows of [`ROLE_CHECK_SQL`]. The most serious findings come first.
///
/// A row of an unknown kind is a finding too.
pub fn role_findings(rows: &[Vec<Option<String>>]) -> Vec<Finding> {
    let mut findings: Vec<_> = rows.iter().map(|row| finding(row)).collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}

fn finding(row: &[Option<String>]) -> Finding {
    let cell = |at: usize| row.get(at).and_then(Option::as_deref).unwrap_or_default();
    let kind = cell(0);
    let found = Found {
        role: cell(1),
        count: cell(2),
        names: cell(3),
    };
    let rule = RULES.iter().find(|rule| rule.kind == kind);
    rule.map_or_else(
        || Finding {
            severity: Severity::Warning,
            problem: texts::role_other(found.role, format!("{kind} {}", found.names)),
            fix: texts::fix_another_role(),
        },
        |rule| Finding {
            severity: rule.severity,
            problem: (rule.problem)(found),
            fix: (rule.fix)(found),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: [&str; 4]) -> Vec<Option<String>> {
        let cell = |cell: &str| Some(cell.to_owned()).filter(|cell| !cell.is_empty());
        cells.map(cell).to_vec()
    }

    #[test]
    fn findings_are_sorted_by_severity_and_have_a_fix() {
        let rows = [
            row(["extension", "reader", "", "dblink"]),
            row(["creates databases", "reader", "", ""]),
            row(["writes", "reader", "12", "public.users"]),
        ];
        let finding =
            |severity, problem: &str, fix: &str| (severity, problem.to_owned(), fix.to_owned());
        let expected = [
            finding(
                Severity::Danger,
                "`reader` may write to 12 tables, such as `public.users`",
                "leave it only `SELECT`: `REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA … FROM reader`",
            ),
            finding(
                Severity::Warning,
                "`reader` may create databases",
                "revoke it: `ALTER ROLE reader NOCREATEDB`",
            ),
            finding(
                Severity::Notice,
                "the extension `dblink` can reach other servers, files or other sessions; its known functions are denied",
                "if it is not needed: `DROP EXTENSION dblink`",
            ),
        ];
        let found = role_findings(&rows).into_iter();
        let found = found.map(|one| (one.severity, one.problem.to_string(), one.fix.to_string()));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_kind_of_row_has_a_rule() {
        let kinds: Vec<_> = ROLE_CHECK_SQL
            .lines()
            .filter_map(|line| line.trim().strip_prefix("SELECT '")?.split('\'').next())
            .collect();
        let ruled: Vec<_> = RULES.iter().map(|rule| rule.kind).collect();
        let without: Vec<_> = kinds.iter().filter(|kind| !ruled.contains(kind)).collect();
        assert_eq!(without, Vec::<&&str>::new());
        assert_eq!(kinds.len(), ruled.len());
    }
}
