//! Variables that look like settings and are not: a misspelt one would have no effect, silently.

use super::known::Known;

/// The beginnings of our names. Another name that begins like this is meant for us.
const FAMILIES: &[&str] = &[
    "CHROMADB_",
    "MCP_TOOLS",
    "POSTGRESQL_DB_",
    "TEXT_EMBEDDING_",
    "TOOLS_POLICY",
    "TOOLWRIGHT_",
    "TOOL_WHITELIST",
];

/// The minimum likeness of the setting that is suggested, from 0 to 1.
const MIN_LIKENESS: f64 = 0.8;

/// Returns whether `name` is no setting, but nearly the name of one.
pub(super) fn is_near_miss(name: &str, known: Known) -> bool {
    if known.is_variable(name) {
        return false;
    }
    let name = name.to_ascii_uppercase();
    let is_ours = FAMILIES.iter().any(|family| name.starts_with(family));
    is_ours || known.variables().any(|known| is_misspelt(&name, known))
}

/// Returns `: did you mean …?` if a setting has a name like this, or an empty string.
pub(super) fn suggestion(name: &str, known: Known) -> String {
    let name = name.to_ascii_uppercase();
    let likely = known
        .variables()
        .map(|known| (likeness(&name, known), known))
        .filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    likely.map_or_else(String::new, |(_, known)| {
        format!(": did you mean `{known}`?")
    })
}

/// Returns whether `name` differs from `known` in a few letters. A short name must be closer: other
/// programs have short names too.
fn is_misspelt(name: &str, known: &str) -> bool {
    let edits = if known.len() < 12 { 1 } else { 3 };
    // Most names are told apart without comparing them letter by letter.
    name.len().abs_diff(known.len()) <= edits
        && name.as_bytes().first() == known.as_bytes().first()
        && strsim::osa_distance(name, known) <= edits
}

/// Compares what follows the words that both names begin with: `CHROMADB_URL` is not like
/// `CHROMADB_SSL`, although most of their letters are the same.
fn likeness(name: &str, known: &str) -> f64 {
    let pairs = name.bytes().zip(known.bytes());
    let common = pairs.take_while(|(one, other)| one == other).count();
    let mut words = name.as_bytes()[..common].iter();
    let start = words.rposition(|&byte| byte == b'_').map_or(0, |at| at + 1);
    strsim::jaro_winkler(&name[start..], &known[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_nearly_a_setting_is_a_near_miss() {
        for (name, suggested) in [
            ("TOOL_WHITELISTS", "TOOL_WHITELIST"),
            ("TOOL_WITHELIST", "TOOL_WHITELIST"),
            ("TOOL_WHITE_LIST", "TOOL_WHITELIST"),
            ("tool_whitelist", "TOOL_WHITELIST"),
            ("MCP_TOOL", "MCP_TOOLS"),
            ("TOOL_POLICY", "TOOLS_POLICY"),
            ("POSTGRESQL_DB_PASSWORD", "POSTGRESQL_DB_PASS"),
            ("POSTGRESQL_DB_USERNAME", "POSTGRESQL_DB_USER"),
            ("POSTGRES_DB_HOST", "POSTGRESQL_DB_HOST"),
            ("TEXT_EMBEDDING_API_KEYS", "TEXT_EMBEDDING_API_KEY"),
            ("TOOLWRIGHT_RETIRES", "TOOLWRIGHT_RETRIES"),
        ] {
            assert!(is_near_miss(name, Known::SERVER), "{name}");
            let expected = format!(": did you mean `{suggested}`?");
            assert_eq!(suggestion(name, Known::SERVER), expected);
        }
        assert!(is_near_miss("CHROMADB_URL", Known::SERVER));
        assert_eq!(suggestion("CHROMADB_URL", Known::SERVER), "");
    }

    #[test]
    fn names_of_other_programs_are_no_near_misses() {
        for name in [
            "HOME",
            "PATH",
            "POSTGRES_PASSWORD",
            "PGPASSWORD",
            "OTEL_TRACES_EXPORTER",
            "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT",
            "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
            "OTEL_EXPORTER_OTLP_PROTOCOL",
            "MCP_SERVER",
            "TOOLCHAIN",
            "ümlaut",
        ] {
            assert!(!is_near_miss(name, Known::SERVER), "{name}");
        }
    }
}
