//! The statements in the files.

/// A statement in a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case<'a> {
    /// The part of the title before the colon.
    pub(super) reason: &'a str,
    pub(super) title: &'a str,
    pub(super) sql: &'a str,
}

/// Parses the paragraphs of a file.
pub(super) fn cases(file: &str) -> Vec<Case<'_>> {
    let paragraphs = file.split("\n\n").map(str::trim);
    let case = |paragraph| {
        let (title, sql) = str::split_once(paragraph, '\n').unwrap();
        let title = title.strip_prefix("-- ").unwrap();
        Case {
            reason: title.split(':').next().unwrap(),
            title,
            sql,
        }
    };
    paragraphs.map(case).collect()
}

pub(super) fn analytics() -> Vec<Case<'static>> {
    cases(include_str!("analytics.sql"))
}

pub(super) fn accepted() -> Vec<Case<'static>> {
    let mut all = analytics();
    all.extend(cases(include_str!("accepted.sql")));
    all
}

pub(super) fn refused() -> Vec<Case<'static>> {
    cases(include_str!("refused.sql"))
}
