import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { readTables } from "../../../api/database";
import { Code } from "../../../code/LazyCode";
import { useText } from "../../../i18n/language";
import { Field, ProblemLines } from "../../../parts/Field";
import { useEditing } from "../editing";
import { at } from "../problems";
import { Derived } from "./Derived";
import { TableExplorer } from "./TableExplorer";

const RESULTS = ["rows", "row", "value", "text"] as const;

/** A query: tables at the left, the editor, what the database says about it at the right. */
export function SqlLogic() {
  const { t } = useText();
  const { spec, problems, changeConfig } = useEditing();
  const tables = useQuery({ queryKey: ["database"], queryFn: readTables, staleTime: 60_000 });
  const insert = useRef<(text: string) => void>(() => undefined);
  const found = at(problems, "/config/query");
  const names = {
    parameters: (spec.parameters ?? []).map((one) => one.name).filter((name) => name !== ""),
    database: tables.data ?? null,
  };
  return (
    <div className="sql">
      <TableExplorer tables={tables} onInsert={(text) => insert.current(text)} />
      <div>
        <Code
          value={String(spec.config.query ?? "")}
          language="sql"
          label={t("sql.query")}
          names={names}
          problems={found}
          testId="sql-editor"
          onChange={(query) => changeConfig({ query })}
          onReady={(insertText) => {
            insert.current = insertText;
          }}
        />
        <ProblemLines problems={found} />
        <p className="hint">{t("sql.hint")}</p>
        <Field label={t("sql.result")} hint={t(`result_about.${resultOf(spec.config.result)}`)}>
          {(attributes) => (
            <select
              {...attributes}
              value={resultOf(spec.config.result)}
              data-testid="sql-result"
              onChange={(event) => changeConfig({ result: event.target.value })}
            >
              {RESULTS.map((result) => (
                <option key={result} value={result}>
                  {t(`result_kind.${result}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Derived />
    </div>
  );
}

function resultOf(value: unknown): (typeof RESULTS)[number] {
  return RESULTS.find((one) => one === value) ?? "rows";
}
