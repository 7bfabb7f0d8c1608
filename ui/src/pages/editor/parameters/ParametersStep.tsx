import { useRef, useState } from "react";
import type { Parameter } from "../../../api/tools";
import { namedParameters } from "../../../code/parameters";
import { useText } from "../../../i18n/language";
import { ProblemLines } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { useEditing } from "../editing";
import { at } from "../problems";
import { moved } from "./order";
import { ParameterRow } from "./ParameterRow";
import { PasteDialog } from "./PasteDialog";
import { SchemaEditor } from "./SchemaEditor";

/** Step 2: rows of parameters. */
export function ParametersStep() {
  const { spec } = useEditing();
  return spec.input_schema == null ? <Rows /> : <SchemaEditor />;
}

function Rows() {
  const { t } = useText();
  const { spec, problems, change } = useEditing();
  const parameters = spec.parameters ?? [];
  const list = useRef<HTMLOListElement>(null);
  const set = (next: Parameter[]) => change({ parameters: next });

  function move(from: number, to: number) {
    set(moved(parameters, from, to));
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-grip="${to}"]`)?.focus());
  }

  function add() {
    set([...parameters, { name: "", type: "string", required: true }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("li:last-child input")?.focus());
  }

  return (
    <div>
      <ParameterTools onAdd={(added) => set([...parameters, ...added])} />
      {parameters.length === 0 && <p className="hint">{t("parameters.none")}</p>}
      <ol ref={list} className="parameters" data-testid="parameters">
        {parameters.map((parameter, index) => (
          <ParameterRow
            // Rows have no identity of their own: the name changes while it is typed.
            // biome-ignore lint/suspicious/noArrayIndexKey: all inputs are controlled
            key={index}
            parameter={parameter}
            index={index}
            count={parameters.length}
            problems={at(problems, `/parameters/${index}`)}
            onChange={(patch) => set(parameters.with(index, clean({ ...parameter, ...patch })))}
            onRemove={() => set(parameters.toSpliced(index, 1))}
            onMove={move}
          />
        ))}
      </ol>
      <ProblemLines problems={problems.filter(({ path }) => path === "/parameters")} />
      <button type="button" className="button" data-testid="add-parameter" onClick={add}>
        <Icon name="plus" />
        {t("parameters.add")}
      </button>
    </div>
  );
}

/** A member that was emptied is not sent. */
function clean(parameter: Parameter): Parameter {
  return Object.fromEntries(
    Object.entries(parameter).filter(([, value]) => value !== undefined),
  ) as unknown as Parameter;
}

function ParameterTools({ onAdd }: { onAdd(parameters: Parameter[]): void }) {
  const { t } = useText();
  const { spec, check } = useEditing();
  const [pasting, setPasting] = useState(false);
  const known = new Set((spec.parameters ?? []).map((one) => one.name));
  const named = spec.type === "sql" ? namedParameters(String(spec.config.query ?? "")) : [];
  const missing = named.filter((name) => !known.has(name));
  function addNamed() {
    const types = new Map((check?.derived.parameters ?? []).map(({ name, type }) => [name, type]));
    onAdd(missing.map((name) => ({ name, type: types.get(name) ?? "string", required: true })));
  }
  return (
    <div className="actions">
      {missing.length > 0 && (
        <button type="button" className="button" onClick={addNamed} data-testid="from-sql">
          {t("parameters.from_sql", { names: missing.join(", ") })}
        </button>
      )}
      <button type="button" className="button" onClick={() => setPasting(true)} data-testid="from-json">
        {t("parameters.from_json")}
      </button>
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onTake={(parameters) => {
            onAdd(parameters.filter((one) => !known.has(one.name)));
            setPasting(false);
          }}
        />
      )}
    </div>
  );
}
