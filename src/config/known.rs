//! [`Known`]: the settings that exist, each with its default. `.env.example` explains them.

/// The variables that no command has a flag for, with their defaults; an empty default is none.
pub(super) const VARIABLES: &[(&str, &str)] = &[
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
    ("TOOLWRIGHT_API_KEY", ""),
    ("TOOLWRIGHT_AUTH", "auto"),
    ("TOOLWRIGHT_CACHE", ""),
    ("TOOLWRIGHT_CODE_EXECUTION", "false"),
    ("TOOLWRIGHT_CODE_SANDBOX", "auto"),
    ("TOOLWRIGHT_CONCURRENT_REQUESTS", ""),
    ("TOOLWRIGHT_CONFIG", ""),
    ("TOOLWRIGHT_CONSOLE", "true"),
    ("TOOLWRIGHT_DATA_DIR", ""),
    ("TOOLWRIGHT_DEFAULT_TIMEOUT", "30s"),
    ("TOOLWRIGHT_EMBEDDED_POSTGRES", "any"),
    ("TOOLWRIGHT_EMBEDDING_BATCH", "64"),
    ("TOOLWRIGHT_EMBEDDING_CACHE", "33554432"),
    ("TOOLWRIGHT_FILES_DIR", ""),
    ("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", ""),
    ("TOOLWRIGHT_INHERITED_VARIABLES", "PATH,HOME,LANG"),
    ("TOOLWRIGHT_LISTS", "full"),
    ("TOOLWRIGHT_LOG_DAYS", "30"),
    ("TOOLWRIGHT_LOG_DIR", ""),
    ("TOOLWRIGHT_LOG_MAX_BYTES", "10737418240"),
    ("TOOLWRIGHT_MAX_RESULT", "1048576"),
    ("TOOLWRIGHT_OAUTH_AUDIENCE", ""),
    ("TOOLWRIGHT_OAUTH_ISSUER", ""),
    ("TOOLWRIGHT_OAUTH_RESOURCE", ""),
    ("TOOLWRIGHT_OAUTH_ROLE_CLAIM", ""),
    ("TOOLWRIGHT_OAUTH_SCOPES", ""),
    ("TOOLWRIGHT_OAUTH_USER_CLAIM", "sub"),
    ("TOOLWRIGHT_PINNED_TOOLS", ""),
    ("TOOLWRIGHT_PLANS", "false"),
    ("TOOLWRIGHT_PYTHON", ""),
    ("TOOLWRIGHT_REGISTRY", "files"),
    ("TOOLWRIGHT_REGISTRY_DIR", ""),
    ("TOOLWRIGHT_REGISTRY_URL", ""),
    ("TOOLWRIGHT_REPAIR", "true"),
    ("TOOLWRIGHT_REPLICA", ""),
    ("TOOLWRIGHT_REQUESTS_PER_HOUR", ""),
    ("TOOLWRIGHT_REQUESTS_PER_MINUTE", ""),
    ("TOOLWRIGHT_RETRIES", "2"),
    ("TOOLWRIGHT_SEARCH_KEY", ""),
    ("TOOLWRIGHT_SEARCH_URL", ""),
    ("TOOLWRIGHT_SECRET_KEY", ""),
    ("TOOLWRIGHT_SECRET_KEY_FILE", ""),
    ("TOOLWRIGHT_SERVER_NAME", "toolwright"),
    ("TOOLWRIGHT_SERVER_TITLE", "Toolwright"),
    ("TOOLWRIGHT_SESSIONS", "local"),
    ("TOOLWRIGHT_SQL_ALLOW_FUNCTIONS", ""),
    ("TOOLWRIGHT_SQL_CONNECTIONS", "20"),
    ("TOOLWRIGHT_SQL_MAX_BYTES", "1048576"),
    ("TOOLWRIGHT_SQL_MAX_CELL", "65536"),
    ("TOOLWRIGHT_SQL_MAX_ROWS", "1000"),
    ("TOOLWRIGHT_SQL_TIMEOUT", "20s"),
    ("TOOLWRIGHT_URL", ""),
];

/// The variables that commands have flags for. A test compares this list with the flags.
pub(super) const FLAGS: &[&str] = &[
    "TOOLWRIGHT_ALLOWED_HOSTS",
    "TOOLWRIGHT_ALLOWED_ORIGINS",
    "TOOLWRIGHT_BODY_TIMEOUT",
    "TOOLWRIGHT_DRAIN",
    "TOOLWRIGHT_HOST",
    "TOOLWRIGHT_INSECURE",
    "TOOLWRIGHT_LOG",
    "TOOLWRIGHT_LOG_FORMAT",
    "TOOLWRIGHT_MAX_BODY",
    "TOOLWRIGHT_MAX_SESSIONS",
    "TOOLWRIGHT_PORT",
    "TOOLWRIGHT_SESSION_IDLE",
    "TOOLWRIGHT_SSE",
];

/// The variables of commands that work on a server elsewhere. No server reads them.
const OF_CLIENTS: &[&str] = &["TOOLWRIGHT_API_KEY", "TOOLWRIGHT_URL"];

/// The fields of tables in `toolwright.toml`, with their defaults. A `*` stands for the name of an
/// entry: `databases.*.port` is the field `port` of each table `[databases.NAME]`.
const TABLE_FIELDS: &[(&str, &str)] = &[
    ("databases.*.host", ""),
    ("databases.*.name", ""),
    ("databases.*.pass", ""),
    ("databases.*.port", "5432"),
    ("databases.*.sslmode", "prefer"),
    ("databases.*.sslrootcert", ""),
    ("databases.*.user", ""),
];

/// A setting whose value is never shown, and the settings that decide who receives it.
pub(super) type SecretSetting = (&'static str, &'static [&'static str]);

/// The secrets. A `*` stands for the name of an entry, in a secret and its destinations alike.
const SECRETS: &[SecretSetting] = &[
    (
        "CHROMADB_TOKEN",
        &["CHROMADB_HOST", "CHROMADB_PORT", "CHROMADB_SSL"],
    ),
    (
        "OTEL_EXPORTER_OTLP_HEADERS",
        &[
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        ],
    ),
    (
        "POSTGRESQL_DB_PASS",
        &[
            "POSTGRESQL_DB_HOST",
            "POSTGRESQL_DB_PORT",
            "POSTGRESQL_DB_SSLMODE",
            "POSTGRESQL_DB_SSLROOTCERT",
        ],
    ),
    ("TEXT_EMBEDDING_API_KEY", &["TEXT_EMBEDDING_MODEL_URL"]),
    ("TOOLWRIGHT_API_KEY", &["TOOLWRIGHT_URL"]),
    // It names its destination itself.
    ("TOOLWRIGHT_REGISTRY_URL", &[]),
    ("TOOLWRIGHT_SEARCH_KEY", &["TOOLWRIGHT_SEARCH_URL"]),
    // It is sent to nobody.
    ("TOOLWRIGHT_SECRET_KEY", &[]),
    (
        "databases.*.pass",
        &[
            "databases.*.host",
            "databases.*.port",
            "databases.*.sslmode",
            "databases.*.sslrootcert",
        ],
    ),
];

/// The settings that are a path. A relative one begins in the working folder.
const PATHS: &[&str] = &[
    "POSTGRESQL_DB_SSLROOTCERT",
    "TOOLWRIGHT_DATA_DIR",
    "TOOLWRIGHT_FILES_DIR",
    "TOOLWRIGHT_LOG_DIR",
    "TOOLWRIGHT_REGISTRY_DIR",
    "TOOLWRIGHT_SECRET_KEY_FILE",
];

/// The variable that names a settings file. Only the environment can have it.
pub(super) const FILE_VARIABLE: &str = "TOOLWRIGHT_CONFIG";

/// Not a setting of ours, but read like one: the folders in which programs are searched.
pub(super) const SEARCH_PATH: &str = "PATH";

/// The settings that exist.
///
/// A setting is named by its variable, `TOOLWRIGHT_PORT`, or by its path in `toolwright.toml` if it
/// is a field of a table, `databases.reporting.host`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) table_fields: &'static [(&'static str, &'static str)],
    pub(super) secrets: &'static [SecretSetting],
}

impl Known {
    /// The settings of the `toolwright` server.
    pub(super) const SERVER: Self = Self {
        table_fields: TABLE_FIELDS,
        secrets: SECRETS,
    };

    /// Returns whether `name` is the variable of a setting.
    pub(super) fn is_variable(self, name: &str) -> bool {
        self.variables().any(|known| known == name)
    }

    /// Returns the variables of all settings.
    pub(super) fn variables(self) -> impl Iterator<Item = &'static str> {
        let plain = VARIABLES.iter().map(|(name, _)| *name);
        plain.chain(FLAGS.iter().copied())
    }

    /// Returns whether the setting matters to a server that a host starts with `stdio`.
    pub(super) fn is_for_hosts(name: &str) -> bool {
        let is_of_commands = FLAGS.contains(&name) || OF_CLIENTS.contains(&name);
        name != FILE_VARIABLE && (name.starts_with("TOOLWRIGHT_LOG") || !is_of_commands)
    }

    /// Returns whether the setting is a path.
    pub(super) fn is_path(name: &str) -> bool {
        PATHS.contains(&name)
    }

    /// Returns whether a blank value of this setting counts: a list of what is allowed that names
    /// nothing allows nothing.
    pub(super) fn closes_when_blank(name: &str) -> bool {
        name == "TOOL_WHITELIST"
    }

    /// Returns whether `path` is a field of a table, `databases.reporting.host`.
    pub(super) fn is_field(self, path: &str) -> bool {
        self.table_fields.iter().any(|(field, _)| fits(field, path))
    }

    /// Returns whether `path` is a table or a table of tables, `databases` or `databases.reporting`.
    pub(super) fn is_table(self, path: &str) -> bool {
        let is_above = |(field, _): &(&str, &str)| {
            let depth = path.split('.').count();
            let above: Vec<&str> = field.split('.').take(depth).collect();
            above.len() < field.split('.').count() && fits(&above.join("."), path)
        };
        self.table_fields.iter().any(is_above)
    }

    /// Returns whether the value of this setting must not be shown.
    pub(super) fn is_secret(self, name: &str) -> bool {
        self.secrets.iter().any(|(secret, _)| fits(secret, name))
    }

    /// Returns the settings that decide who receives this secret.
    pub(super) fn destinations(self, secret: &str) -> impl Iterator<Item = String> {
        let found = self.secrets.iter().find(|(known, _)| fits(known, secret));
        let patterns = found.map_or(&[][..], |(_, destinations)| destinations);
        patterns.iter().map(move |pattern| filled(pattern, secret))
    }

    /// Returns the fields of a table and their defaults, for instance those of
    /// `databases.reporting`, whose fields are `databases.reporting.host` and so on.
    pub(super) fn fields_of(self, table: &str) -> impl Iterator<Item = (String, &'static str)> {
        self.table_fields
            .iter()
            .filter_map(move |(field, default)| {
                let (parent, name) = field.rsplit_once('.')?;
                fits(parent, table).then(|| (format!("{table}.{name}"), *default))
            })
    }

    /// Returns the variable of a key in `toolwright.toml`: `port` is `TOOLWRIGHT_PORT`, and
    /// `tool_whitelist` is `TOOL_WHITELIST`.
    pub(super) fn variable_of(self, key: &str) -> Option<&'static str> {
        let key = key.to_uppercase();
        self.variables()
            .find(|name| *name == key || name.strip_prefix("TOOLWRIGHT_") == Some(&key))
    }
}

/// Returns the default of a variable, which is empty if it has none.
pub(super) fn default_of(variable: &str) -> &'static str {
    let found = VARIABLES.iter().find(|(name, _)| *name == variable);
    found.map_or("", |(_, default)| default)
}

/// Replaces each `*` of a pattern by the name that `path` has in its place: `databases.*.host` and
/// `databases.reporting.pass` are `databases.reporting.host`.
fn filled(pattern: &str, path: &str) -> String {
    let names = path.split('.').chain(std::iter::repeat("*"));
    let filled = pattern
        .split('.')
        .zip(names)
        .map(|(part, name)| match part {
            "*" => name,
            part => part,
        });
    filled.collect::<Vec<_>>().join(".")
}

/// Returns whether a path is the one that `pattern` describes, where `*` stands for any name.
fn fits(pattern: &str, path: &str) -> bool {
    let mut names = path.split('.');
    let all_fit = pattern.split('.').all(|expected| {
        let name = names.next();
        name.is_some_and(|name| expected == "*" || expected == name)
    });
    all_fit && names.next().is_none()
}
