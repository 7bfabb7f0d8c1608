//! The check of the login role: what it could do beyond reading.
//!
//! [`ROLE_CHECK_SQL`] runs on a connection of the role itself, and [`role_findings`] interprets its
//! rows. A role that [`setup_sql`](super::setup_sql::setup_sql) created has no findings.

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
    pub problem: String,
    /// The statement or setting that prevents it.
    pub fix: String,
}

/// Selects the kind, the role, the count and the names of each finding.
///
/// It takes no parameters and needs no privileges.
pub const ROLE_CHECK_SQL: &str = include_str!("role_check.sql");

/// The texts for one kind of row. `{role}`, `{count}` and `{names}` are replaced.
struct Rule {
    kind: &'static str,
    severity: Severity,
    problem: &'static str,
    fix: &'static str,
}

const fn rule(
    kind: &'static str,
    severity: Severity,
    problem: &'static str,
    fix: &'static str,
) -> Rule {
    Rule {
        kind,
        severity,
        problem,
        fix,
    }
}

const ANOTHER_ROLE: &str = "log in as a role that can only read: `toolwright doctor --setup-sql` prints the SQL that creates one";

const RULES: [Rule; 17] = [
    rule(
        "superuser",
        Severity::Danger,
        "`{role}` is a superuser: no privilege limits it, not even for files and programs of the server",
        ANOTHER_ROLE,
    ),
    rule(
        "runs programs",
        Severity::Danger,
        "`{role}` may access the server's files or programs, as a member of `{names}`",
        "revoke it: `REVOKE {names} FROM {role}`",
    ),
    rule(
        "untrusted language",
        Severity::Danger,
        "`{role}` may write functions in `{names}`, which no privilege limits",
        "revoke it: `REVOKE USAGE ON LANGUAGE {names} FROM PUBLIC, {role}`",
    ),
    rule(
        "writes",
        Severity::Danger,
        "`{role}` may write to {count} tables, such as `{names}`",
        "leave it only `SELECT`: `REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA … FROM {role}`",
    ),
    rule(
        "owns",
        Severity::Danger,
        "`{role}` owns {count} tables, such as `{names}`: an owner can do anything with them",
        ANOTHER_ROLE,
    ),
    rule(
        "creates roles",
        Severity::Danger,
        "`{role}` may create roles, including more powerful ones",
        "revoke it: `ALTER ROLE {role} NOCREATEROLE`",
    ),
    rule(
        "replicates",
        Severity::Danger,
        "`{role}` may replicate, and so copy every database of the server",
        "revoke it: `ALTER ROLE {role} NOREPLICATION`",
    ),
    rule(
        "bypasses row security",
        Severity::Warning,
        "`{role}` sees every row, regardless of row security",
        "revoke it: `ALTER ROLE {role} NOBYPASSRLS`",
    ),
    rule(
        "creates databases",
        Severity::Warning,
        "`{role}` may create databases",
        "revoke it: `ALTER ROLE {role} NOCREATEDB`",
    ),
    rule(
        "creates in schema",
        Severity::Warning,
        "`{role}` may create tables and functions in the schema `{names}`",
        "revoke it: `REVOKE CREATE ON SCHEMA {names} FROM PUBLIC, {role}`",
    ),
    rule(
        "creates schemas",
        Severity::Warning,
        "`{role}` may create schemas in the database `{names}`",
        "revoke it: `REVOKE CREATE ON DATABASE {names} FROM PUBLIC, {role}`",
    ),
    rule(
        "strong member",
        Severity::Warning,
        "`{role}` is a member of `{names}`",
        "revoke it: `REVOKE {names} FROM {role}`",
    ),
    rule(
        "moves sequences",
        Severity::Warning,
        "`{role}` may advance {count} sequences, such as `{names}`",
        "leave it only `SELECT`: `REVOKE USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA … FROM {role}`",
    ),
    rule(
        "reads everything",
        Severity::Notice,
        "`{role}` may read every table of every schema, as a member of `{names}`",
        "if it should not: `REVOKE {names} FROM {role}`, and grant the schemas that it may read",
    ),
    rule(
        "extension",
        Severity::Notice,
        "the extension `{names}` can reach other servers, files or other sessions; its known functions are denied",
        "if it is not needed: `DROP EXTENSION {names}`",
    ),
    rule(
        "public functions",
        Severity::Notice,
        "`{role}` may call {count} functions that are denied to queries, such as `{names}`",
        "revoke them from `PUBLIC`: `toolwright doctor --setup-sql` prints the SQL",
    ),
    rule(
        "definer functions",
        Severity::Notice,
        "`{role}` may call {count} functions that run with their owner's privileges, such as `{names}`",
        "make sure that none of them writes, or runs SQL from its arguments; otherwise `REVOKE EXECUTE ON FUNCTION … FROM PUBLIC`",
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
    let cell = |at: usize| row.get(at).cloned().flatten().unwrap_or_default();
    let (kind, role, count, names) = (cell(0), cell(1), cell(2), cell(3));
    let fill = |text: &str| {
        text.replace("{role}", &role)
            .replace("{count}", &count)
            .replace("{names}", &names)
    };
    RULES.iter().find(|rule| rule.kind == kind).map_or_else(
        || Finding {
            severity: Severity::Warning,
            problem: format!("`{role}`: {kind} {names}"),
            fix: ANOTHER_ROLE.to_owned(),
        },
        |rule| Finding {
            severity: rule.severity,
            problem: fill(rule.problem),
            fix: fill(rule.fix),
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
        let finding = |severity, problem: &str, fix: &str| Finding {
            severity,
            problem: problem.into(),
            fix: fix.into(),
        };
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
        assert_eq!(role_findings(&rows), expected);
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
