import type { Key } from "../src/api/keys.ts";
import type { Question } from "../src/api/questions.ts";
import type { User } from "../src/api/users.ts";

const made = "2026-10-01T08:00:00Z";

export const firstUsers = (): User[] => [
  { name: "admin", role: "admin", is_active: true, created_at: made, keys: 1, tools: 7, revision: "1" },
  { name: "minji", role: "author", is_active: true, created_at: made, keys: 0, tools: 0, revision: "1" },
  {
    name: "sales-agent",
    role: "caller",
    is_active: true,
    created_at: made,
    keys: 1,
    tools: 0,
    revision: "1",
  },
];

const key = (id: string, user: string, role: Key["role"], tools: string[]): Key => ({
  id,
  user,
  role,
  tools,
  scopes: [],
  expires_at: role === "caller" ? "2027-03-01T00:00:00Z" : null,
  last_used_at: role === "caller" ? "2026-11-16T09:40:00Z" : null,
  created_at: made,
  label: role === "caller" ? "sales desk" : "laptop",
  revision: "1",
});

export const firstKeys = (): Key[] => [
  key("k_admin", "admin", "admin", []),
  key("k_sales", "sales-agent", "caller", ["get_*", "vat"]),
];

export const firstQuestions = (): Question[] => [
  {
    id: "q1",
    question: "Delete the 3 duplicate orders of customer 1042?",
    options: ["Yes, delete them", "No, keep them"],
    asked_at: new Date(Date.now() - 90_000).toISOString(),
    tool: "request_human_input",
    caller: "support-bot",
    expires_at: new Date(Date.now() + 900_000).toISOString(),
  },
  {
    id: "q2",
    question: "Which address is right for the shipment to Busan?",
    options: null,
    asked_at: new Date(Date.now() - 30_000).toISOString(),
    tool: "request_human_input",
    caller: "sales-agent",
    expires_at: null,
  },
];
