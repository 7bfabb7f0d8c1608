//! What is found about the parts of the server.

use toolwright_base::coded_texts;

coded_texts! {
    none() = "none";
    configured() = "configured";
    no_search() = "`web_search` cannot search: set `TOOLWRIGHT_SEARCH_URL` to the address of a SearXNG server, or to `brave` or `tavily` with a key in `TOOLWRIGHT_SEARCH_KEY`";
    settings_from(places) = "from {places}";
    settings_from_environment() = "from the environment";
    settings_from_environment_and(places) = "from the environment, {places}";
    settings_file_not_read(file) = "{file} is not read when a host starts `stdio`: `toolwright install` writes its settings into the host's entry";
    advice(error, advice) = "{error}: {advice}";
    check_database_table() = "check its table in `toolwright.toml`, and that the server runs";
    check_database_settings() = "check `POSTGRESQL_DB_HOST`, `_PORT`, `_NAME`, `_USER`, `_PASS` and `_SSLMODE`, and that the server runs; without them, the embedded cluster is used";
    configure_database() = "configure a server in `POSTGRESQL_DB_HOST`, `_NAME`, `_USER` and `_PASS`";
    postgresql(version) = "PostgreSQL {version}";
    postgresql_behind_pooler(version) = "PostgreSQL {version} behind a pooler";
    first_answer(first, then) = "first answer after {first}, then after {then}";
    connections_open(open, most) = "{open} of {most} connections open";
    rights_unreadable(error) = "cannot read the rights of the role: {error}";
    embedding_model(model) = "model `{model}`";
    dimensions(count) = "{count} dimensions";
    check_embedding_server() = "check `TEXT_EMBEDDING_MODEL_URL`, `TEXT_EMBEDDING_MODEL_NAME` and `TEXT_EMBEDDING_API_KEY`, and that the server runs; without the first, the embedded encoder is used";
    configure_embedding_server() = "configure a server in `TEXT_EMBEDDING_MODEL_URL`";
    folder_not_writable(error) = "it is not writable ({error}): give the server's user access, or set another folder in `TOOLWRIGHT_DATA_DIR`";
    no_sandbox_part() = "this machine has no part of it";
    sandbox_parts(parts) = "this machine has {parts}";
    sandbox_mode(mode) = "`TOOLWRIGHT_CODE_SANDBOX={mode}`";
    sandbox_without(parts) = "without {parts}";
    no_code_executed() = "no code is executed";
    code_unconfined() = "executed code may do what the server may do: set `TOOLWRIGHT_CODE_SANDBOX` to `auto` or `required`";
    code_confined_in_parts() = "executed code is confined by these parts alone: allow user namespaces, or run the server in a container";
    no_start_without_all_parts() = "the server does not start without all parts: see `docs/server.md`";
    token_issuer(issuer) = "of {issuer}";
    token_audience(audience) = "audience `{audience}`";
    token_key(after) = "1 key after {after}";
    token_keys(count, after) = "{count} keys after {after}";
    check_token_issuer() = "check `TOOLWRIGHT_OAUTH_ISSUER`, and that the server runs";
    answers_after(time) = "answers after {time}";
    fill_collection() = "`toolwright index --from-db` or `toolwright index FILE` fills it, and `CHROMADB_COLLECTION_NAME` selects another";
    version(version) = "version {version}";
    version_not_supported(version) = "version {version} is not supported: ChromaDB 0.6.3 or later is";
    collection(name, count, dimension, model) = "collection `{name}` with {count} documents, {dimension} dimensions, filled with `{model}`";
    unknown_model() = "an unknown model";
    unknown() = "unknown";
    other_dimension(model, wanted) = "the model `{model}` has {wanted} dimensions: index into another collection, or use the model that filled this one";
    filled_with_other_model(model) = "it was filled with another model than `{model}`: distances are meaningless";
    collection_empty() = "it is empty: `toolwright index` fills it";
    check_vector_server() = "check `CHROMADB_HOST`, `CHROMADB_PORT`, `CHROMADB_TENANT`, `CHROMADB_DATABASE` and `CHROMADB_TOKEN`, and that the server runs (ChromaDB 0.6.3 or later); without the first, the embedded index is used";
    check_data_folder() = "check the data folder, or configure a ChromaDB server in `CHROMADB_HOST`";
    registry_database_back() = "the tools go on; it is tried again until the database is back";
    mend_file() = "mend the file; the tools stay as they were until then";
}
