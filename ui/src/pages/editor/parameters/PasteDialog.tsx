import { useState } from "react";
import type { Parameter } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Button } from "../../../parts/Button";
import { Dialog } from "../../../parts/Dialog";
import { Field } from "../../../parts/Field";
import { inferParameters } from "../../../schema/infer";

interface Props {
  onTake(parameters: Parameter[]): void;
  onClose(): void;
}

/** Parameters from a pasted example or schema. */
export function PasteDialog({ onTake, onClose }: Props) {
  const { t } = useText();
  const [text, setText] = useState("");
  const found = inferParameters(text);
  const problem = text !== "" && found === null ? [{ path: "", message: t("run.not_an_object") }] : [];
  return (
    <Dialog title={t("parameters.from_json")} onClose={onClose} testId="paste-json">
      <Field label={t("parameters.paste")} hint={t("parameters.paste_hint")} problems={problem}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="code"
            rows={10}
            spellCheck={false}
            autoFocus
            value={text}
            data-testid="paste-text"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="actions">
        <Button
          className="button primary"
          unavailable={found === null || found.length === 0}
          data-testid="paste-take"
          onClick={() => onTake(found ?? [])}
        >
          {t("parameters.take", { count: found?.length ?? 0 })}
        </Button>
      </div>
    </Dialog>
  );
}
