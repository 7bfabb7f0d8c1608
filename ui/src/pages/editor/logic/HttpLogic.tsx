import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";
import { Plain, PlainBlock } from "../../../parts/Plain";
import { useEditing } from "../editing";
import { at } from "../problems";
import { ConfigLine } from "./ConfigLine";
import { JsonField } from "./JsonField";
import { PairsField } from "./PairsField";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** One HTTP request, with a preview of what will be sent. */
export function HttpLogic() {
  const { t } = useText();
  const { spec, problems, changeConfig, change } = useEditing();
  const { config } = spec;
  return (
    <div className="two-columns">
      <div className="form-column">
        <div className="field-row">
          <Field label={t("http.method")} problems={at(problems, "/config/method")}>
            {(attributes) => (
              <select
                {...attributes}
                value={String(config.method ?? "GET")}
                data-testid="http-method"
                onChange={(event) => changeConfig({ method: event.target.value })}
              >
                {METHODS.map((method) => (
                  <option key={method}>{method}</option>
                ))}
              </select>
            )}
          </Field>
          <ConfigLine name="base_url" label={t("http.base_url")} testId="http-base_url" />
        </div>
        <ConfigLine name="path" label={t("http.path")} hint={t("http.path_hint")} testId="http-path" />
        <PairsField
          label={t("http.query")}
          value={(config.query ?? {}) as Record<string, string>}
          problems={at(problems, "/config/query")}
          testId="http-query"
          onChange={(query) => changeConfig({ query })}
        />
        <PairsField
          label={t("http.headers")}
          value={(config.headers ?? {}) as Record<string, string>}
          problems={at(problems, "/config/headers")}
          testId="http-headers"
          onChange={(headers) => changeConfig({ headers })}
        />
        <JsonField
          label={t("http.body")}
          value={config.body}
          problems={at(problems, "/config/body")}
          onChange={(body) => changeConfig({ body })}
        />
        <JsonField
          label={t("http.auth")}
          hint={t("http.auth_hint")}
          value={spec.auth}
          problems={at(problems, "/auth")}
          onChange={(auth) => change({ auth })}
        />
      </div>
      <Preview />
    </div>
  );
}

function Preview() {
  const { t } = useText();
  const preview = useEditing().check?.request_preview;
  const headers = Object.entries(preview?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const rest = [...headers, "", preview?.body ?? ""].join("\n").trim();
  return (
    <aside className="panel" aria-label={t("http.preview")} data-testid="http-preview">
      <h2>{t("http.preview")}</h2>
      {preview == null ? (
        <p className="hint">{t("http.no_preview")}</p>
      ) : (
        <>
          <p className="code">
            <strong>{preview.method}</strong> <Plain text={preview.url} most={2000} />
          </p>
          {rest !== "" && <PlainBlock text={rest} />}
        </>
      )}
    </aside>
  );
}
