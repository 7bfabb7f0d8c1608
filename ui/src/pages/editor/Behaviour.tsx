import type { TextKey } from "../../i18n/en";
import { useText } from "../../i18n/language";
import { Field } from "../../parts/Field";
import { useEditing } from "./editing";
import { at } from "./problems";

const LIMITS = ["requests_per_minute", "requests_per_hour", "concurrent_requests"] as const;

/** Time, limits and who may see it: what most tools leave as it is. */
export function Behaviour() {
  const { t } = useText();
  const { spec, problems, change } = useEditing();
  const limits = spec.rate_limit ?? {};
  return (
    <details className="more" data-testid="behaviour">
      <summary>{t("behaviour.title")}</summary>
      <div className="field-row">
        <NumberField
          label={t("behaviour.timeout")}
          value={spec.timeout_seconds ?? null}
          problems={at(problems, "/timeout_seconds")}
          onChange={(timeout_seconds) => change({ timeout_seconds })}
        />
        {LIMITS.map((name) => (
          <NumberField
            key={name}
            label={t(`behaviour.${name}`)}
            value={limits[name] ?? null}
            problems={at(problems, `/rate_limit/${name}`)}
            onChange={(value) => change({ rate_limit: { ...limits, [name]: value } })}
          />
        ))}
      </div>
      <Field
        label={t("behaviour.confirm")}
        hint={t("behaviour.confirm_hint")}
        problems={at(problems, "/confirm")}
        late
      >
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            value={spec.confirm ?? ""}
            data-testid="confirm-question"
            onChange={(event) => change({ confirm: event.target.value || undefined })}
          />
        )}
      </Field>
      <Check
        label="behaviour.public"
        on={spec.is_public ?? false}
        onChange={(is_public) => change({ is_public })}
      />
      <Check
        label="behaviour.parallel"
        on={spec.parallel_capable ?? true}
        onChange={(parallel_capable) => change({ parallel_capable })}
      />
    </details>
  );
}

interface NumberProps {
  label: string;
  value: number | null;
  problems: ReturnType<typeof at>;
  onChange(value: number | null): void;
}

export function NumberField({ label, value, problems, onChange }: NumberProps) {
  return (
    <Field label={label} problems={problems} late>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
        />
      )}
    </Field>
  );
}

function Check({ label, on, onChange }: { label: TextKey; on: boolean; onChange(on: boolean): void }) {
  const { t } = useText();
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
      {t(label)}
    </label>
  );
}
