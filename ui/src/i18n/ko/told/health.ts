/** What is found about the parts of the server. */
export const health = {
  none: "없음",
  configured: "설정됨",
  no_search:
    "`web_search`가 검색할 수 없습니다. `TOOLWRIGHT_SEARCH_URL`에 SearXNG 서버의 주소를 쓰거나, `brave` 또는 `tavily`를 쓰고 `TOOLWRIGHT_SEARCH_KEY`에 키를 넣으세요",
  settings_from: "{places}에서",
  settings_from_environment: "환경 변수에서",
  settings_from_environment_and: "환경 변수, {places}에서",
  settings_file_not_read:
    "호스트가 `stdio`를 시작할 때는 {file}을(를) 읽지 않습니다. `toolwright install`이 설정을 호스트의 항목에 적습니다",
  advice: "{error}: {advice}",
  check_database_table: "`toolwright.toml`의 항목과, 서버가 실행 중인지 확인하세요",
  check_database_settings:
    "`POSTGRESQL_DB_HOST`, `_PORT`, `_NAME`, `_USER`, `_PASS`, `_SSLMODE`와 서버가 실행 중인지 확인하세요. 설정하지 않으면 내장 클러스터를 씁니다",
  configure_database: "`POSTGRESQL_DB_HOST`, `_NAME`, `_USER`, `_PASS`에 서버를 설정하세요",
  postgresql: "PostgreSQL 버전 {version}",
  postgresql_behind_pooler: "PostgreSQL 버전 {version} (풀러 뒤)",
  first_answer: "첫 응답 {first}, 그다음 {then}",
  connections_open: "연결 {most}개 중 {open}개 열림",
  rights_unreadable: "역할의 권한을 읽을 수 없습니다: {error}",
  embedding_model: "모델 `{model}`",
  dimensions: "{count}차원",
  check_embedding_server:
    "`TEXT_EMBEDDING_MODEL_URL`, `TEXT_EMBEDDING_MODEL_NAME`, `TEXT_EMBEDDING_API_KEY`와 서버가 실행 중인지 확인하세요. 첫 번째가 없으면 내장 인코더를 씁니다",
  configure_embedding_server: "`TEXT_EMBEDDING_MODEL_URL`에 서버를 설정하세요",
  folder_not_writable:
    "쓸 수 없습니다({error}). 서버의 사용자에게 권한을 주거나 `TOOLWRIGHT_DATA_DIR`에 다른 폴더를 설정하세요",
  no_sandbox_part: "이 컴퓨터에는 해당 기능이 없습니다",
  sandbox_parts: "이 컴퓨터에 있는 기능: {parts}",
  sandbox_mode: "설정 `TOOLWRIGHT_CODE_SANDBOX={mode}`",
  sandbox_without: "없는 기능: {parts}",
  no_code_executed: "코드를 실행하지 않음",
  code_unconfined:
    "실행한 코드는 서버가 할 수 있는 일을 모두 할 수 있습니다. `TOOLWRIGHT_CODE_SANDBOX`를 `auto`나 `required`로 설정하세요",
  code_confined_in_parts:
    "실행한 코드를 이 기능만으로 가둡니다. 사용자 네임스페이스를 허용하거나 서버를 컨테이너에서 실행하세요",
  no_start_without_all_parts: "모든 기능이 없으면 서버가 시작하지 않습니다. `docs/server.md`를 보세요",
  token_issuer: "발급자 {issuer}",
  token_audience: "대상 `{audience}`",
  token_key: "{after} 만에 키 1개",
  token_keys: "{after} 만에 키 {count}개",
  check_token_issuer: "`TOOLWRIGHT_OAUTH_ISSUER`와 서버가 실행 중인지 확인하세요",
  answers_after: "응답 {time}",
  fill_collection:
    "`toolwright index --from-db`나 `toolwright index FILE`로 채우거나, `CHROMADB_COLLECTION_NAME`으로 다른 컬렉션을 고르세요",
  version: "버전 {version}",
  version_not_supported: "버전 {version}은(는) 지원하지 않습니다. ChromaDB 0.6.3 이상을 쓰세요",
  collection: "컬렉션 `{name}`: 문서 {count}개, {dimension}차원, `{model}`로 채움",
  unknown_model: "알 수 없는 모델",
  unknown: "알 수 없음",
  other_dimension:
    "모델 `{model}`은(는) {wanted}차원입니다. 다른 컬렉션에 색인하거나, 이 컬렉션을 채운 모델을 쓰세요",
  filled_with_other_model: "`{model}`이(가) 아닌 모델로 채웠으므로 거리에 의미가 없습니다",
  collection_empty: "비어 있습니다. `toolwright index`로 채우세요",
  check_vector_server:
    "`CHROMADB_HOST`, `CHROMADB_PORT`, `CHROMADB_TENANT`, `CHROMADB_DATABASE`, `CHROMADB_TOKEN`과 서버(ChromaDB 0.6.3 이상)가 실행 중인지 확인하세요. 첫 번째가 없으면 내장 색인을 씁니다",
  check_data_folder: "데이터 폴더를 확인하거나 `CHROMADB_HOST`에 ChromaDB 서버를 설정하세요",
  registry_database_back: "도구는 계속 동작합니다. 데이터베이스가 돌아올 때까지 다시 시도합니다",
  mend_file: "파일을 고치세요. 그때까지 도구는 그대로입니다",
} as const;
