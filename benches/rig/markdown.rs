//! Tables, which read well in a terminal too.

/// A section with a table; empty if there are no rows.
pub(crate) fn table(title: &str, head: &str, rows: impl IntoIterator<Item = String>) -> String {
    let rows: String = rows.into_iter().map(|row| format!("| {row} |\n")).collect();
    if rows.is_empty() {
        return String::new();
    }
    let title = match title {
        "" => String::new(),
        title => format!("\n### {title}\n"),
    };
    let rule = head.split('|').map(|_| "---").collect::<Vec<_>>().join("|");
    format!("{title}\n| {head} |\n|{rule}|\n{rows}")
}

pub(crate) fn mebibytes(kibibytes: u64) -> String {
    format!("{:.1}", kibibytes as f64 / 1024.0)
}

/// A whole number with commas between its thousands.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
