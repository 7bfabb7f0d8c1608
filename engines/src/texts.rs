//! The tables of the engines' [`CodedText`](toolwright_base::CodedText)s.

use toolwright_base::TextCode;

/// The texts of this crate.
pub const TEXTS: &[&[TextCode]] = &[expression::CODES, roles::CODES, statements::CODES];

/// Reasons for which a statement is refused.
pub(crate) mod statements {
    use toolwright_base::coded_texts;

    coded_texts! {
        statement_empty() = "the statement is empty; `SELECT`, `WITH … SELECT`, `VALUES`, `TABLE`, `SHOW` and `EXPLAIN` without `ANALYZE` are allowed";
        statement_too_long(bytes, most) = "the statement has {bytes} bytes; at most {most} are allowed";
        statement_too_deep() = "the statement is nested too deeply; use `WITH`, or `IN (…)` for a long `OR`";
        statement_has_zero() = "the statement contains a zero character; remove it";
        several_statements() = "only one statement can be run at a time; send the one after `;` separately";
        not_a_read(statement) = "`{statement}` is not allowed, since it does not only read; `SELECT`, `WITH … SELECT`, `VALUES`, `TABLE`, `SHOW` and `EXPLAIN` without `ANALYZE` are allowed";
        select_into() = "`SELECT … INTO` is not allowed, since it creates a table; remove `INTO`";
        locks_rows(clause) = "`{clause}` is not allowed, since it locks rows; remove it";
        explain_option(option) = "`EXPLAIN` with `{option}` is not allowed; `VERBOSE`, `COSTS`, `BUFFERS`, `SETTINGS`, `SUMMARY`, `MEMORY`, `GENERIC_PLAN` and `FORMAT` are";
        denied_function(name, reason, advice) = "`{name}` is not allowed: {reason}; {advice}. An administrator may allow single functions";
        denied_relation(name, reason, advice) = "`{name}` is not allowed: {reason}; {advice}";
        treat() = "`TREAT` is not allowed, since it calls functions by the name of a type; use `CAST`";
        secret_setting(name) = "the setting `{name}` is not shown, since it may contain a password";
        all_settings() = "`SHOW ALL` is not allowed, since some settings contain passwords; name the setting";
        unknown_setting() = "`current_setting` is allowed only with the name as a plain literal, such as `current_setting('TimeZone')`";
        unicode_name(name) = "`{name}` is not allowed; write the name without Unicode escapes";
        syntax_near(message, near) = "{message} at or near \"{near}\"";
        syntax_near_at(message, near, line, column) = "{message} at or near \"{near}\" (line {line}, column {column})";
        syntax_at_end(message) = "{message} at end of input";
        syntax_at_end_at(message, line, column) = "{message} at end of input (line {line}, column {column})";
        statement_unchecked(reason) = "the statement was not run, since it could not be checked: {reason}";
        denied_session() = "it changes the session";
        denied_sql_text() = "it runs SQL from its arguments";
        denied_files() = "it accesses the server's files";
        denied_large_objects() = "it accesses large objects";
        denied_signals() = "it acts on other sessions or on the server";
        denied_advisory_locks() = "it takes or releases locks that outlive the statement";
        denied_messages() = "it sends a message to other sessions";
        denied_sleep() = "it keeps a connection waiting";
        denied_replication() = "it acts on the write-ahead log, backups or replication";
        denied_statistics() = "it resets the server's statistics";
        denied_maintenance() = "it writes to the server's storage";
        denied_sequences() = "it advances a sequence";
        denied_transactions() = "it assigns a transaction ID or keeps a snapshot";
        denied_raw_storage() = "it reads storage and bypasses privileges";
        denied_remote() = "it connects to another server";
        denied_jobs() = "it schedules work";
        denied_settings() = "it shows settings that may contain passwords";
        denied_secrets() = "it may contain passwords or data that privileges hide";
        instead_show() = "read settings with `SHOW` or `current_setting`";
        instead_send() = "send that query as the statement";
        instead_query_later() = "query again later";
        instead_activity() = "see `pg_stat_activity` and `pg_locks` for sessions and locks";
        instead_replication() = "see `pg_stat_replication` and `pg_stat_wal` for its state";
        instead_counters() = "see the `pg_stat_…` views for counters";
        instead_last_value() = "read a sequence with `SELECT last_value FROM …`";
        instead_roles() = "see `pg_roles` for roles and `pg_stats` for statistics";
        instead_tables() = "read tables and views";
    }
}

/// Reasons for which an expression fails.
pub(crate) mod expression {
    use toolwright_base::coded_texts;

    coded_texts! {
        expression_syntax(line, column, message) = "syntax error in line {line}, column {column}: {message}";
        expression_variable(name) = "`{name}` cannot be the name of a variable: expected letters, digits and `_`, and no keyword of Python";
        expression_too_long(bytes) = "the expression is longer than {bytes} bytes";
        variables_too_long(bytes) = "the variables are longer than {bytes} bytes of JSON";
        result_too_long(bytes) = "the result is longer than {bytes} bytes of JSON";
        expression_memory(megabytes) = "memory limit: the expression needs more than {megabytes} MB";
        expression_depth() = "depth limit: the expression or its values nest too deeply";
        expression_time(milliseconds) = "time limit: the expression takes longer than {milliseconds} ms";
        expression_refused(reason) = "refused: {reason}";
        result_no_json(reason) = "the result has no JSON form: {reason}";
    }
}

/// Findings about the role of a database, with their remedies.
pub(crate) mod roles {
    use toolwright_base::coded_texts;

    coded_texts! {
        role_superuser(role) = "`{role}` is a superuser: no privilege limits it, not even for files and programs of the server";
        role_runs_programs(role, names) = "`{role}` may access the server's files or programs, as a member of `{names}`";
        role_untrusted_language(role, names) = "`{role}` may write functions in `{names}`, which no privilege limits";
        role_writes(role, count, names) = "`{role}` may write to {count} tables, such as `{names}`";
        role_owns(role, count, names) = "`{role}` owns {count} tables, such as `{names}`: an owner can do anything with them";
        role_creates_roles(role) = "`{role}` may create roles, including more powerful ones";
        role_replicates(role) = "`{role}` may replicate, and so copy every database of the server";
        role_bypasses_row_security(role) = "`{role}` sees every row, regardless of row security";
        role_creates_databases(role) = "`{role}` may create databases";
        role_creates_in_schema(role, names) = "`{role}` may create tables and functions in the schema `{names}`";
        role_creates_schemas(role, names) = "`{role}` may create schemas in the database `{names}`";
        role_strong_member(role, names) = "`{role}` is a member of `{names}`";
        role_moves_sequences(role, count, names) = "`{role}` may advance {count} sequences, such as `{names}`";
        role_reads_everything(role, names) = "`{role}` may read every table of every schema, as a member of `{names}`";
        role_extension(names) = "the extension `{names}` can reach other servers, files or other sessions; its known functions are denied";
        role_public_functions(role, count, names) = "`{role}` may call {count} functions that are denied to queries, such as `{names}`";
        role_definer_functions(role, count, names) = "`{role}` may call {count} functions that run with their owner's privileges, such as `{names}`";
        role_other(role, right) = "`{role}`: {right}";
        fix_another_role() = "log in as a role that can only read: `toolwright doctor --setup-sql` prints the SQL that creates one";
        fix_revoke(sql) = "revoke it: `{sql}`";
        fix_leave_select(sql) = "leave it only `SELECT`: `{sql}`";
        fix_revoke_membership(names, role) = "if it should not: `REVOKE {names} FROM {role}`, and grant the schemas that it may read";
        fix_not_needed(sql) = "if it is not needed: `{sql}`";
        fix_revoke_from_public() = "revoke them from `PUBLIC`: `toolwright doctor --setup-sql` prints the SQL";
        fix_definer_functions() = "make sure that none of them writes, or runs SQL from its arguments; otherwise `REVOKE EXECUTE ON FUNCTION … FROM PUBLIC`";
    }
}
