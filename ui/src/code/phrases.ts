import { EditorState, type Extension } from "@codemirror/state";
import type { Language } from "../i18n/language";

/** What CodeMirror says by itself, in Korean. */
const KOREAN: Record<string, string> = {
  "$ unchanged lines": "변경 없는 $줄",
  Find: "찾기",
  Replace: "바꾸기",
  next: "다음",
  previous: "이전",
  all: "모두",
  "match case": "대소문자 구분",
  "by word": "단어 단위",
  regexp: "정규식",
  replace: "바꾸기",
  "replace all": "모두 바꾸기",
  close: "닫기",
  "Go to line": "줄로 이동",
  go: "이동",
  "current match": "현재 일치",
  "on line": "줄",
  "replaced $ matches": "$개를 바꿈",
  "replaced match on line $": "$줄에서 바꿈",
  Completions: "자동 완성",
  Diagnostics: "문제",
  "No diagnostics": "문제 없음",
  "Selection deleted": "선택 영역 삭제됨",
  "Control character": "제어 문자",
};

export function phrasesOf(language: Language): Extension {
  return language === "ko" ? EditorState.phrases.of(KOREAN) : [];
}
