//! The variables that are settings, each with its default: `.env.example` explains them.

/// The variables that no command has a flag for, and their defaults; empty where there is none.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("CHROMADB_COLLECTION_NAME", "column_metadata"),
    ("CHROMADB_DATABASE", "default_database"),
    ("CHROMADB_HOST", ""),
    ("CHROMADB_PORT", "8000"),
    ("CHROMADB_SSL", "false"),
    ("CHROMADB_TENANT", "default_tenant"),
    ("CHROMADB_TOKEN", ""),
    ("CHROMADB_TOKEN_HEADER", "Authorization"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", ""),
    ("OTEL_EXPORTER_OTLP_HEADERS", ""),
    ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ""),
    ("OTEL_RESOURCE_ATTRIBUTES", ""),
    ("OTEL_SERVICE_NAME", ""),
    ("OTEL_TRACES_SAMPLER", "parentbased_always_on"),
    ("OTEL_TRACES_SAMPLER_ARG", ""),
    ("POSTGRESQL_DB_HOST", ""),
    ("POSTGRESQL_DB_NAME", ""),
    ("POSTGRESQL_DB_PASS", ""),
    ("POSTGRESQL_DB_PORT", "5432"),
    ("POSTGRESQL_DB_SSLMODE", "prefer"),
    ("POSTGRESQL_DB_SSLROOTCERT", ""),
    ("POSTGRESQL_DB_USER", ""),
    ("TEXT_EMBEDDING_API_KEY", ""),
    ("TEXT_EMBEDDING_MODEL_NAME", ""),
    ("TEXT_EMBEDDING_MODEL_URL", ""),
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
    ("TOOLWRIGHT_EMBEDDED_POSTGRES", "any"),
    ("TOOLWRIGHT_EMBEDDING_BATCH", "64"),
    ("TOOLWRIGHT_EMBEDDING_CACHE", "33554432"),
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
    ("TOOLWRIGHT_SQL_ALLOW_FUNCTIONS", ""),
    ("TOOLWRIGHT_SQL_CONNECTIONS", "20"),
    ("TOOLWRIGHT_SQL_MAX_BYTES", "1048576"),
    ("TOOLWRIGHT_SQL_MAX_CELL", "65536"),
    ("TOOLWRIGHT_SQL_MAX_ROWS", "1000"),
    ("TOOLWRIGHT_SQL_TIMEOUT", "20s"),
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
pub(super) const SECRETS: &[&str] = &[
    "CHROMADB_TOKEN",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "POSTGRESQL_DB_PASS",
    "TEXT_EMBEDDING_API_KEY",
    "TOOLWRIGHT_SEARCH_KEY",
];

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
