import type { ReactNode } from "react";
import type { Tool } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Time } from "../../parts/Time";
import { STEPS, type Step } from "./problems";

export function SaveState({ dirty, tool }: { dirty: boolean; tool: Tool | null }) {
  const { t } = useText();
  return (
    <span data-testid="save-state" data-status={dirty ? "draft" : "saved"}>
      {dirty ? t("editor.draft_kept") : tool === null ? t("editor.new_about") : t("editor.all_saved")}
    </span>
  );
}

/** Somebody deleted the tool while it is edited here. */
export function GoneNotice({ onSave }: { onSave(): void }) {
  const { t } = useText();
  return (
    <div className="callout error" role="alert" data-testid="tool-gone">
      <span>{t("editor.gone")}</span>
      <button type="button" className="button small" onClick={onSave} data-testid="save-as-new">
        {t("editor.save_as_new")}
      </button>
    </div>
  );
}

export function DraftNotice({
  at,
  isBehind,
  onDiscard,
}: {
  at: string;
  isBehind: boolean;
  onDiscard(): void;
}) {
  const { t } = useText();
  return (
    <div className="callout note" role="status" data-testid="draft-restored">
      <span>
        {t("editor.draft_restored")} (<Time at={at} />){" "}
        {isBehind && <strong data-testid="draft-behind">{t("editor.draft_behind")}</strong>}
      </span>
      <button type="button" className="button small" onClick={onDiscard} data-testid="discard-draft">
        {t("editor.discard")}
      </button>
    </div>
  );
}

interface FootProps {
  step: Step;
  onShow(step: Step): void;
  children: ReactNode;
}

/** Back and next; after the last step comes saving. */
export function StepFoot({ step, onShow, children }: FootProps) {
  const { t } = useText();
  const index = STEPS.indexOf(step);
  const before = STEPS[index - 1];
  const after = STEPS[index + 1];
  return (
    <div className="step-foot">
      {before !== undefined && (
        <button type="button" className="button" onClick={() => onShow(before)}>
          {t("editor.back")}
        </button>
      )}
      {after === undefined && children}
      {after !== undefined && (
        <button type="button" className="button" onClick={() => onShow(after)} data-testid="next-step">
          {t("editor.next")}: {t(`step.${after}`)}
        </button>
      )}
    </div>
  );
}
