//! The columns that the specification of the registry names, and the indexes.

use super::TestRegistry;

const COLUMNS: &[(&str, &str)] = &[
    (
        "tools",
        "id uuid NOT NULL, owner_id uuid NOT NULL, name varchar(255) NOT NULL, description text, \
         tool_type varchar(50) NOT NULL, config jsonb NOT NULL '{}', input_schema jsonb NOT NULL '{}', output_schema jsonb, \
         auth_config jsonb, rate_limit jsonb, is_active boolean NOT NULL true, is_public boolean NOT NULL false, \
         created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, deleted_at timestamptz",
    ),
    (
        "agents",
        "id uuid NOT NULL, owner_id uuid NOT NULL, name varchar(255) NOT NULL, description text, \
         model_provider varchar(50) NOT NULL, model_name varchar(100) NOT NULL, system_prompt text, \
         config jsonb NOT NULL '{}', tools jsonb NOT NULL '[]', memory_config jsonb, is_active boolean NOT NULL true, \
         is_public boolean NOT NULL false, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, \
         deleted_at timestamptz",
    ),
    (
        "users",
        "id uuid NOT NULL, name varchar(255) NOT NULL, role varchar(50) NOT NULL 'user', is_active boolean NOT NULL true, \
         created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, deleted_at timestamptz",
    ),
];

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_tables_have_the_columns_of_the_specification() {
    let registry = TestRegistry::new().await;
    registry.store().migrate().await.unwrap();
    for (table, expected) in COLUMNS {
        let sql = format!(
            "SELECT concat_ws(' ', column_name, CASE data_type
                    WHEN 'character varying' THEN 'varchar(' || character_maximum_length || ')'
                    WHEN 'timestamp with time zone' THEN 'timestamptz' ELSE data_type END,
                CASE is_nullable WHEN 'NO' THEN 'NOT NULL' END,
                CASE WHEN column_default !~ '[(]|owner|0000' THEN split_part(column_default, '::', 1) END)
             FROM information_schema.columns WHERE table_schema = '{}' AND table_name = '{table}' ORDER BY ordinal_position",
            registry.schema
        );
        let found = registry.texts(&sql).await;
        let expected: Vec<_> = expected.split(", ").collect();
        assert_eq!(found[..expected.len()], expected, "{table}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_is_no_kind_no_provider_or_nobodys_is_refused() {
    let registry = TestRegistry::new().await;
    registry.store().migrate().await.unwrap();
    let refused = [
        "INSERT INTO tools (name, tool_type) VALUES ('a', 'perl')",
        "INSERT INTO tools (name, tool_type, owner_id) VALUES ('a', 'sql', gen_random_uuid())",
        "INSERT INTO agents (name, model_provider, model_name) VALUES ('a', 'other', 'm')",
        "INSERT INTO agents (name, model_provider, model_name, owner_id) VALUES ('a', 'openai', 'm', gen_random_uuid())",
        "INSERT INTO agents (name, model_provider, model_name, tools) VALUES ('a', 'openai', 'm', '{}')",
        "INSERT INTO users (name) VALUES ('ada'), ('ada')",
    ];
    for sql in refused {
        let error = registry.client.batch_execute(sql).await.unwrap_err();
        let code = error.code().unwrap().code();
        assert!(
            ["23514", "23503", "23505"].contains(&code),
            "{sql}: {error:?}"
        );
    }
    for provider in ["anthropic", "openai", "zhipuai"] {
        let sql = format!(
            "INSERT INTO agents (name, model_provider, model_name) VALUES ('{provider}', '{provider}', 'm')"
        );
        registry.run(&sql).await;
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_json_contains_is_found_by_an_index() {
    let registry = TestRegistry::new().await;
    registry.store().migrate().await.unwrap();
    // A table without rows is read as a whole otherwise.
    registry.run("SET enable_seqscan = off").await;
    for (query, index) in [
        (
            "tools WHERE config @> '{\"method\": \"GET\"}'",
            "tools_config",
        ),
        (
            "tools WHERE input_schema @> '{\"type\": \"object\"}'",
            "tools_input_schema",
        ),
        ("agents WHERE tools @> '[\"a\"]'", "agents_tools"),
        ("agents WHERE config @> '{\"top_p\": 1}'", "agents_config"),
        ("tools WHERE sequence > 1000", "tools_sequence"),
    ] {
        let plan = registry
            .texts(&format!("EXPLAIN SELECT 1 FROM {query}"))
            .await
            .join("\n");
        assert!(
            plan.contains(&format!(" on {index}")) || plan.contains(&format!(" using {index} ")),
            "{plan}"
        );
    }
}
