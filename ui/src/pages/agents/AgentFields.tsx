import { useText } from "../../i18n/language";
import { Field } from "../../parts/Field";
import { LongText } from "../../parts/LongText";
import { problemsAt } from "./agent_form";
import type { AgentEditing } from "./use_agent_editor";

export interface PartProps {
  editing: AgentEditing;
  /** Whether nobody has tried to save yet: fields tell their problems when they are left. */
  isFresh: boolean;
}

/** The name, what it is for, and the prompt. */
export function AgentFields({ editing: { agent, form, problems, change }, isFresh }: PartProps) {
  const { t } = useText();
  return (
    <>
      <Field
        label={t("tools.name")}
        hint={t("agents.name_hint")}
        problems={problemsAt(problems, "/name")}
        late={isFresh && form.name === ""}
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
            maxLength={64}
            value={form.name}
            data-testid="agent-name"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t("parameters.description")}
        hint={t("agents.description_hint")}
        problems={problemsAt(problems, "/description")}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            value={form.description}
            data-testid="agent-description"
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t("agents.prompt")}
        hint={t("agents.prompt_hint")}
        problems={problemsAt(problems, "/system_prompt")}
      >
        {(attributes) => (
          <LongText text={form.prompt}>
            <textarea
              {...attributes}
              rows={6}
              value={form.prompt}
              data-testid="agent-prompt"
              onChange={(event) => change({ prompt: event.target.value })}
            />
          </LongText>
        )}
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={form.is_public}
          data-testid="agent-public"
          onChange={(event) => change({ is_public: event.target.checked })}
        />
        {t("agents.is_public")}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={form.is_active}
          data-testid="agent-active"
          onChange={(event) => change({ is_active: event.target.checked })}
        />
        {t("agents.is_active")}
      </label>
    </>
  );
}
