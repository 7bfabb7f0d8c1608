import type { Column, Database } from "../src/api/database.ts";

const column = (name: string, type: string, rest: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: false,
  comment: null,
  key: null,
  references: null,
  ...rest,
});

export const DATABASE: Database = {
  items: [
    {
      schema: "public",
      name: "h_user",
      kind: "table",
      comment: "People who may call tools",
      rows_estimate: 1200,
      columns: [
        column("uid", "integer", { key: "primary" }),
        column("user_nm", "text", { comment: "Login name" }),
        column("email", "text", { nullable: true }),
      ],
    },
    {
      schema: "public",
      name: "h_mcp_tool_limit",
      kind: "table",
      comment: "Daily limits",
      rows_estimate: 3400,
      columns: [
        column("id", "integer", { key: "primary" }),
        column("target_id", "integer", { key: "foreign", references: "public.h_user.uid" }),
        column("target_type", "text", { comment: "USER or TOOL" }),
        column("max_count", "integer"),
      ],
    },
    {
      schema: "sales",
      name: "orders",
      kind: "table",
      comment: null,
      rows_estimate: 98_000,
      columns: [
        column("id", "bigint", { key: "primary" }),
        column("ordered_at", "timestamp with time zone"),
        column("Total Amount", "numeric(12,2)"),
      ],
    },
    {
      schema: "sales",
      name: "order_totals",
      kind: "view",
      comment: "Sums by month",
      rows_estimate: null,
      columns: [column("month", "date", { nullable: true }), column("total", "numeric", { nullable: true })],
    },
  ],
  functions: ["lower", "upper", "count", "sum", "avg", "date_trunc", "coalesce", "now", "jsonb_agg"],
};

export const ROWS: Record<string, Record<string, unknown>[]> = {
  "public.h_user": [
    { uid: 1, user_nm: "hong", email: "hong@example.com" },
    { uid: 2, user_nm: "kim", email: null },
  ],
  "public.h_mcp_tool_limit": [{ id: 1, target_id: 1, target_type: "USER", max_count: 50 }],
};
