import type { Sentences } from "../server_text";

/** Why a request, a call or a query was refused. */
export const requests: Sentences = [
  ["the server does not answer", "서버가 응답하지 않습니다"],
  [
    "`{provider}` accepts at most {most} tools in a request, and this one has {count}",
    "`{provider}`은(는) 요청 하나에 도구를 최대 {most}개까지 받지만, 이 요청에는 {count}개가 있습니다",
  ],
  [
    "models after Claude 4.6 refuse `temperature` and `top_p`; for others, the packages of `anthropic` take them in `extra_body`",
    "Claude 4.6 이후의 모델은 `temperature`와 `top_p`를 거부합니다. 다른 모델에서는 `anthropic` 패키지가 이 값을 `extra_body`로 받습니다",
  ],
  ["the policy (`TOOL_WHITELIST`) does not allow it", "정책(`TOOL_WHITELIST`)이 허용하지 않습니다"],
  [
    "no search service is configured: the operator of the server sets `TOOLWRIGHT_SEARCH_URL` to the address of a SearXNG server, or to `brave` or `tavily` with the key in `TOOLWRIGHT_SEARCH_KEY`",
    "검색 서비스가 설정되지 않았습니다. 서버 운영자가 `TOOLWRIGHT_SEARCH_URL`에 SearXNG 서버의 주소를 쓰거나, `brave` 또는 `tavily`를 쓰고 `TOOLWRIGHT_SEARCH_KEY`에 키를 넣습니다",
  ],
  [
    "code execution is off: the operator of the server sets `TOOLWRIGHT_CODE_EXECUTION=true` to let agents run code",
    "코드 실행이 꺼져 있습니다. 서버 운영자가 `TOOLWRIGHT_CODE_EXECUTION=true`로 설정하면 에이전트가 코드를 실행할 수 있습니다",
  ],
  ["the server answered {status}: {words}", "서버의 응답: {status} {words}"],
  ["the server answered {status}", "서버의 응답: {status}"],
  ["`{host}` cannot be reached: {error}", "`{host}`에 연결할 수 없습니다: {error}"],
];

/** Why a call failed. */
export const calls: Sentences = [
  ["Input validation failed: {problems}", "입력 검증 실패: {problems}"],
  ["invalid arguments for `{tool}`:", "`{tool}`의 인자가 올바르지 않습니다:"],
  ["- {problem}", "- {problem}"],
  ["`{name}`: got {value}, wanted {what}", "`{name}`: {what} 필요, 받은 값: {value}"],
  [
    "unknown argument `{name}`, expected one of {names}",
    "모르는 인자 `{name}`입니다. 다음 중 하나여야 합니다: {names}",
  ],
  ["example: {json}", "예: {json}"],
  ["Execution error: {error}", "실행 오류: {error}"],
  ["nothing", "없음"],
  ["a string", "글자"],
  ["a boolean", "참 또는 거짓"],
  ["an integer", "정수"],
];

/** What PostgreSQL says about a query, as far as it is common. */
export const database: Sentences = [
  ['relation "{name}" does not exist', '"{name}" 테이블이 없습니다'],
  ['column "{name}" does not exist', '"{name}" 열이 없습니다'],
  ["column {name} does not exist", "{name} 열이 없습니다"],
  ["function {name} does not exist", "{name} 함수가 없습니다"],
  ['schema "{name}" does not exist', '"{name}" 스키마가 없습니다'],
  ['missing FROM-clause entry for table "{name}"', '"{name}" 테이블이 FROM 절에 없습니다'],
  [
    'column reference "{name}" is ambiguous',
    '"{name}" 열이 여러 테이블에 있습니다. 테이블 이름을 앞에 쓰세요',
  ],
  [
    'column "{name}" must appear in the GROUP BY clause or be used in an aggregate function',
    '"{name}" 열은 GROUP BY 절이나 집계 함수에 있어야 합니다',
  ],
  ["operator does not exist: {operator}", "이런 연산자가 없습니다: {operator}"],
  ["permission denied for table {name}", "{name} 테이블의 권한이 없습니다"],
  ["permission denied for {what}", "권한이 없습니다: {what}"],
  ["could not determine data type of parameter {number}", "파라미터 {number}의 유형을 알 수 없습니다"],
  ['invalid input syntax for type {type}: "{value}"', '"{value}"은(는) {type} 유형의 값이 아닙니다'],
  ["canceling statement due to statement timeout", "제한 시간이 지나 쿼리를 취소했습니다"],
  ["division by zero", "0으로 나누었습니다"],
];
