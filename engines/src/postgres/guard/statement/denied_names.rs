//! The names of functions, schemas and relations that are denied.
//!
//! [`NAMES`] are denied in any position where they could be called, and parentheses are not the
//! only way to call a function: `('/etc/passwd'::text).pg_read_file` reads the file, and so does
//! `TREAT('/etc/passwd' AS pg_read_file)`. [`CALLS`] may also be names of columns, so only calls of
//! them are denied. The same holds for names that start with one of [`PREFIXES`]. A test compares
//! these tables with every volatile function of a real server.

use std::{collections::HashMap, sync::LazyLock};

use super::refusal::Family;

/// Functions of the server that are denied with parentheses and after a dot.
const NAMES: &[(Family, &str)] = &[
    (Family::Session, "set_config setseed"),
    (
        Family::SqlText,
        "query_to_xml query_to_xmlschema query_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema \
         table_to_xml table_to_xmlschema table_to_xml_and_xmlschema schema_to_xml schema_to_xmlschema \
         schema_to_xml_and_xmlschema database_to_xml database_to_xmlschema database_to_xml_and_xmlschema ts_stat",
    ),
    (
        Family::Files,
        "pg_read_file pg_read_file_old pg_read_binary_file pg_stat_file pg_ls_dir pg_ls_logdir pg_ls_waldir \
         pg_ls_tmpdir pg_ls_archive_statusdir pg_ls_logicalmapdir pg_ls_logicalsnapdir pg_ls_replslotdir \
         pg_ls_summariesdir pg_current_logfile pg_hba_file_rules pg_ident_file_mappings pg_show_all_file_settings",
    ),
    (Family::Settings, "pg_show_all_settings"),
    (
        Family::LargeObjects,
        "lo_open lo_close lo_creat lo_create lo_import lo_export lo_unlink lo_get lo_put lo_from_bytea lo_lseek \
         lo_lseek64 lo_tell lo_tell64 lo_truncate lo_truncate64 loread lowrite",
    ),
    (
        Family::Signals,
        "pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_rotate_logfile_old \
         pg_log_backend_memory_contexts pg_log_query_plan pg_get_process_memory_contexts pg_terminate_autovacuum \
         pg_promote",
    ),
    (
        Family::AdvisoryLocks,
        "pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock pg_advisory_unlock_all \
         pg_advisory_unlock_shared pg_advisory_xact_lock pg_advisory_xact_lock_shared pg_try_advisory_lock \
         pg_try_advisory_lock_shared pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared",
    ),
    (Family::Messages, "pg_notify pg_logical_emit_message"),
    (Family::Sleep, "pg_sleep pg_sleep_for pg_sleep_until"),
    (
        Family::Replication,
        "pg_backup_start pg_backup_stop pg_start_backup pg_stop_backup pg_switch_wal pg_switch_xlog \
         pg_create_restore_point pg_wal_replay_pause pg_wal_replay_resume pg_xlog_replay_pause \
         pg_xlog_replay_resume pg_log_standby_snapshot pg_sync_replication_slots \
         pg_create_physical_replication_slot pg_create_logical_replication_slot pg_copy_physical_replication_slot \
         pg_copy_logical_replication_slot pg_drop_replication_slot pg_replication_slot_advance \
         pg_logical_slot_get_changes pg_logical_slot_get_binary_changes pg_logical_slot_peek_changes \
         pg_logical_slot_peek_binary_changes pg_replication_origin_create pg_replication_origin_drop \
         pg_replication_origin_advance pg_replication_origin_session_setup pg_replication_origin_session_reset \
         pg_replication_origin_xact_setup pg_replication_origin_xact_reset",
    ),
    (
        Family::Statistics,
        "pg_stat_reset pg_stat_reset_shared pg_stat_reset_slru pg_stat_reset_replication_slot \
         pg_stat_reset_subscription_stats pg_stat_reset_single_table_counters pg_stat_reset_backend_stats \
         pg_stat_reset_single_function_counters pg_stat_clear_snapshot pg_stat_force_next_flush",
    ),
    (
        Family::Maintenance,
        "gin_clean_pending_list brin_summarize_range brin_summarize_new_values brin_desummarize_range \
         pg_import_system_collations pg_extension_config_dump pg_nextoid pg_stop_making_pinned_objects \
         pg_restore_relation_stats pg_restore_attribute_stats pg_restore_extended_stats pg_clear_relation_stats \
         pg_clear_attribute_stats pg_clear_extended_stats",
    ),
    (Family::Sequences, "nextval setval"),
    (
        Family::Transactions,
        "pg_export_snapshot txid_current pg_current_xact_id",
    ),
    (
        Family::RawStorage,
        "currtid currtid2 pg_wal_summary_contents",
    ),
];

/// Functions of extensions that are denied with parentheses and after a dot.
const EXTENSION_NAMES: &[(Family, &str)] = &[
    (Family::Session, "set_limit"),
    (
        Family::SqlText,
        "xpath_table plpgsql_check_function plpgsql_check_function_tb run_command_on_workers \
         run_command_on_shards run_command_on_placements run_command_on_all_nodes run_command_on_coordinator \
         run_command_on_colocated_placements master_run_on_worker pg_background_launch pg_background_result \
         query_export_to_s3",
    ),
    (
        Family::Files,
        "pg_file_read pg_file_write pg_file_rename pg_file_unlink pg_file_sync pg_file_length pg_logdir_ls \
         xslt_process",
    ),
    (Family::LargeObjects, "lo_manage"),
    (Family::Signals, "pg_logfile_rotate pg_background_detach"),
    (
        Family::Statistics,
        "pg_stat_statements_reset pg_stat_kcache_reset pg_qualstats_reset pg_wait_sampling_reset_profile",
    ),
    (
        Family::Maintenance,
        "pg_prewarm autoprewarm_dump_now autoprewarm_start_worker pg_truncate_visibility_map heap_force_freeze \
         heap_force_kill bt_index_check bt_index_parent_check gin_index_check verify_heapam pg_buffercache_evict \
         pg_buffercache_evict_relation pg_buffercache_evict_all",
    ),
    (
        Family::RawStorage,
        "get_raw_page fsm_page_contents pg_get_wal_record_info pg_get_wal_records_info \
         pg_get_wal_records_info_till_end_of_wal pg_get_wal_block_info pg_get_wal_stats \
         pg_get_wal_stats_till_end_of_wal pg_visibility pg_visibility_map pg_visibility_map_summary \
         pg_check_frozen pg_check_visible pgstattuple pgstattuple_approx pgstatindex pgstatginindex \
         pgstathashindex pg_relpages pgrowlocks pg_freespace",
    ),
    (
        Family::Remote,
        "dblink_connect dblink_connect_u dblink_disconnect dblink_exec dblink_open dblink_fetch dblink_close \
         dblink_get_connections dblink_error_message dblink_send_query dblink_is_busy dblink_get_notify \
         dblink_get_result dblink_cancel_query dblink_current_query dblink_get_pkey dblink_build_sql_insert \
         dblink_build_sql_update dblink_build_sql_delete postgres_fdw_disconnect postgres_fdw_disconnect_all \
         postgres_fdw_get_connections oracle_execute oracle_close_connections oracle_diag http_get http_post \
         http_put http_patch http_delete http_head http_collect_response http_set_curlopt http_reset_curlopt \
         table_import_from_s3",
    ),
];

/// Functions that are denied if they are called. The same word may be the name of a column.
const CALLS: &[(Family, &str)] = &[
    (
        Family::SqlText,
        "crosstab crosstab2 crosstab3 crosstab4 crosstabn connectby cypher raw_query",
    ),
    (
        Family::Files,
        "read_csv read_parquet read_text read_blob read_json iceberg_scan delta_scan",
    ),
    (
        Family::RawStorage,
        "page_header page_checksum heap_page_items heap_page_item_attrs heap_tuple_infomask_flags tuple_data_split \
         bt_metap bt_page_stats bt_multi_page_stats bt_page_items brin_page_type brin_metapage_info brin_revmap_data \
         brin_page_items gin_metapage_info gin_page_opaque_info gin_leafpage_items gist_page_opaque_info \
         gist_page_items gist_page_items_bytea hash_page_type hash_page_stats hash_page_items hash_bitmap_info \
         hash_metapage_info",
    ),
    (Family::Remote, "dblink http"),
    (
        Family::Jobs,
        "schedule schedule_in_database unschedule alter_job",
    ),
];

/// Prefixes of functions that are denied if they are called. New versions add such functions.
const PREFIXES: &[(Family, &str)] = &[
    (Family::SqlText, "pgr_"),
    (Family::Files, "pg_read_"),
    (Family::Files, "pg_ls_"),
    (Family::Files, "pg_file_"),
    (Family::LargeObjects, "lo_"),
    (Family::AdvisoryLocks, "pg_advisory_"),
    (Family::AdvisoryLocks, "pg_try_advisory_"),
    (Family::Sleep, "pg_sleep"),
    (Family::Replication, "pg_logical_slot_"),
    (Family::Replication, "pg_replication_origin_session_"),
    (Family::Replication, "pg_replication_origin_xact_"),
    (Family::Statistics, "pg_stat_reset"),
    (Family::Maintenance, "binary_upgrade_"),
    (Family::Maintenance, "pg_restore_"),
    (Family::Maintenance, "pg_clear_"),
    (Family::Maintenance, "hypopg_"),
    (Family::RawStorage, "pg_get_wal_record"),
    (Family::Remote, "dblink_"),
    (Family::Remote, "postgres_fdw_"),
];

/// Harmless functions with such a prefix.
const PREFIX_EXCEPTIONS: &[&str] = &[
    "pg_replication_origin_session_is_setup",
    "pg_replication_origin_session_progress",
];

/// Schemas whose functions are denied if they are called.
const SCHEMAS: &[(Family, &str)] = &[
    (Family::Jobs, "cron"),
    (Family::Jobs, "pgagent"),
    (Family::Jobs, "timetable"),
    (Family::Remote, "aws_lambda"),
    (Family::Remote, "aws_s3"),
    (Family::Remote, "azure_storage"),
    (Family::Remote, "net"),
    (Family::SqlText, "duckdb"),
    (Family::Replication, "bdr"),
    (Family::Replication, "pglogical"),
    (Family::Replication, "spock"),
];

/// Tables and views that are denied in any position.
const RELATIONS: &[(Family, &str)] = &[
    (
        Family::Secrets,
        "pg_authid pg_shadow pg_user_mapping pg_user_mappings _pg_user_mappings user_mapping_options \
         pg_subscription pg_statistic pg_statistic_ext_data",
    ),
    (
        Family::Files,
        "pg_hba_file_rules pg_ident_file_mappings pg_file_settings pg_config",
    ),
    (Family::Settings, "pg_settings"),
    (Family::LargeObjects, "pg_largeobject"),
];

/// Schemas whose relations are denied.
const RELATION_SCHEMAS: &[(Family, &str)] = &[(Family::RawStorage, "pg_toast")];

type Table = LazyLock<HashMap<&'static str, Family>>;

static NAMES_BY_NAME: Table = LazyLock::new(|| words(&[NAMES, EXTENSION_NAMES].concat()));
static CALLS_BY_NAME: Table = LazyLock::new(|| words(CALLS));
static RELATIONS_BY_NAME: Table = LazyLock::new(|| words(RELATIONS));

fn words(table: &[(Family, &'static str)]) -> HashMap<&'static str, Family> {
    let each = |(family, names): &(Family, &'static str)| {
        let family = *family;
        names.split_whitespace().map(move |name| (name, family))
    };
    table.iter().flat_map(each).collect()
}

/// Returns the functions of the server that belong to a family.
pub(in crate::postgres::guard) fn functions(family: Family) -> impl Iterator<Item = &'static str> {
    let names = NAMES.iter().filter(move |(other, _)| *other == family);
    names.flat_map(|(_, names)| names.split_whitespace())
}

/// Returns the family of a function that is denied with parentheses and after a dot.
pub(super) fn name(name: &str) -> Option<Family> {
    NAMES_BY_NAME.get(name).copied()
}

/// Returns the family of a function that must not be called.
pub(super) fn call(name: &str) -> Option<Family> {
    let exact = self::name(name).or_else(|| CALLS_BY_NAME.get(name).copied());
    let is_exception = || PREFIX_EXCEPTIONS.contains(&name);
    let prefixed = || PREFIXES.iter().find(|(_, prefix)| name.starts_with(prefix));
    exact.or_else(|| (!is_exception()).then(prefixed)?.map(|(family, _)| *family))
}

/// Returns the family of a schema whose functions must not be called.
pub(super) fn schema(name: &str) -> Option<Family> {
    find(SCHEMAS, name)
}

/// Returns the family of a table or view that must not be read.
pub(super) fn relation(name: &str) -> Option<Family> {
    RELATIONS_BY_NAME.get(name).copied()
}

/// Returns the family of a schema whose relations must not be read.
pub(super) fn relation_schema(name: &str) -> Option<Family> {
    find(RELATION_SCHEMAS, name)
}

fn find(table: &[(Family, &str)], name: &str) -> Option<Family> {
    let found = table.iter().find(|(_, other)| *other == name);
    found.map(|(family, _)| *family)
}
