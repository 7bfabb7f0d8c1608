import { useText } from "../../../i18n/language";
import { useEditing } from "../editing";
import { at } from "../problems";
import { JsonField } from "./JsonField";

/** The configuration as it is stored, for a kind whose schema names no members. */
export function ConfigJson() {
  const { t } = useText();
  const { spec, problems, change } = useEditing();
  return (
    <div className="form-column">
      <JsonField
        label={t("logic.config")}
        value={spec.config}
        problems={at(problems, "/config")}
        onChange={(config) => change({ config: (config ?? {}) as Record<string, unknown> })}
      />
    </div>
  );
}
