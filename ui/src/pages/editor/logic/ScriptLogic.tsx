import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";
import { useEditing } from "../editing";
import { at } from "../problems";
import { ConfigLine } from "./ConfigLine";
import { PairsField } from "./PairsField";
import { useConfigs } from "./remembered";

/** A Python function or a command. */
export function ScriptLogic() {
  const { t } = useText();
  const { spec } = useEditing();
  const choose = useConfigs();
  return (
    <div className="form-column">
      <Field label={t("script.kind")} hint={t("script.trusted")}>
        {(attributes) => (
          <select
            {...attributes}
            value={spec.type}
            data-testid="script-kind"
            onChange={(event) => choose(event.target.value)}
          >
            <option value="python">{t("kind.python")}</option>
            <option value="shell">{t("kind.shell")}</option>
          </select>
        )}
      </Field>
      {spec.type === "shell" ? <Shell /> : <Python />}
    </div>
  );
}

function Python() {
  const { t } = useText();
  const { spec, changeConfig } = useEditing();
  return (
    <>
      <ConfigLine
        name="script"
        label={t("script.script")}
        hint={t("script.file_hint")}
        testId="script-script"
        onChange={(script) => changeConfig({ script, module: undefined })}
      />
      <ConfigLine
        name="module"
        label={t("script.module")}
        hint={t("script.module_hint")}
        testId="script-module"
        onChange={(module) =>
          changeConfig(module === "" ? { script: "", module: undefined } : { script: undefined, module })
        }
      />
      <ConfigLine name="function" label={t("script.function")} testId="script-function" />
      <label className="check">
        <input
          type="checkbox"
          checked={spec.config.async === true}
          onChange={(event) => changeConfig({ async: event.target.checked })}
        />
        {t("script.async")}
      </label>
    </>
  );
}

function Shell() {
  const { t } = useText();
  const { spec, problems, changeConfig } = useEditing();
  const command = (spec.config.command ?? []) as string[];
  return (
    <>
      <Field
        label={t("shell.command")}
        hint={t("shell.command_hint")}
        problems={at(problems, "/config/command")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            className="code"
            rows={5}
            spellCheck={false}
            value={command.join("\n")}
            data-testid="shell-command"
            onChange={(event) =>
              changeConfig({ command: event.target.value === "" ? [] : event.target.value.split("\n") })
            }
          />
        )}
      </Field>
      <Field label={t("shell.stdin")} problems={at(problems, "/config/stdin")}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="code"
            rows={2}
            value={String(spec.config.stdin ?? "")}
            onChange={(event) => changeConfig({ stdin: event.target.value || undefined })}
          />
        )}
      </Field>
      <PairsField
        label={t("shell.env")}
        value={(spec.config.env ?? {}) as Record<string, string>}
        problems={at(problems, "/config/env")}
        testId="shell-env"
        onChange={(env) => changeConfig({ env })}
      />
    </>
  );
}
