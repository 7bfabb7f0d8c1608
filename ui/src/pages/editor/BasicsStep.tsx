import { useText } from "../../i18n/language";
import { Field } from "../../parts/Field";
import { Behaviour } from "./Behaviour";
import { useEditing } from "./editing";
import { at } from "./problems";
import { TagsField } from "./TagsField";

/** Step 1: the name, what the agent is told, what people are told. */
export function BasicsStep() {
  const { t } = useText();
  const { spec, problems, check, change } = useEditing();
  return (
    <div className="form-column">
      <Field
        label={t("basics.name")}
        hint={t("basics.name_hint")}
        problems={spec.name === "" ? [] : at(problems, "/name")}
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
            value={spec.name}
            data-testid="name"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t("basics.description")}
        hint={<DescriptionHint tokens={check?.tokens} />}
        problems={spec.description === "" ? [] : at(problems, "/description")}
        required
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={4}
            value={spec.description}
            data-testid="description"
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t("basics.description_user")}
        hint={t("basics.description_user_hint")}
        problems={at(problems, "/description_user")}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={2}
            value={spec.description_user ?? ""}
            data-testid="description-user"
            onChange={(event) => change({ description_user: event.target.value })}
          />
        )}
      </Field>
      <TagsField
        tags={spec.tags ?? []}
        problems={at(problems, "/tags")}
        onChange={(tags) => change({ tags })}
      />
      <Behaviour />
    </div>
  );
}

function DescriptionHint({ tokens }: { tokens: number | undefined }) {
  const { t, number } = useText();
  return (
    <>
      {t("basics.description_hint")}
      {tokens !== undefined && (
        <>
          {" "}
          <strong data-testid="tokens">{t("basics.tokens", { tokens: number(tokens) })}</strong>
        </>
      )}
    </>
  );
}
