import { PROVIDERS, type Provider } from "../../api/agents";
import type { TextKey } from "../../i18n/en";
import { useText } from "../../i18n/language";
import { Field } from "../../parts/Field";
import type { PartProps } from "./AgentFields";
import { type AgentForm, problemsAt } from "./agent_form";

/** What each provider accepts, as the server checks it. */
const RANGES: Record<Provider, { temperature: string; top_p: string; stop: number }> = {
  anthropic: { temperature: "0 – 1", top_p: "0 – 1", stop: 64 },
  openai: { temperature: "0 – 2", top_p: "0 – 1", stop: 4 },
  zhipuai: { temperature: "0 – 1", top_p: "0.01 – 1", stop: 1 },
};

/** The model, how it is asked, and how much of a conversation it gets. */
export function ModelFields({ editing, isFresh }: PartProps) {
  const { t, number } = useText();
  const { agent, form, problems, change } = editing;
  const ranges = RANGES[form.provider];
  return (
    <section className="agent-model">
      <h2>{t("agents.model")}</h2>
      <div className="field-row">
        <Field label={t("agents.provider")} problems={problemsAt(problems, "/model_provider")}>
          {(attributes) => (
            <select
              {...attributes}
              value={form.provider}
              data-testid="agent-provider"
              onChange={(event) => change({ provider: event.target.value as Provider })}
            >
              {PROVIDERS.map((one) => (
                <option key={one} value={one}>
                  {t(`provider.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={t("agents.model")}
          problems={problemsAt(problems, "/model_name")}
          late={isFresh && form.model === ""}
          fresh={agent === null}
          required
        >
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              className="code"
              spellCheck={false}
              autoComplete="off"
              value={form.model}
              data-testid="agent-model"
              onChange={(event) => change({ model: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="field-row">
        <NumberField of="temperature" at="/config/temperature" hint={ranges.temperature} {...{ editing }} />
        <NumberField of="top_p" at="/config/top_p" hint={ranges.top_p} {...{ editing }} />
        <NumberField of="max_tokens" at="/config/max_tokens" {...{ editing }} />
      </div>
      <Field
        label={t("agents.stop")}
        hint={t("agents.stop_hint", { most: number(ranges.stop) })}
        problems={problemsAt(problems, "/config/stop_sequences")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            className="code"
            rows={2}
            value={form.stop}
            data-testid="agent-stop"
            onChange={(event) => change({ stop: event.target.value })}
          />
        )}
      </Field>
      <h2>{t("agents.memory")}</h2>
      <p className="hint">{t("agents.memory_hint")}</p>
      <div className="field-row">
        <NumberField of="max_messages" at="/memory_config/max_messages" {...{ editing }} />
        <NumberField of="memory_tokens" at="/memory_config/max_tokens" {...{ editing }} />
      </div>
    </section>
  );
}

type NumberName = "temperature" | "top_p" | "max_tokens" | "max_messages" | "memory_tokens";

interface NumberProps {
  of: NumberName & keyof AgentForm;
  /** Where the server says what is wrong with it. */
  at: string;
  hint?: string;
  editing: PartProps["editing"];
}

/** A number that may be left to the provider. */
function NumberField({ of, at, hint, editing: { form, problems, change } }: NumberProps) {
  const { t } = useText();
  return (
    <Field label={t(`agents.${of}` satisfies TextKey)} hint={hint} problems={problemsAt(problems, at)}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={t("agents.default")}
          value={form[of]}
          data-testid={`agent-${of}`}
          onChange={(event) => change({ [of]: event.target.value })}
        />
      )}
    </Field>
  );
}
