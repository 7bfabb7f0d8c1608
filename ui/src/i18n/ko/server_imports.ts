import type { Sentences } from "../server_text";

/** Why an OpenAPI document, or one of its operations, does not become tools. */
export const imports: Sentences = [
  ["it is neither JSON nor YAML: {error}", "JSON도 YAML도 아닙니다: {error}"],
  [
    "it is not an OpenAPI document of version 3.0 or 3.1: {error}",
    "3.0이나 3.1 버전의 OpenAPI 문서가 아닙니다: {error}",
  ],
  [
    "it names no server with a whole address: `--base-url` sets one",
    "문서에 완전한 서버 주소가 없습니다. 명령줄에서는 `--base-url`로 정합니다",
  ],
  [
    "it has {count} operations, more than {most}: choose some with `--only`",
    "작업이 {count}개로 {most}개보다 많습니다. 명령줄에서는 `--only`로 고릅니다",
  ],
  [
    "its operations refer to too many parts of it: choose some with `--only`",
    "작업이 문서의 너무 많은 부분을 참조합니다. 명령줄에서는 `--only`로 고릅니다",
  ],
  ["the operations refer to too many parts of the document", "작업이 문서의 너무 많은 부분을 참조합니다"],
  ["it has too many values", "값이 너무 많습니다"],
  ["`{name}` refers to another document", "`{name}`이(가) 다른 문서를 참조합니다"],
  ["`{name}` refers to nothing", "`{name}`이(가) 참조하는 것이 없습니다"],
  ["`{name}` refers to itself", "`{name}`이(가) 자신을 참조합니다"],
  ["a part of it is not an object", "객체가 아닌 부분이 있습니다"],
  ["it has more than {most} parameters", "파라미터가 {most}개보다 많습니다"],
  ["a reference has more than {most} bytes", "참조가 {most}바이트보다 깁니다"],
  ["its path is longer than {most} bytes", "경로가 {most}바이트보다 깁니다"],
  ["a parameter has no `name` or no `in`", "`name`이나 `in`이 없는 파라미터가 있습니다"],
  ["it needs the cookie `{name}`", "쿠키 `{name}`이(가) 필요합니다"],
  ["the parameter `{name}` is in `{place}`", "파라미터 `{name}`이(가) `{place}`에 있습니다"],
  ["a `{method}` request has no body", "`{method}` 요청에는 본문이 없습니다"],
  ["the body of a form is not an object", "양식의 본문이 객체가 아닙니다"],
  ["`{name}` in its path is not a parameter", "경로의 `{name}`은(는) 파라미터가 아닙니다"],
  ["its body is `{kind}`: neither JSON nor a form", "본문이 `{kind}`입니다. JSON이나 양식만 쓸 수 있습니다"],
  ["its schema {problem}", "스키마 오류: {problem}"],
  ["its schemas have more than {most} values", "스키마의 값이 {most}개보다 많습니다"],
  ["its schemas take more than {most} MiB", "스키마가 {most} MiB보다 큽니다"],
  [
    "the definitions of the operations before it take {most} MiB, the limit of one import",
    "앞의 작업들만으로 한 번에 가져올 수 있는 {most} MiB를 채웠습니다",
  ],
  [
    "it would send the credentials to `{one}` and not to `{other}`: `--base-url` sets one server for all",
    "인증 정보를 `{other}`이(가) 아니라 `{one}`(으)로 보내게 됩니다. 명령줄에서는 `--base-url`로 서버 하나를 정합니다",
  ],
];

/** What is wrong with credentials, and with what was sealed. */
export const credentials: Sentences = [
  [
    "`{name}` looks like a credential, which would be stored as it is here: move it to `auth`, {example}",
    "`{name}`은(는) 인증 정보로 보이며 여기서는 그대로 저장됩니다. `auth`로 옮기세요: {example}",
  ],
  [
    "it was sealed with the key `{id}`, which `TOOLWRIGHT_SECRET_KEY` does not have",
    "`TOOLWRIGHT_SECRET_KEY`에 없는 키 `{id}`(으)로 봉인되었습니다",
  ],
  [
    "it was changed, or sealed for another tool or field",
    "바뀌었거나 다른 도구나 항목을 위해 봉인되었습니다",
  ],
  ["a text is not sealed", "봉인되지 않은 글자가 있습니다"],
  ["it is no object of texts", "글자로 된 객체가 아닙니다"],
];

/** What is wrong with `mcp.json` and `tools.json`, and why they cannot be written. */
export const files: Sentences = [
  [
    "`{file}` does not exist: `toolwright init` writes one",
    "`{file}`이(가) 없습니다. `toolwright init`이 만듭니다",
  ],
  [
    "the change cannot be written into `{file}`: edit the file by hand",
    "변경 내용을 `{file}`에 쓸 수 없습니다. 파일을 직접 고치세요",
  ],
  [
    "the change would make `{file}` larger than {most} bytes",
    "변경하면 `{file}`이(가) {most}바이트보다 커집니다",
  ],
  ["the registry does not answer", "레지스트리가 응답하지 않습니다"],
];
