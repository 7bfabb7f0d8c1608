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
  ["nobody can log in to `{name}`", "`{name}`에는 로그인할 수 없습니다"],
  ["nobody has logged in", "로그인한 사람이 없습니다"],
  ["nobody has logged in within {time}", "{time} 안에 로그인하지 않았습니다"],
  ["the authorization server refuses: {reason}", "인가 서버가 거부했습니다: {reason}"],
  ["the authorization server names no page to log in at", "인가 서버가 로그인 페이지를 알려 주지 않습니다"],
  ["Connection refused (os error {code})", "연결이 거부되었습니다 (os error {code})"],
];
