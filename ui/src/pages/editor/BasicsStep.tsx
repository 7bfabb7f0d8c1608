import { useQuery } from "@tanstack/react-query";
import type { Problem } from "../../api/problem";
import { listTools } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Field } from "../../parts/Field";
import { LongText } from "../../parts/LongText";
import { Behaviour } from "./Behaviour";
import { useEditing } from "./editing";
import { at } from "./problems";
import { TagsField } from "./TagsField";

/** Step 1: the name, what the agent is told, what people are told. */
export function BasicsStep() {
  const { t } = useText();
  const { spec, problems, check, change } = useEditing();
  const taken = useTaken();
  return (
    <div className="form-column">
      <Field
        label={t("basics.name")}
        hint={t("basics.name_hint")}
        problems={[...taken, ...at(problems, "/name")]}
        late={spec.name === ""}
        fresh={spec.name === ""}
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
        problems={at(problems, "/description")}
        late
        fresh={spec.description === ""}
        required
      >
        {(attributes) => (
          <LongText text={spec.description ?? ""}>
            <textarea
              {...attributes}
              rows={4}
              value={spec.description ?? ""}
              data-testid="description"
              onChange={(event) => change({ description: event.target.value })}
            />
          </LongText>
        )}
      </Field>
      <Field
        label={t("basics.description_user")}
        hint={t("basics.description_user_hint")}
        problems={at(problems, "/description_user")}
        late
      >
        {(attributes) => (
          <LongText text={spec.description_user ?? ""}>
            <textarea
              {...attributes}
              rows={2}
              value={spec.description_user ?? ""}
              data-testid="description-user"
              onChange={(event) => change({ description_user: event.target.value })}
            />
          </LongText>
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

/** Says at once that another tool has the name. Of tools that this user may not see only the server knows. */
function useTaken(): Problem[] {
  const { t } = useText();
  const { spec, tool, problems } = useEditing();
  const { data = [] } = useQuery({
    queryKey: ["tools"],
    queryFn: ({ signal }) => listTools(signal),
    staleTime: 60_000,
  });
  const isOwn = spec.name === tool?.name;
  const isSaid = at(problems, "/name").length > 0;
  if (isOwn || isSaid || !data.some(({ name }) => name === spec.name)) return [];
  return [{ path: "/name", message: t("basics.taken", { name: spec.name }) }];
}

function DescriptionHint({ tokens }: { tokens: number | undefined }) {
  const { t, number } = useText();
  return (
    <>
      {t("basics.description_hint")}
      {tokens !== undefined && tokens > 0 && (
        <>
          {" "}
          <strong data-testid="tokens">{t("basics.tokens", { tokens: number(tokens) })}</strong>
        </>
      )}
    </>
  );
}
