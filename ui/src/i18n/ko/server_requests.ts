import type { Sentences } from "../server_text";

/** Why a request, a call or a query was refused. */
export const requests: Sentences = [
  ["the server does not answer", "서버가 응답하지 않습니다"],
  ["there is a tool `{name}` already", "`{name}` 도구가 이미 있습니다"],
  [
    "`{provider}` accepts at most {most} tools in a request, and this one has {count}",
    "`{provider}`은(는) 요청 하나에 도구를 최대 {most}개까지 받지만, 이 요청에는 {count}개가 있습니다",
  ],
  [
    "models after Claude 4.6 refuse `temperature` and `top_p`; for others, the packages of `anthropic` take them in `extra_body`",
    "Claude 4.6 이후의 모델은 `temperature`와 `top_p`를 거부합니다. 다른 모델에서는 `anthropic` 패키지가 이 값을 `extra_body`로 받습니다",
  ],
  ["there is an agent `{name}` already", "`{name}` 에이전트가 이미 있습니다"],
  ["there is no agent `{name}`", "`{name}` 에이전트가 없습니다"],
  ["there is no tool `{name}`", "`{name}` 도구가 없습니다"],
  ["there is no MCP server `{name}`", "`{name}` 서버가 없습니다"],
  ["there is no {kind} `{name}`", "`{name}`이(가) 없습니다"],
  ["there is a user `{name}` already", "`{name}` 사용자가 이미 있습니다"],
  [
    "`{name}` is at revision {current} by now: the change was made for another one",
    "`{name}`은(는) 이미 개정 {current}입니다. 다른 개정을 바꾸려 했습니다",
  ],
  ["the definition has {count} problems", "정의에 문제가 {count}개 있습니다"],
  ["the tool was changed meanwhile", "그사이 도구가 바뀌었습니다"],
  ["it was changed meanwhile", "그사이 바뀌었습니다"],
  [
    "the name `{name}` cannot be used: choose another one",
    "이름 `{name}`은(는) 쓸 수 없습니다. 다른 이름을 고르세요",
  ],
  ["`{name}` is compiled in: it cannot be changed", "`{name}`은(는) 내장 도구라서 바꿀 수 없습니다"],
  ["`{name}` belongs to somebody else", "`{name}`은(는) 다른 사람의 도구입니다"],
  [
    "`{name}` was switched off by {by}: only an admin may run it or switch it on",
    "`{name}`은(는) {by}이(가) 껐습니다. 관리자만 실행하거나 켤 수 있습니다",
  ],
  [
    "`{name}` was removed by {by}: only an admin may restore it",
    "`{name}`은(는) {by}이(가) 지웠습니다. 관리자만 복원할 수 있습니다",
  ],
  ["`{name}` was not removed", "`{name}`은(는) 지워지지 않았습니다"],
  ["only an admin may change the owner of a tool", "관리자만 도구의 소유자를 바꿀 수 있습니다"],
  [
    "only an admin may define tools that run programs",
    "관리자만 프로그램을 실행하는 도구를 정의할 수 있습니다",
  ],
  ["only an admin may replace a built-in tool", "관리자만 내장 도구를 바꿀 수 있습니다"],
  ["only an author or an admin may do this", "작성자나 관리자만 할 수 있습니다"],
  ["only {who} may do this", "이 역할로는 할 수 없습니다"],
  ["you may not call this tool", "이 도구를 호출할 권한이 없습니다"],
  [
    "a credential belongs to the name of its tool: send it again with the new name",
    "인증 정보는 도구의 이름에 묶여 있습니다. 새 이름과 함께 다시 입력하세요",
  ],
  [
    "the policy of the server does not allow a tool of this name",
    "서버 정책이 이 이름의 도구를 허용하지 않습니다",
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
  ["the key or token is not valid", "키나 토큰이 올바르지 않습니다"],
  ["nobody is logged in: send an API key", "로그인하지 않았습니다"],
  ["too many {what}: try again in {seconds} s", "시도가 너무 많습니다. {seconds}초 뒤에 다시 하세요"],
  ["the server is starting", "서버가 시작하는 중입니다"],
  ["the request failed: the log says why", "요청이 실패했습니다. 이유는 로그에 있습니다"],
  [
    "the registry cannot be read or written: the log says why",
    "레지스트리를 읽거나 쓸 수 없습니다. 이유는 로그에 있습니다",
  ],
  [
    "users and keys cannot be read or written: the log says why",
    "사용자와 키를 읽거나 쓸 수 없습니다. 이유는 로그에 있습니다",
  ],
  ["reading the execution log failed", "실행 로그를 읽지 못했습니다"],
  ["the response cannot be written", "응답을 쓸 수 없습니다"],
  ["the request has no context", "요청에 맥락이 없습니다"],
  ["the cookie cannot be written", "쿠키를 쓸 수 없습니다"],
  ["the body is not text in UTF-8", "본문이 UTF-8 글자가 아닙니다"],
  ["send the revision that you have in `If-Match`", "가지고 있는 개정을 `If-Match`로 보내세요"],
  [
    '`If-Match` is one revision in quotes, such as `"3"`',
    '`If-Match`는 `"3"`처럼 따옴표로 묶은 개정 하나입니다',
  ],
  [
    "too many listeners: end one, or try again later",
    "연결이 너무 많습니다. 하나를 닫거나 나중에 다시 하세요",
  ],
  ["`cursor` is not the `next` of a page", "`cursor`가 앞 페이지의 `next`가 아닙니다"],
  ["the execution log cannot be read", "실행 로그를 읽을 수 없습니다"],
  ["the questions cannot be read", "질문을 읽을 수 없습니다"],
  ["the database does not answer: {error}", "데이터베이스가 응답하지 않습니다: {error}"],
  [
    "the log does not have the arguments of this call: send `arguments`",
    "로그에 이 호출의 인자가 없습니다. 인자를 입력하세요",
  ],
  [
    "the log does not have the secrets of this call: send `arguments`",
    "로그에 이 호출의 비밀 값이 없습니다. 인자를 입력하세요",
  ],
  [
    "the server has other definitions by now: look at them first",
    "서버의 정의가 그사이 또 바뀌었습니다. 먼저 확인하세요",
  ],
  ["the body is not JSON: {error}", "본문이 JSON이 아닙니다: {error}"],
  ["invalid JSON: {reason}", "올바른 JSON이 아닙니다: {reason}"],
  ["the text is empty: expected JSON", "비어 있습니다. JSON이 필요합니다"],
  ["expected a time such as `{example}`", "`{example}` 같은 시각이 필요합니다"],
  [
    "`{name}` cannot be the name of a user: expected 1 to 64 letters, digits, `_`, `-`, `.` or `@`, and neither `local`, `host` nor an address",
    "`{name}`은(는) 사용자 이름이 될 수 없습니다. 글자, 숫자, `_`, `-`, `.`, `@`를 1~64자로 쓰고, `local`, `host`나 주소는 쓸 수 없습니다",
  ],
  [
    "expected the name of a user: 1 to 64 letters of A to Z, digits, `_`, `-`, `.` or `@`",
    "사용자 이름은 영문자, 숫자, `_`, `-`, `.`, `@` 1~64자입니다",
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
