import type { Sentences } from "../server_text";

/** What is said about other MCP servers. */
export const upstreams: Sentences = [
  [
    "{error}: log in with `toolwright servers login {name}`",
    "{error}: `toolwright servers login {name}` 명령으로 로그인하세요",
  ],
  ["cannot reach the server: {error}", "서버에 연결할 수 없습니다: {error}"],
  ["the server refuses access (HTTP status {status})", "서버가 접근을 거부했습니다 (HTTP 상태 {status})"],
  ["the server is overloaded (HTTP status {status})", "서버가 과부하 상태입니다 (HTTP 상태 {status})"],
  [
    "the server answered with the HTTP status {status}: {text}",
    "서버가 HTTP 상태 {status}(으)로 응답했습니다: {text}",
  ],
  ["the server did not answer within {time}", "서버가 {time} 안에 응답하지 않았습니다"],
  ["it did not answer within {time}", "{time} 안에 응답하지 않았습니다"],
  ["the server's answer is invalid: {error}", "서버의 응답이 올바르지 않습니다: {error}"],
  ["the connection ended before the answer: {error}", "응답하기 전에 연결이 끊겼습니다: {error}"],
  ["the server has closed the connection", "서버가 연결을 닫았습니다"],
  ["the server has closed its output", "서버가 출력을 닫았습니다"],
  ["the server does not read its input", "서버가 입력을 읽지 않습니다"],
  ["the server sent a line that is no message", "서버가 메시지가 아닌 줄을 보냈습니다"],
  ["`{program}` cannot be started: {error}", "`{program}`을(를) 시작할 수 없습니다: {error}"],
  ["it ended {count} times in a row: {reason}", "연이어 {count}번 끝났습니다: {reason}"],
  ["the variable `{name}` is not set", "변수 `{name}`이(가) 설정되지 않았습니다"],
  ["it speaks the unknown revision `{version}`", "모르는 MCP 버전 `{version}`을(를) 씁니다"],
  ["{item} is left out: {problem}", "{item}을(를) 제외했습니다: {problem}"],
  ['the description says "{phrase}"', '설명에 "{phrase}"라는 말이 있습니다'],
  ["the description has the hidden character {code}", "설명에 숨은 문자 {code}이(가) 있습니다"],
  ["its input schema {problem}", "입력 스키마: {problem}"],
  ["there is an MCP server `{name}` already", "`{name}` 서버가 이미 있습니다"],
  ["the MCP server `{name}` was changed meanwhile", "그사이 `{name}` 서버가 바뀌었습니다"],
  ["there is a server of this name", "이 이름의 서버가 있습니다"],
  ["its name is empty, too long, or has a `/`", "이름이 비었거나, 너무 길거나, `/`가 있습니다"],
  ["it is this program", "이 프로그램입니다"],
  ["it is no object", "객체가 아닙니다"],
  [
    "expected servers under `mcpServers` or `servers`",
    "`mcpServers`나 `servers` 아래에 서버가 있어야 합니다",
  ],
  ["there is a `command` too: expected one of both", "`command`도 있습니다. 하나만 쓰세요"],
  [
    "expected `command` for a program, or `url` for a server on the network",
    "프로그램이면 `command`, 네트워크의 서버면 `url`이 필요합니다",
  ],
  [
    "unknown type `{text}`: expected `http` or `sse`",
    "모르는 유형 `{text}`입니다. `http`나 `sse`여야 합니다",
  ],
  [
    "there is no value to keep: send the credential itself",
    "보관된 값이 없습니다. 인증 정보를 직접 입력하세요",
  ],
  ["this server connects to no other MCP server", "이 서버는 다른 MCP 서버에 연결하지 않습니다"],
  ["Connection refused (os error {code})", "연결이 거부되었습니다 (os error {code})"],
];
