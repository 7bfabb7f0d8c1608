//! What the login role could do that it should not, graded, each with the sentence that mends it.
//!
//! [`POSTURE_SQL`] is asked with the role's own connection; [`findings`] reads its rows. A role as [`setup_sql`](super::setup_sql::setup_sql)
//! makes it has none.

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grade {
    /// Good to know: another guard holds it.
    Notice,
    /// One guard less than there should be.
    Warning,
    /// The gate and the read-only transaction are the only guards left.
    Danger,
}

/// Something that the role could do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) grade: Grade,
    /// What it could do.
    pub(crate) what: String,
    /// What mends it.
    pub(crate) mend: String,
}

/// Asks for rows of kind, role or count, and names. It takes no parameters and needs no privilege.
pub(crate) const POSTURE_SQL: &str = include_str!("role_check.sql");

/// How a kind of row is graded, told and mended. `{role}` is the role, `{names}` what was found.
struct Rule {
    kind: &'static str,
    grade: Grade,
    what: &'static str,
    mend: &'static str,
}

const fn rule(kind: &'static str, grade: Grade, what: &'static str, mend: &'static str) -> Rule {
    Rule {
        kind,
        grade,
        what,
        mend,
    }
}

const ANOTHER_ROLE: &str = "log in as a role that can only read: `toolwright doctor --setup-sql` prints the SQL that makes one";

const RULES: [Rule; 17] = [
    rule(
        "superuser",
        Grade::Danger,
        "`{role}` is a superuser: no privilege holds it, files and programs of the server included",
        ANOTHER_ROLE,
    ),
    rule(
        "runs programs",
        Grade::Danger,
        "`{role}` may reach the server's files or programs, as a member of `{names}`",
        "take it away: `REVOKE {names} FROM {role}`",
    ),
    rule(
        "untrusted language",
        Grade::Danger,
        "`{role}` may write functions in `{names}`, which no privilege holds",
        "take it away: `REVOKE USAGE ON LANGUAGE {names} FROM PUBLIC, {role}`",
    ),
    rule(
        "writes",
        Grade::Danger,
        "`{role}` may write to {count} tables, such as `{names}`",
        "leave it only `SELECT`: `REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA … FROM {role}`",
    ),
    rule(
        "owns",
        Grade::Danger,
        "`{role}` owns {count} tables, such as `{names}`: an owner can do anything with them",
        ANOTHER_ROLE,
    ),
    rule(
        "creates roles",
        Grade::Danger,
        "`{role}` may make roles, and so a stronger one",
        "take it away: `ALTER ROLE {role} NOCREATEROLE`",
    ),
    rule(
        "replicates",
        Grade::Danger,
        "`{role}` may replicate, and so copy every database of the server",
        "take it away: `ALTER ROLE {role} NOREPLICATION`",
    ),
    rule(
        "bypasses row security",
        Grade::Warning,
        "`{role}` sees every row, whatever row security says",
        "take it away: `ALTER ROLE {role} NOBYPASSRLS`",
    ),
    rule(
        "creates databases",
        Grade::Warning,
        "`{role}` may make databases",
        "take it away: `ALTER ROLE {role} NOCREATEDB`",
    ),
    rule(
        "creates in schema",
        Grade::Warning,
        "`{role}` may make tables and functions in the schema `{names}`",
        "take it away: `REVOKE CREATE ON SCHEMA {names} FROM PUBLIC, {role}`",
    ),
    rule(
        "creates schemas",
        Grade::Warning,
        "`{role}` may make schemas in the database `{names}`",
        "take it away: `REVOKE CREATE ON DATABASE {names} FROM PUBLIC, {role}`",
    ),
    rule(
        "strong member",
        Grade::Warning,
        "`{role}` is a member of `{names}`",
        "take it away: `REVOKE {names} FROM {role}`",
    ),
    rule(
        "moves sequences",
        Grade::Warning,
        "`{role}` may move {count} sequences, such as `{names}`",
        "leave it only `SELECT`: `REVOKE USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA … FROM {role}`",
    ),
    rule(
        "reads everything",
        Grade::Notice,
        "`{role}` may read every table of every schema, as a member of `{names}`",
        "if it should not: `REVOKE {names} FROM {role}`, and grant the schemas that it may read",
    ),
    rule(
        "extension",
        Grade::Notice,
        "the extension `{names}` reaches other servers, files or other sessions; the gate denies what is known of it",
        "if nobody needs it: `DROP EXTENSION {names}`",
    ),
    rule(
        "public functions",
        Grade::Notice,
        "`{role}` may call {count} functions that the gate denies, such as `{names}`",
        "take them from `PUBLIC`: `toolwright doctor --setup-sql` prints how",
    ),
    rule(
        "definer functions",
        Grade::Notice,
        "`{role}` may call {count} functions that run with their owner's privileges, such as `{names}`",
        "see that none writes or runs SQL that is given as text; otherwise `REVOKE EXECUTE ON FUNCTION … FROM PUBLIC`",
    ),
];

/// The findings in the rows of [`POSTURE_SQL`], the worst first. A row of an unknown kind is a finding too.
pub(crate) fn findings(rows: &[Vec<Option<String>>]) -> Vec<Finding> {
    let mut findings: Vec<_> = rows.iter().map(|row| finding(row)).collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.grade));
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
            grade: Grade::Warning,
            what: format!("`{role}`: {kind} {names}"),
            mend: ANOTHER_ROLE.to_owned(),
        },
        |rule| Finding {
            grade: rule.grade,
            what: fill(rule.what),
            mend: fill(rule.mend),
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
    fn the_worst_comes_first_with_what_mends_it() {
        let rows = [
            row(["extension", "reader", "", "dblink"]),
            row(["creates databases", "reader", "", ""]),
            row(["writes", "reader", "12", "public.users"]),
        ];
        let finding = |grade, what: &str, mend: &str| Finding {
            grade,
            what: what.into(),
            mend: mend.into(),
        };
        let expected = [
            finding(
                Grade::Danger,
                "`reader` may write to 12 tables, such as `public.users`",
                "leave it only `SELECT`: `REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA … FROM reader`",
            ),
            finding(
                Grade::Warning,
                "`reader` may make databases",
                "take it away: `ALTER ROLE reader NOCREATEDB`",
            ),
            finding(
                Grade::Notice,
                "the extension `dblink` reaches other servers, files or other sessions; the gate denies what is known of it",
                "if nobody needs it: `DROP EXTENSION dblink`",
            ),
        ];
        assert_eq!(findings(&rows), expected);
    }

    #[test]
    fn every_kind_of_row_has_a_rule() {
        let kinds: Vec<_> = POSTURE_SQL
            .lines()
            .filter_map(|line| line.trim().strip_prefix("SELECT '")?.split('\'').next())
            .collect();
        let ruled: Vec<_> = RULES.iter().map(|rule| rule.kind).collect();
        let without: Vec<_> = kinds.iter().filter(|kind| !ruled.contains(kind)).collect();
        assert_eq!(without, Vec::<&&str>::new());
        assert_eq!(kinds.len(), ruled.len());
    }
}
