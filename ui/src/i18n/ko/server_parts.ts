import type { Sentences } from "../server_text";

/** What engines say about themselves, and why they fail. */
export const parts: Sentences = [
  ["the query took too long and was cancelled", "쿼리가 너무 오래 걸려 취소되었습니다"],
  ["the sample collection cannot be filled: {error}", "예제 컬렉션을 채울 수 없습니다: {error}"],
  ["the deadline passed after {done} of {all} texts", "제한 시간 안에 글 {all}개 중 {done}개를 마쳤습니다"],
  ["the embedded encoder", "내장 인코더"],
  ["the embedded index in `{folder}`", "`{folder}`의 내장 색인"],
  ["the embedded cluster in `{folder}`", "`{folder}`의 내장 클러스터"],
  ["the registry's database cannot be used: {why}", "레지스트리의 데이터베이스를 쓸 수 없습니다: {why}"],
  ["the registry's database refused it: {why}", "레지스트리의 데이터베이스가 거부했습니다: {why}"],
  ["the tables of the registry {why}", "레지스트리의 테이블: {why}"],
];
