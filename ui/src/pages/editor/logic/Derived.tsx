import type { Parameter } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Plain } from "../../../parts/Plain";
import { useEditing } from "../editing";

/** The parameters and columns that the database derives from the query. */
export function Derived() {
  const { t } = useText();
  const { spec, check, change } = useEditing();
  const { parameters, columns } = check?.derived ?? { parameters: [], columns: [] };
  const known = new Map((spec.parameters ?? []).map((one) => [one.name, one]));
  const missing = parameters.filter(({ name }) => !known.has(name));
  function take() {
    const added: Parameter[] = missing.map(({ name, type }) => ({ name, type, required: true }));
    change({ parameters: [...(spec.parameters ?? []), ...added] });
  }
  return (
    <aside className="panel derived" aria-label={t("derived.title")} data-testid="derived">
      <h2>{t("derived.parameters")}</h2>
      {parameters.length === 0 && <p className="hint">{t("derived.no_parameters")}</p>}
      <ul>
        {parameters.map(({ name, type, database_type }) => (
          <li key={name} data-testid="derived-parameter" data-status={known.has(name) ? "known" : "missing"}>
            <code>
              :<Plain text={name} most={60} />
            </code>
            <small>
              <Plain text={database_type ?? type} most={60} />
              {known.get(name)?.type !== undefined && known.get(name)?.type !== type && (
                <span className="warning-line"> ≠ {known.get(name)?.type}</span>
              )}
            </small>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <button type="button" className="button small" onClick={take} data-testid="take-derived">
          {t("derived.take", { count: missing.length })}
        </button>
      )}
      <h2>{t("derived.columns")}</h2>
      {columns.length === 0 && <p className="hint">{t("derived.no_columns")}</p>}
      <ul>
        {columns.map(({ name, type, nullable }) => (
          <li key={name} data-testid="derived-column">
            <code>
              <Plain text={name} most={60} />
            </code>
            <small>
              <Plain text={type} most={60} />
              {nullable && <code> · null</code>}
            </small>
          </li>
        ))}
      </ul>
    </aside>
  );
}
