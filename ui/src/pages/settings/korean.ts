/** What each setting does, in Korean. The server describes them in English. */
export const KOREAN: Record<string, string> = {
  CHROMADB_COLLECTION_NAME:
    "호출이 컬렉션을 지정하지 않을 때 검색하는 컬렉션입니다(ChromaDB 또는 내장 색인).",
  CHROMADB_DATABASE: "컬렉션이 있는 데이터베이스입니다.",
  CHROMADB_HOST:
    "`get_sim_search`가 조회하는 ChromaDB 서버의 호스트 이름 또는 IP 주소입니다. 비우면 데이터 폴더의 내장 색인을 씁니다.",
  CHROMADB_PORT: "ChromaDB 서버의 포트입니다.",
  CHROMADB_SSL: "TLS로 접속할지 여부입니다.",
  CHROMADB_TENANT: "데이터베이스의 테넌트입니다.",
  CHROMADB_TOKEN: "ChromaDB 서버의 토큰입니다(필요한 경우).",
  CHROMADB_TOKEN_HEADER: "토큰을 보내는 헤더입니다: `Authorization` 또는 `X-Chroma-Token`.",
  MCP_TOOLS: "도구를 실행할지 여부입니다.",
  OTEL_EXPORTER_OTLP_ENDPOINT: "추적을 OTLP/HTTP로 받는 OpenTelemetry 수집기입니다. 비우면 보내지 않습니다.",
  OTEL_EXPORTER_OTLP_HEADERS: "수집기로 보내는 요청의 헤더입니다. 쉼표로 구분하고 퍼센트 인코딩합니다.",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "추적 전용 주소이며 그대로 사용합니다.",
  OTEL_RESOURCE_ATTRIBUTES: "추적에 붙이는 이 서버의 추가 속성입니다.",
  OTEL_SERVICE_NAME: "추적에 표시되는 이 서버의 이름입니다. 비우면 `toolwright`입니다.",
  OTEL_TRACES_SAMPLER: "추적할 호출을 고르는 방식입니다.",
  OTEL_TRACES_SAMPLER_ARG: "`traceidratio`가 추적하는 호출의 비율입니다(0~1). 비우면 전부입니다.",
  POSTGRESQL_DB_HOST:
    "`query_bga_database`가 조회하는 PostgreSQL 서버입니다. 비우면 데이터 폴더의 전용 클러스터를 씁니다.",
  POSTGRESQL_DB_NAME: "데이터베이스 이름입니다.",
  POSTGRESQL_DB_PASS: "역할의 비밀번호입니다.",
  POSTGRESQL_DB_PORT: "PostgreSQL 서버의 포트입니다.",
  POSTGRESQL_DB_SSLMODE:
    "연결을 암호화할지 여부입니다: `disable`, `prefer`, `require`, `verify-full`(서버 인증서도 확인).",
  POSTGRESQL_DB_SSLROOTCERT: "`verify-full`이 신뢰하는 인증서 파일입니다. 비우면 시스템의 인증서를 씁니다.",
  POSTGRESQL_DB_USER: "로그인하는 역할입니다.",
  TEXT_EMBEDDING_API_KEY: "임베딩 서버의 키입니다(필요한 경우). 베어러 토큰으로 보냅니다.",
  TEXT_EMBEDDING_MODEL_NAME: "임베딩 서버의 모델입니다. 주소를 설정하면 필요합니다.",
  TEXT_EMBEDDING_MODEL_URL: "임베딩 서버의 주소입니다. 비우면 내장 인코더를 씁니다(영어, 384차원).",
  TOOLS_POLICY: "`TOOL_WHITELIST`를 적용할지 여부입니다.",
  TOOLWRIGHT_ALLOWED_HOSTS: "요청에 쓸 수 있는 추가 호스트 이름입니다. 쉼표로 구분합니다.",
  TOOLWRIGHT_ALLOWED_ORIGINS: "호출할 수 있는 웹 페이지의 추가 출처입니다. 쉼표로 구분합니다.",
  TOOLWRIGHT_ALLOW_PRIVATE_URLS: "`doc_parser`가 사설 주소도 가져올 수 있는지 여부입니다.",
  TOOLWRIGHT_API_KEY: "해당 서버의 API 키입니다. HTTPS와 루프백 주소로만 보냅니다.",
  TOOLWRIGHT_AUTH:
    "누가 키나 토큰을 보여야 하는지입니다: `auto`는 다른 컴퓨터가 접근할 수 있을 때, `required`는 항상 묻습니다.",
  TOOLWRIGHT_BODY_TIMEOUT: "요청 본문의 제한 시간입니다.",
  TOOLWRIGHT_CACHE: "결과를 캐시할 도구와 기간입니다. 캐시는 호출자마다 따로 있습니다.",
  TOOLWRIGHT_CODE_EXECUTION: "에이전트가 `code_execution` 도구로 코드를 실행할 수 있는지 여부입니다.",
  TOOLWRIGHT_CODE_SANDBOX: "그 코드를 샌드박스에서 실행할지 여부입니다: `auto`, `required`, `off`.",
  TOOLWRIGHT_CONCURRENT_REQUESTS:
    "한 호출자가 한 도구를 동시에 호출할 수 있는 수입니다. 비우면 제한이 없습니다.",
  TOOLWRIGHT_CONFIG: "다른 모든 파일보다 우선하는 설정 파일입니다. 환경 변수로만 지정할 수 있습니다.",
  TOOLWRIGHT_CONSOLE: "`/`에서 이 콘솔을 제공할지 여부입니다.",
  TOOLWRIGHT_DATA_DIR: "모든 데이터의 폴더입니다. 비우면 시스템의 기본 폴더를 씁니다.",
  TOOLWRIGHT_DEFAULT_TIMEOUT: "제한 시간이 없는 도구의 호출 제한 시간입니다.",
  TOOLWRIGHT_DRAIN: "서버가 멈출 때 실행 중인 호출을 기다리는 시간입니다.",
  TOOLWRIGHT_EMBEDDED_POSTGRES: "전용 클러스터의 PostgreSQL입니다: `any`, `machine`, `bundled`.",
  TOOLWRIGHT_EMBEDDING_BATCH: "임베딩 서버에 한 번에 보내는 최대 텍스트 수입니다.",
  TOOLWRIGHT_EMBEDDING_CACHE: "임베딩 벡터 캐시의 크기(바이트)입니다. 0이면 끕니다.",
  TOOLWRIGHT_FILES_DIR: "`doc_parser`가 읽을 수 있는 폴더입니다(하위 폴더 포함). 비우면 없습니다.",
  TOOLWRIGHT_HOST:
    "`serve`가 대기하는 주소입니다. 다른 컴퓨터가 접근할 수 있으면 모든 요청에 키가 필요합니다.",
  TOOLWRIGHT_HTTP_PRIVATE_HOSTS:
    "레지스트리의 `http` 도구가 접근할 수 있는 사설 주소의 호스트입니다. 쉼표로 구분합니다.",
  TOOLWRIGHT_INHERITED_VARIABLES:
    "`python`과 `shell` 도구의 프로그램이 물려받는 서버의 변수입니다. 쉼표로 구분하며, 서버의 비밀은 쓸 수 없습니다.",
  TOOLWRIGHT_INSECURE: "다른 컴퓨터가 접근할 수 있는 주소에서도 키 없이 호출할 수 있게 합니다.",
  TOOLWRIGHT_LISTS:
    "`tools/list`에 있는 도구입니다: `full`(호출할 수 있는 모든 도구), `lean`(`find_tools`, `call_tool`과 고정한 도구; 나머지는 하는 일로 찾습니다) 또는 `auto`(40개보다 많이 호출할 수 있으면 lean).",
  TOOLWRIGHT_LOG: "표준 오류 로그의 최저 수준입니다.",
  TOOLWRIGHT_LOG_DAYS: "실행 로그를 보관하는 일수입니다.",
  TOOLWRIGHT_LOG_DIR: "실행 로그의 폴더입니다. 비우면 데이터 폴더의 `executions`입니다.",
  TOOLWRIGHT_LOG_FORMAT: "이 로그의 형식입니다: `text` 또는 `json`.",
  TOOLWRIGHT_LOG_MAX_BYTES:
    "실행 로그의 최대 크기(바이트)입니다. 넘으면 가장 오래된 파일을 지우고 기록합니다.",
  TOOLWRIGHT_MAX_BODY: "가장 큰 요청의 크기(바이트)입니다.",
  TOOLWRIGHT_MAX_RESULT: "통째로 돌려주는 결과의 최대 크기(바이트)입니다. 더 크면 페이지 링크를 돌려줍니다.",
  TOOLWRIGHT_MAX_SESSIONS: "동시 세션의 최대 수입니다.",
  TOOLWRIGHT_OAUTH_AUDIENCE: "토큰의 `aud`에 있어야 하는 값입니다. 비우면 다음 설정의 주소입니다.",
  TOOLWRIGHT_OAUTH_ISSUER: "API 키와 함께 접근 토큰을 받아들이는 인증 서버의 주소입니다. 비우면 없습니다.",
  TOOLWRIGHT_OAUTH_RESOURCE: "클라이언트가 아는 이 서버의 주소입니다. 비우면 주소인 경우 `aud`의 값입니다.",
  TOOLWRIGHT_OAUTH_ROLE_CLAIM: "역할이 들어 있는 클레임입니다. 비우면 모든 토큰은 `caller`입니다.",
  TOOLWRIGHT_OAUTH_SCOPES: "모든 토큰에 있어야 하는 범위입니다. 쉼표로 구분합니다.",
  TOOLWRIGHT_OAUTH_USER_CLAIM: "사용자 이름이 들어 있는 클레임입니다. `a.b`는 `a` 안의 `b`입니다.",
  TOOLWRIGHT_PINNED_TOOLS: "lean 목록에도 있는 도구입니다: 이름 또는 `get_*` 같은 패턴을 쉼표로 구분합니다.",
  TOOLWRIGHT_PLANS: "에이전트에게 `run_plan` 도구를 줄지 여부입니다.",
  TOOLWRIGHT_PORT: "포트입니다. 0이면 빈 포트를 고릅니다.",
  TOOLWRIGHT_PYTHON: "`python` 도구의 인터프리터입니다. 비우면 `python3`입니다.",
  TOOLWRIGHT_REGISTRY:
    "실행 중에 정의한 도구를 두는 곳입니다. `files`이거나, 여러 서버가 함께 쓰는 데이터베이스인 `postgres`입니다.",
  TOOLWRIGHT_REGISTRY_DIR:
    "실행 중에 도구를 정의하는 `tools.json`의 폴더입니다. 비우면 데이터 폴더의 `registry`입니다.",
  TOOLWRIGHT_REGISTRY_URL:
    "그 데이터베이스의 주소입니다(postgres://user:password@host:5432/name). `sslmode`, `sslrootcert`, `schema`를 매개변수로 씁니다. 비우면 내장 PostgreSQL의 데이터베이스를 씁니다.",
  TOOLWRIGHT_REPAIR:
    "의도가 분명하면 스키마에 맞지 않는 인수를 고칠지 여부입니다. 고친 내용은 로그에 남습니다.",
  TOOLWRIGHT_REPLICA:
    "PostgreSQL 레지스트리를 함께 쓰는 서버 사이에서 이 서버의 이름입니다. 공동 실행 로그의 기록에 들어갑니다. 비어 있으면 컴퓨터의 이름입니다.",
  TOOLWRIGHT_REQUESTS_PER_HOUR: "시간당 같은 제한입니다.",
  TOOLWRIGHT_REQUESTS_PER_MINUTE:
    "자체 제한이 없는 도구를 한 호출자가 분당 호출할 수 있는 횟수입니다. 비우면 제한이 없습니다.",
  TOOLWRIGHT_RETRIES: "뒤의 서비스가 응답하지 않을 때 멱등 도구의 호출을 반복하는 횟수입니다.",
  TOOLWRIGHT_SEARCH_KEY: "검색 서비스의 키입니다(필요한 경우).",
  TOOLWRIGHT_SEARCH_URL:
    "웹을 검색하는 서비스입니다: SearXNG 서버의 주소, `brave` 또는 `tavily`. 비우면 `web_search`는 무엇을 설정해야 하는지 답합니다.",
  TOOLWRIGHT_SECRET_KEY:
    "도구의 자격 증명을 봉인하는 키입니다. 쉼표로 구분하며 첫 번째 키로 봉인합니다. 비우면 아래 파일의 키를 씁니다.",
  TOOLWRIGHT_SECRET_KEY_FILE:
    "그런 키가 있는 파일입니다. 비우면 데이터 폴더의 `secret.key`이며 필요할 때 만듭니다.",
  TOOLWRIGHT_SERVER_NAME:
    "클라이언트가 보는 서버의 이름입니다. `install`은 이 이름으로 호스트에 추가합니다: A–Z, 숫자, `_`, `-`, `.`로 64자까지.",
  TOOLWRIGHT_SERVER_TITLE: "사람이 보는 서버의 이름입니다.",
  TOOLWRIGHT_SESSIONS:
    "2025-11-25 이전 버전의 세션입니다: `local`(시작한 서버만 이어 갑니다) 또는 `portable`(`TOOLWRIGHT_SECRET_KEY`가 같은 모든 서버가 이어 갑니다).",
  TOOLWRIGHT_SESSION_IDLE: "세션을 닫기 전까지 쉴 수 있는 시간입니다.",
  TOOLWRIGHT_SQL_ALLOW_FUNCTIONS: "계열이 거부되어도 쿼리에서 호출할 수 있는 함수입니다. 쉼표로 구분합니다.",
  TOOLWRIGHT_SQL_CONNECTIONS: "데이터베이스 연결의 최대 수입니다. 쉬는 동안 다섯 개가 열려 있습니다.",
  TOOLWRIGHT_SQL_MAX_BYTES: "모든 행을 합친 최대 크기(바이트)입니다.",
  TOOLWRIGHT_SQL_MAX_CELL: "값 하나의 최대 크기(바이트)입니다. 더 길면 자릅니다.",
  TOOLWRIGHT_SQL_MAX_ROWS: "쿼리가 돌려주는 최대 행 수입니다. 빠진 행이 있으면 결과에 표시합니다.",
  TOOLWRIGHT_SQL_TIMEOUT: "쿼리의 제한 시간입니다. 넘으면 서버에서 취소합니다.",
  TOOLWRIGHT_SSE: "2024-11-05 전송도 `/sse`와 `/messages`에서 제공합니다.",
  TOOLWRIGHT_URL: "이 컴퓨터 대신 명령을 실행할 다른 서버입니다. 비우면 이 컴퓨터입니다.",
  TOOL_WHITELIST: "실행할 수 있는 도구입니다. 쉼표로 구분하며 `*`는 모든 문자를 뜻합니다. 비우면 전부입니다.",
};
