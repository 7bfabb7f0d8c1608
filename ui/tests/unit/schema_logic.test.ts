import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { KindView } from "../../src/api/kinds";
import type { ToolSpec } from "../../src/api/tools";
import { type Editing, EditingContext } from "../../src/pages/editor/editing";
import { firstConfig } from "../../src/pages/editor/logic/remembered";
import { SchemaLogic } from "../../src/pages/editor/logic/SchemaLogic";

const kind: KindView = {
  name: "mail",
  config_schema: {
    type: "object",
    properties: {
      template: { type: "string", description: "The text of the mail." },
      password: { type: "string", format: "password" },
      retries: { type: "integer", default: 3 },
      priority: { enum: ["low", "high"], default: "low" },
      headers: { type: "object" },
    },
    required: ["template"],
  },
  text_field: "template",
  needs_config: true,
  takes_auth: false,
  runs_programs: false,
};

function formOf(config: ToolSpec["config"], members: Partial<Editing> = {}): string {
  const editing: Editing = {
    spec: { name: "a", type: "mail", description: "Sends a mail.", config },
    tool: null,
    check: undefined,
    problems: [],
    dirty: false,
    kept: new Map(),
    change() {},
    changeConfig() {},
    ...members,
  };
  const form = createElement(SchemaLogic, { kind });
  return renderToStaticMarkup(createElement(EditingContext, { value: editing }, form));
}

/** The tag of the control of a member. */
const control = (form: string, name: string) => form.match(`<[^<]*data-testid="config-${name}"[^>]*>`)?.[0];

describe("the form for a kind without an editor of its own", () => {
  it("has a control for each member, by its type", () => {
    const form = formOf({});
    expect(control(form, "template")).toMatch(/^<textarea .*rows="10"/);
    expect(control(form, "password")).toMatch(/^<input .*type="password"/);
    expect(control(form, "retries")).toMatch(/^<input .*inputMode="decimal"/);
    expect(control(form, "priority")).toMatch(/^<select/);
    expect(control(form, "headers")).toMatch(/^<textarea .*rows="3"/);
    expect(form).toContain("The text of the mail.");
    expect(control(form, "template")).toContain('aria-required="true"');
  });

  it("shows the configuration", () => {
    const form = formOf({ template: "Dear all", retries: 5, headers: { a: 1 } });
    expect(form).toContain("Dear all</textarea>");
    expect(control(form, "retries")).toContain('value="5"');
    expect(form).toContain("{&quot;a&quot;:1}</textarea>");
  });

  it("shows what the server says at its member", () => {
    const message = "expected at most 5";
    const form = formOf({ retries: 9 }, { problems: [{ path: "/config/retries", message }] });
    expect(control(form, "retries")).toContain('aria-invalid="true"');
    expect(form.split(message)).toHaveLength(2);
  });

  it("begins with the defaults of the schema", () => {
    expect(firstConfig("mail", kind.config_schema)).toEqual({ retries: 3, priority: "low" });
    expect(firstConfig("expression", kind.config_schema)).toEqual({ expression: "" });
  });
});
