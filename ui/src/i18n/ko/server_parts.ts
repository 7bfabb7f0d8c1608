import type { Sentences } from "../server_text";

/** What the doctor finds about the parts of the server, and about the role that SQL tools run as. */
export const parts: Sentences = [
  ["the query took too long and was cancelled", "쿼리가 너무 오래 걸려 취소되었습니다"],
  ["the sample collection cannot be filled: {error}", "예제 컬렉션을 채울 수 없습니다: {error}"],
  ["the deadline passed after {done} of {all} texts", "제한 시간 안에 글 {all}개 중 {done}개를 마쳤습니다"],
  ["from the environment", "환경 변수에서"],
  ["from {places}", "{places}에서"],
  ["none", "없음"],
  ["configured", "설정됨"],
  [
    "`web_search` cannot search: set `TOOLWRIGHT_SEARCH_URL` to the address of a SearXNG server, or to `brave` or `tavily` with a key in `TOOLWRIGHT_SEARCH_KEY`",
    "`web_search`가 검색할 수 없습니다. `TOOLWRIGHT_SEARCH_URL`에 SearXNG 서버의 주소를 쓰거나, `brave` 또는 `tavily`를 쓰고 `TOOLWRIGHT_SEARCH_KEY`에 키를 넣으세요",
  ],
  ["the embedded encoder", "내장 인코더"],
  ["the embedded index in `{folder}`", "`{folder}`의 내장 색인"],
  ["the embedded cluster in `{folder}`", "`{folder}`의 내장 클러스터"],
  ["model `{name}`", "모델 `{name}`"],
  ["{count} dimensions", "{count}차원"],
  ["first answer after {first}, then after {then}", "첫 응답 {first}, 그다음 {then}"],
  ["answers after {time}", "응답 {time}"],
  [
    "collection `{name}` with {count} documents, {dimension} dimensions, filled with `{model}`",
    "컬렉션 `{name}`: 문서 {count}개, {dimension}차원, `{model}`로 채움",
  ],
  ["PostgreSQL {version}", "PostgreSQL {version}"],
  ["{open} of {most} connections open", "연결 {most}개 중 {open}개 열림"],
  ["version {version}", "버전 {version}"],
  ["it is empty: `toolwright index` fills it", "비어 있습니다. `toolwright index`로 채우세요"],
  [
    "the model `{model}` has {wanted} dimensions: index into another collection, or use the model that filled this one",
    "모델 `{model}`은(는) {wanted}차원입니다. 다른 컬렉션에 색인하거나, 이 컬렉션을 채운 모델을 쓰세요",
  ],
  [
    "it was filled with another model than `{model}`: distances are meaningless",
    "`{model}`이(가) 아닌 모델로 채웠으므로 거리에 의미가 없습니다",
  ],
  [
    "{error}: `toolwright index --from-db` or `toolwright index FILE` fills it, and `CHROMADB_COLLECTION_NAME` selects another",
    "{error}. `toolwright index --from-db`나 `toolwright index FILE`로 채우거나, `CHROMADB_COLLECTION_NAME`으로 다른 컬렉션을 고르세요",
  ],
  [
    "check the data folder, or configure a ChromaDB server in `CHROMADB_HOST`",
    "데이터 폴더를 확인하거나 `CHROMADB_HOST`에 ChromaDB 서버를 설정하세요",
  ],
  [
    "check its table in `toolwright.toml`, and that the server runs",
    "`toolwright.toml`의 항목과, 서버가 실행 중인지 확인하세요",
  ],
  ["configure a server in `{settings}`", "`{settings}`에 서버를 설정하세요"],
  [
    "it is not writable ({error}): give the server's user access, or set another folder in `TOOLWRIGHT_DATA_DIR`",
    "쓸 수 없습니다({error}). 서버의 사용자에게 권한을 주거나 `TOOLWRIGHT_DATA_DIR`에 다른 폴더를 설정하세요",
  ],
  [
    "{file} is not read when a host starts `stdio`: `toolwright install` writes its settings into the host's entry",
    "호스트가 `stdio`를 시작할 때는 {file}을(를) 읽지 않습니다. `toolwright install`이 설정을 호스트의 항목에 적습니다",
  ],
  ["cannot read the rights of the role: {error}", "역할의 권한을 읽을 수 없습니다: {error}"],
  ["this machine has no part of it", "이 컴퓨터에는 해당 기능이 없습니다"],
  ["this machine has {parts}", "이 컴퓨터에 있는 기능: {parts}"],
  ["`TOOLWRIGHT_CODE_SANDBOX={mode}`", "`TOOLWRIGHT_CODE_SANDBOX={mode}`"],
  ["without {parts}", "없는 기능: {parts}"],
  ["no code is executed", "코드를 실행하지 않음"],
  [
    "executed code may do what the server may do: set `TOOLWRIGHT_CODE_SANDBOX` to `auto` or `required`",
    "실행한 코드는 서버가 할 수 있는 일을 모두 할 수 있습니다. `TOOLWRIGHT_CODE_SANDBOX`를 `auto`나 `required`로 설정하세요",
  ],
  [
    "executed code is confined by these parts alone: allow user namespaces, or run the server in a container",
    "실행한 코드를 이 기능만으로 가둡니다. 사용자 네임스페이스를 허용하거나 서버를 컨테이너에서 실행하세요",
  ],
  [
    "the server does not start without all parts: see `docs/server.md`",
    "모든 기능이 없으면 서버가 시작하지 않습니다. `docs/server.md`를 보세요",
  ],
  [
    "the database of the registry is away: tools go on as they are, and nothing can be changed until it is back",
    "레지스트리의 데이터베이스에 연결할 수 없습니다. 도구는 그대로 동작하지만, 다시 연결될 때까지 아무것도 바꿀 수 없습니다",
  ],
  ["the registry's database cannot be used: {why}", "레지스트리의 데이터베이스를 쓸 수 없습니다: {why}"],
  ["the registry's database refused it: {why}", "레지스트리의 데이터베이스가 거부했습니다: {why}"],
  ["the tables of the registry {why}", "레지스트리의 테이블: {why}"],
  ["of {issuer}", "발급자 {issuer}"],
  ["audience `{audience}`", "대상 `{audience}`"],
  [
    "the tools go on; it is tried again until the database is back",
    "도구는 계속 동작합니다. 데이터베이스가 돌아올 때까지 다시 시도합니다",
  ],
  ["mend the file; the tools stay as they were until then", "파일을 고치세요. 그때까지 도구는 그대로입니다"],
  [
    "log in as a role that can only read: `toolwright doctor --setup-sql` prints the SQL that creates one",
    "읽기만 할 수 있는 역할로 로그인하세요. `toolwright doctor --setup-sql`이 그런 역할을 만드는 SQL을 출력합니다",
  ],
  [
    "`{role}` is a superuser: no privilege limits it, not even for files and programs of the server",
    "`{role}`은(는) 슈퍼유저라서 서버의 파일과 프로그램까지 아무 권한 제한도 받지 않습니다",
  ],
  [
    "`{role}` may access the server's files or programs, as a member of `{names}`",
    "`{role}`은(는) `{names}`의 구성원이라서 서버의 파일이나 프로그램을 쓸 수 있습니다",
  ],
  [
    "`{role}` may write functions in `{names}`, which no privilege limits",
    "`{role}`은(는) 권한 제한이 없는 `{names}`로 함수를 만들 수 있습니다",
  ],
  [
    "`{role}` may write to {count} tables, such as `{names}`",
    "`{role}`은(는) 테이블 {count}개에 쓸 수 있습니다. 예: `{names}`",
  ],
  [
    "`{role}` owns {count} tables, such as `{names}`: an owner can do anything with them",
    "`{role}`은(는) 테이블 {count}개의 소유자라서 무엇이든 할 수 있습니다. 예: `{names}`",
  ],
  [
    "`{role}` may create roles, including more powerful ones",
    "`{role}`은(는) 더 강한 역할까지 만들 수 있습니다",
  ],
  [
    "`{role}` may replicate, and so copy every database of the server",
    "`{role}`은(는) 복제할 수 있어 서버의 모든 데이터베이스를 복사할 수 있습니다",
  ],
  [
    "`{role}` sees every row, regardless of row security",
    "`{role}`은(는) 행 보안과 관계없이 모든 행을 봅니다",
  ],
  ["`{role}` may create databases", "`{role}`은(는) 데이터베이스를 만들 수 있습니다"],
  [
    "`{role}` may create tables and functions in the schema `{names}`",
    "`{role}`은(는) 스키마 `{names}`에 테이블과 함수를 만들 수 있습니다",
  ],
  [
    "`{role}` may create schemas in the database `{names}`",
    "`{role}`은(는) 데이터베이스 `{names}`에 스키마를 만들 수 있습니다",
  ],
  ["`{role}` is a member of `{names}`", "`{role}`은(는) `{names}`의 구성원입니다"],
  [
    "`{role}` may advance {count} sequences, such as `{names}`",
    "`{role}`은(는) 시퀀스 {count}개를 진행시킬 수 있습니다. 예: `{names}`",
  ],
  [
    "`{role}` may read every table of every schema, as a member of `{names}`",
    "`{role}`은(는) `{names}`의 구성원이라서 모든 스키마의 모든 테이블을 읽을 수 있습니다",
  ],
  [
    "the extension `{names}` can reach other servers, files or other sessions; its known functions are denied",
    "확장 `{names}`은(는) 다른 서버, 파일, 다른 세션에 닿을 수 있습니다. 알려진 함수는 막았습니다",
  ],
  [
    "`{role}` may call {count} functions that are denied to queries, such as `{names}`",
    "`{role}`은(는) 쿼리에서 막은 함수 {count}개를 호출할 수 있습니다. 예: `{names}`",
  ],
  [
    "`{role}` may call {count} functions that run with their owner's privileges, such as `{names}`",
    "`{role}`은(는) 소유자의 권한으로 실행되는 함수 {count}개를 호출할 수 있습니다. 예: `{names}`",
  ],
  [
    "if it should not: `REVOKE {names} FROM {role}`, and grant the schemas that it may read",
    "그래서는 안 된다면 `REVOKE {names} FROM {role}`을 실행하고 읽을 스키마의 권한을 주세요",
  ],
  ["revoke it: `{sql}`", "회수하세요: `{sql}`"],
  ["leave it only `SELECT`: `{sql}`", "`SELECT`만 남기세요: `{sql}`"],
  ["if it is not needed: `{sql}`", "필요하지 않다면: `{sql}`"],
  [
    "revoke them from `PUBLIC`: `toolwright doctor --setup-sql` prints the SQL",
    "`PUBLIC`에서 회수하세요. `toolwright doctor --setup-sql`이 SQL을 출력합니다",
  ],
  [
    "make sure that none of them writes, or runs SQL from its arguments; otherwise `{sql}`",
    "어느 것도 쓰거나 인자로 받은 SQL을 실행하지 않는지 확인하세요. 아니라면 `{sql}`",
  ],
];
