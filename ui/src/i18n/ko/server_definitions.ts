import type { Sentences } from "../server_text";

/** What parsers say about a definition, and what is wrong with one that is stored. */
export const definitions: Sentences = [
  [
    'syntax error at or near "{text}" (line {line}, column {column})',
    '"{text}" 근처에 구문 오류가 있습니다 ({line}행 {column}열)',
  ],
  ['syntax error at or near "{text}"', '"{text}" 근처에 구문 오류가 있습니다'],
  [
    "syntax error at end of input (line {line}, column {column})",
    "끝에 구문 오류가 있습니다 ({line}행 {column}열)",
  ],
  ["syntax error at end of input", "끝에 구문 오류가 있습니다"],
  ["unterminated quoted string at or near {text}", "따옴표가 닫히지 않았습니다: {text}"],
  ["unterminated quoted identifier at or near {text}", "이름의 따옴표가 닫히지 않았습니다: {text}"],
  ["unterminated /* comment at or near {text}", "주석이 닫히지 않았습니다: {text}"],
  ["syntax error", "구문 오류"],
  ["unterminated quoted string", "따옴표가 닫히지 않았습니다"],
  ["unterminated quoted identifier", "이름의 따옴표가 닫히지 않았습니다"],
  ["unterminated /* comment", "주석이 닫히지 않았습니다"],
  ["Expected an expression", "수식이 필요합니다"],
  ["`import` is not allowed", "`import`는 쓸 수 없습니다"],
  [
    "expected one expression, or statements whose last one is `result = …`",
    "수식 하나, 또는 `result = …`로 끝나는 문이 필요합니다",
  ],
  ["expected a UUID in lower case, with hyphens", "하이픈이 있는 소문자 UUID가 필요합니다"],
  ["its definition is the one of `{name}`", "정의가 `{name}`의 것입니다"],
  [
    "it has a credential that is not sealed: save it again",
    "봉인되지 않은 자격 증명이 있습니다. 다시 저장하세요",
  ],
];
