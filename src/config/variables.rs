//! The variables that are settings, each with its default: `.env.example` explains them.

/// The variables that no command has a flag for, and their defaults; empty where there is none.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("OTEL_EXPORTER_OTLP_ENDPOINT", ""),
    ("OTEL_EXPORTER_OTLP_HEADERS", ""),
    ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ""),
    ("OTEL_RESOURCE_ATTRIBUTES", ""),
    ("OTEL_SERVICE_NAME", ""),
    ("OTEL_TRACES_SAMPLER", "parentbased_always_on"),
    ("OTEL_TRACES_SAMPLER_ARG", ""),
    ("TOOL_WHITELIST", ""),
    ("TOOLS_POLICY", "true"),
    ("MCP_TOOLS", "true"),
    ("TOOLWRIGHT_ALLOW_PRIVATE_URLS", "false"),
    ("TOOLWRIGHT_CACHE", ""),
    ("TOOLWRIGHT_CODE_EXECUTION", "false"),
    ("TOOLWRIGHT_CONCURRENT_REQUESTS", ""),
    ("TOOLWRIGHT_CONFIG", ""),
    ("TOOLWRIGHT_DATA_DIR", ""),
    ("TOOLWRIGHT_DEFAULT_TIMEOUT", "30s"),
    ("TOOLWRIGHT_FILES_DIR", ""),
    ("TOOLWRIGHT_LOG_DAYS", "30"),
    ("TOOLWRIGHT_LOG_DIR", ""),
    ("TOOLWRIGHT_MAX_RESULT", "1048576"),
    ("TOOLWRIGHT_PLANS", "false"),
    ("TOOLWRIGHT_REPAIR", "true"),
    ("TOOLWRIGHT_REQUESTS_PER_HOUR", ""),
    ("TOOLWRIGHT_REQUESTS_PER_MINUTE", ""),
    ("TOOLWRIGHT_RETRIES", "2"),
    ("TOOLWRIGHT_SEARCH_KEY", ""),
    ("TOOLWRIGHT_SEARCH_URL", ""),
];

/// The variables that commands have flags for; a test holds this to them.
pub(crate) const FLAGS: &[&str] = &[
    "TOOLWRIGHT_ALLOWED_HOSTS",
    "TOOLWRIGHT_ALLOWED_ORIGINS",
    "TOOLWRIGHT_BODY_TIMEOUT",
    "TOOLWRIGHT_DRAIN",
    "TOOLWRIGHT_HOST",
    "TOOLWRIGHT_INSECURE",
    "TOOLWRIGHT_LOG",
    "TOOLWRIGHT_MAX_BODY",
    "TOOLWRIGHT_MAX_SESSIONS",
    "TOOLWRIGHT_PORT",
    "TOOLWRIGHT_SESSION_IDLE",
    "TOOLWRIGHT_SSE",
];

/// The variables whose values are never shown.
pub(super) const SECRETS: &[&str] = &["OTEL_EXPORTER_OTLP_HEADERS", "TOOLWRIGHT_SEARCH_KEY"];

fn all() -> impl Iterator<Item = &'static str> {
    VARIABLES
        .iter()
        .map(|(name, _)| *name)
        .chain(FLAGS.iter().copied())
}

pub(super) fn is_known(name: &str) -> bool {
    all().any(|known| known == name)
}

pub(super) fn is_secret(name: &str) -> bool {
    SECRETS.contains(&name)
}

pub(super) fn default_of(name: &str) -> &'static str {
    let found = VARIABLES.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, default)| default)
}

/// The variable of a key in `toolwright.toml`: `port` is `TOOLWRIGHT_PORT`, `tool_whitelist` is `TOOL_WHITELIST`.
pub(super) fn named(key: &str) -> Option<&'static str> {
    let key = key.to_uppercase();
    all().find(|name| *name == key || name.strip_prefix("TOOLWRIGHT_") == Some(&key))
}
