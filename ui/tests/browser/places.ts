/** One address for each page and each state of the editor that the documents have a picture of, on the tools that `seed.ts` makes. */
export const PLACES: Record<string, string> = {
  tools: "/tools",
  new: "/new",
  basics: "/tools/get_user_limit",
  parameters: "/tools/vat?step=parameters",
  sql: "/tools/get_user_limit?step=logic",
  expression: "/tools/vat?step=logic",
  http: "/tools/weather?step=logic",
  script: "/tools/word_count?step=logic",
  test: "/tools/get_user_limit?step=test",
  versions: "/tools/vat?view=versions",
  activity: "/tools/vat?view=activity",
  builtin: "/tools/calculator",
  servers: "/servers",
  server: "/servers/notes",
  agents: "/agents",
  "agent-editor": "/agents/accountant",
  "agent-connect": "/agents/accountant?view=connect",
  executions: "/executions",
  overview: "/overview",
  access: "/access",
  settings: "/settings",
  questions: "/questions",
  agent: "/agent",
  connect: "/connect",
  playground: "/playground?section=tools&name=vat",
};

/** Those, and what has no picture. */
export const ALL_PLACES: Record<string, string> = {
  ...PLACES,
  "agent-export": "/agents/accountant?view=export",
  "agent-new": "/new-agent",
  workbench: "/tools/vat?step=work",
};
