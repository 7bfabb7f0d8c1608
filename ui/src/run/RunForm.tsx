import { type FormEvent, useMemo, useRef, useState } from "react";
import { isSecretName } from "../drafts/secrets";
import { useText } from "../i18n/language";
import { Button } from "../parts/Button";
import { useShortcut } from "../parts/shortcut";
import { load, save } from "../parts/storage";
import { type FormField, fieldsOf, firstTexts, type Texts, toArguments, toTexts } from "../schema/form";
import type { JsonSchema } from "../schema/json_schema";
import { RawArguments } from "./RawArguments";
import { SchemaField } from "./SchemaField";

interface Props {
  schema: JsonSchema;
  /** Under which the last values are remembered. */
  memory: string | null;
  first?: Record<string, unknown>;
  busy: boolean;
  /** Whether running is what the view is for. */
  isMain?: boolean;
  label: string;
  onRun(args: Record<string, unknown>): void;
}

/** A form made from a schema, or the same as raw JSON. */
export function RunForm({ schema, memory, first, busy, isMain = true, label, onRun }: Props) {
  const { t } = useText();
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const [given] = useState(
    () => first ?? (memory === null ? null : load<Record<string, unknown>>(`arguments.${memory}`)) ?? {},
  );
  // The schema changes while the form is open: what was typed stays.
  const [typed, setTyped] = useState<Texts>({});
  const texts: Texts = { ...firstTexts(fields), ...toTexts(fields, given), ...typed };
  const [raw, setRaw] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { values, problems } = toArguments(fields, texts);

  const form = useRef<HTMLFormElement>(null);
  useShortcut("enter", () => !busy && form.current?.requestSubmit());

  function submit(event: FormEvent) {
    event.preventDefault();
    const args = raw === null ? values : readObject(raw);
    if (args === null) return setProblem(t("run.not_an_object"));
    setProblem(null);
    if (problems.length > 0 && raw === null) return;
    if (memory !== null) save(`arguments.${memory}`, remembered(fields, args));
    onRun(args);
  }

  function toggleRaw() {
    if (raw === null) return setRaw(JSON.stringify(values, null, 2));
    const args = readObject(raw);
    if (args !== null) setTyped(textsOf(fields, args));
    setRaw(null);
  }

  return (
    <form ref={form} className="run-form" onSubmit={submit} data-testid="run-form" noValidate>
      {raw === null ? (
        fields.map((field) => (
          <SchemaField
            key={field.name}
            field={field}
            text={texts[field.name]}
            invalid={problems.some(({ path }) => path === `/${field.name}`)}
            onChange={(text) => setTyped({ ...typed, [field.name]: text })}
          />
        ))
      ) : (
        <RawArguments text={raw} problem={problem} onChange={setRaw} />
      )}
      {fields.length === 0 && raw === null && <p className="hint">{t("run.no_arguments")}</p>}
      <div className="actions">
        <Button
          type="submit"
          className={isMain ? "button primary" : "button"}
          unavailable={busy}
          data-testid="test-run"
        >
          {busy ? t("run.running") : label}
        </Button>
        <button
          type="button"
          className="button"
          onClick={toggleRaw}
          aria-pressed={raw !== null}
          data-testid="raw-json"
        >
          {raw === null ? t("run.as_json") : t("run.as_form")}
        </button>
      </div>
    </form>
  );
}

/** The arguments that may be kept in the browser. */
function remembered(fields: FormField[], args: Record<string, unknown>): Record<string, unknown> {
  const secret = new Set(fields.filter(({ schema }) => schema.format === "password").map(({ name }) => name));
  const kept = Object.entries(args).filter(([name]) => !secret.has(name) && !isSecretName(name));
  return Object.fromEntries(kept);
}

/** The texts of all fields: one that is missing in `args` is empty. */
function textsOf(fields: FormField[], args: Record<string, unknown>): Texts {
  const empty = Object.fromEntries(fields.map(({ name }) => [name, undefined]));
  return { ...empty, ...toTexts(fields, args) };
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
