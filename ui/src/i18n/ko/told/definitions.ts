/** What can be wrong with the definition of a tool or an agent. */
export const definitions = {
  tool_name: "`{name}`은(는) 도구의 이름이 될 수 없습니다. 영문자, 숫자, `_`, `-`, `.`을 1~64자로 쓰세요",
  too_many_tags: "태그는 {most}개까지인데 {count}개입니다",
  too_many_examples: "예는 {most}개까지인데 {count}개입니다",
  too_many_tests: "테스트는 {most}개까지인데 {count}개입니다",
  too_many_tools: "도구는 {most}개까지인데 {count}개입니다",
  too_many_stop_texts: "`{provider}`의 텍스트는 {most}개까지인데 {count}개입니다",
  user_name: "사용자 이름은 영문자, 숫자, `_`, `-`, `.`, `@` 1~64자입니다",
  schema_problem: "이 스키마에 문제가 있습니다: {problem}",
  duplicate_tool: "도구 `{name}`이(가) 두 번 있습니다. tools[{place}]에도 있습니다",
  duplicate_agent: "`{name}` 에이전트가 두 번 있습니다. agents[{place}]에도 있습니다",
  not_read_now: "지금은 읽을 수 없습니다: {error}",
  only_some_have_auth: "{kinds} 도구에만 `auth`가 있습니다",
  missing_config: "`config`이(가) 필요합니다",
  no_kept_credential: "보관된 값이 없습니다",
  no_sealing_key:
    "봉인할 키가 없습니다. `toolwright secrets generate`가 출력하는 키를 `TOOLWRIGHT_SECRET_KEY`에 설정하세요",
  not_sealed_by_this_server: "이 서버가 봉인한 인증 정보가 아닙니다: {why}",
  credential_in_request:
    '`{kind}` 도구의 인증 정보는 헤더나 쿼리로 보냅니다: {"type": "api_key", "in": "{place}", "name": …, "value": …}',
  credential_in_variable:
    '`{kind}` 도구의 인증 정보는 변수로 보냅니다: {"type": "api_key", "in": "{place}", "name": …, "value": …}',
  credential_in_argument:
    '`{kind}` 도구의 인증 정보는 인자로 보냅니다: {"type": "api_key", "in": "{place}", "name": …, "value": …}',
  unknown_auth_type:
    "모르는 유형 `{name}`입니다. `bearer`, `basic`, `api_key`, `oauth_client_credentials` 중 하나여야 합니다",
  unknown_key_place: "`header`, `query`, `variable`, `argument` 중 하나여야 합니다. 받은 값: `{name}`",
  plain_credential:
    '`{name}`은(는) 인증 정보로 보이며 여기서는 그대로 저장됩니다. `auth`로 옮기세요: {"type": "api_key", "in": "{place}", "name": "{name}", "value": …}',
  empty_parameter_name: "비어 있습니다. 글자, 숫자, `_`, `-`, `.`을 1~64자로 쓰세요",
  parameter_name:
    "`{name}`은(는) 파라미터의 이름이 될 수 없습니다. 글자, 숫자, `_`, `-`, `.`을 1~64자로 쓰세요",
  missing_enum: "`enum`이 없습니다. 열거형에는 값의 목록이 필요합니다",
  meaningless_for_type: "`{name}`은(는) `{kind}` 유형에서 쓰지 않습니다",
  parameters_and_schema: "도구에는 `parameters`와 `input_schema` 중 하나만 있습니다",
  duplicate_parameter: "파라미터 `{name}`이(가) 두 번 있습니다",
  not_an_object_schema: '`object` 유형의 JSON 스키마가 필요합니다: {"type": "object", …}',
  no_parameter_of_none: "`{name}`은(는) 파라미터가 아닙니다. 이 도구에는 파라미터가 없습니다",
  no_parameter: "`{name}`은(는) 파라미터가 아닙니다. 다음 중 하나여야 합니다: {names}",
  invalid_type: "유형이 올바르지 않습니다: {error}",
  default_does_not_fit: "기본값 {value}이(가) 유형에 맞지 않습니다",
  lone_brace: "중괄호의 짝이 없습니다. 글자로 쓰려면 `{{`나 `}}`라고 쓰세요",
  agent_name:
    "에이전트 이름이 될 수 없습니다. A~Z 글자, 숫자, `_`, `-`, `.`을 1~64자로, 글자나 숫자로 시작해 쓰세요",
  expected_user_name: "사용자 이름이 필요합니다",
  unknown_memory: "모르는 기억 방식입니다. `sliding_window`여야 합니다",
  unknown_provider: "모르는 제공자 `{name}`입니다. `anthropic`, `openai`, `zhipuai` 중 하나여야 합니다",
  tool_is_there_twice: "`{name}`이(가) 두 번 있습니다",
  expected_tool_of_agent: "도구의 ID나 이름이 필요합니다",
} as const;
