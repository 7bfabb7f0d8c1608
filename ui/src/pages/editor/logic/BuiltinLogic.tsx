import { useQuery } from "@tanstack/react-query";
import { listTools } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";
import { useEditing } from "../editing";
import { at } from "../problems";
import { JsonField } from "./JsonField";

/** A tool of the server under another name, with arguments that are fixed. */
export function BuiltinLogic() {
  const { t } = useText();
  const { spec, problems, changeConfig } = useEditing();
  const { data = [] } = useQuery({ queryKey: ["tools"], queryFn: ({ signal }) => listTools(signal) });
  const names = data.filter((tool) => tool.origin === "compiled").map((tool) => tool.name);
  const chosen = String(spec.config.tool ?? "");
  const options = names.includes(chosen) || chosen === "" ? names : [chosen, ...names];
  return (
    <div className="form-column">
      <Field label={t("builtin.tool")} problems={at(problems, "/config/tool")}>
        {(attributes) => (
          <select
            {...attributes}
            value={chosen}
            data-testid="builtin-tool"
            onChange={(event) => changeConfig({ tool: event.target.value })}
          >
            <option value="">–</option>
            {options.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <JsonField
        label={t("builtin.arguments")}
        hint={t("builtin.arguments_hint")}
        value={spec.config.arguments}
        problems={at(problems, "/config/arguments")}
        onChange={(args) => changeConfig({ arguments: args ?? {} })}
      />
    </div>
  );
}
