import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import type { Tool, ToolSpec } from "../../api/tools";
import type { DraftPlace } from "../../drafts/draft";
import { useText } from "../../i18n/language";
import { PageHead } from "../../parts/PageHead";
import { Time } from "../../parts/Time";
import { useFocusOn } from "../../parts/use_focus";
import { clip, visible } from "../../parts/visible";
import { useShortcut } from "../../shell/shortcut";
import { BasicsStep } from "./BasicsStep";
import { EditingContext } from "./editing";
import { LogicStep } from "./logic/LogicStep";
import { MergeDialog } from "./MergeDialog";
import { ParametersStep } from "./parameters/ParametersStep";
import { STEPS, type Step } from "./problems";
import { StepList } from "./StepList";
import { TestStep } from "./TestStep";
import { useEditor } from "./use_editor";
import { useSave } from "./use_save";

const BODIES: Record<Step, () => React.JSX.Element> = {
  basics: BasicsStep,
  parameters: ParametersStep,
  logic: LogicStep,
  test: TestStep,
};

interface Props {
  /** The stored tool; `null` while it is new. */
  tool: Tool | null;
  first: ToolSpec;
  /** What its draft is kept for. */
  of: DraftPlace["of"];
  /** Whether somebody deleted the stored tool. */
  isGone?: boolean;
}

/** The four steps for one tool. */
export function Editor({ tool, first, of, isGone = false }: Props) {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  const editor = useEditor(tool, first, of);
  const saving = useSave(editor, isGone);
  const step = STEPS.find((one) => one === search.get("step")) ?? "basics";
  const Body = BODIES[step];
  const heading = useFocusOn<HTMLHeadingElement>(step);
  const canSave = (editor.dirty || isGone) && editor.spec.name !== "" && !saving.busy;
  // A new tool has nothing to mend before something was typed.
  const isUntouched = tool === null && !editor.dirty;
  useShortcut("s", () => canSave && saving.save());

  function show(next: Step) {
    setSearch((old) => {
      const params = new URLSearchParams(old);
      params.set("step", next);
      return params;
    });
  }

  return (
    <EditingContext value={editor}>
      <div className="page">
        <PageHead
          title={tool === null ? t("tools.new") : visible(clip(tool.name, 80))}
          about={<SaveState dirty={editor.dirty} tool={tool} />}
        >
          {tool !== null && (
            <Link
              className="button"
              href={`/tools/${encodeURIComponent(tool.name)}?view=versions`}
              data-testid="open-versions"
            >
              {t("versions.title")}
            </Link>
          )}
          <button
            type="button"
            className="button primary"
            disabled={!canSave}
            onClick={saving.save}
            data-testid="save"
          >
            {t("common.save")}
          </button>
        </PageHead>
        {editor.restored !== null && (
          <DraftNotice at={editor.restored} isBehind={editor.isBehind} onDiscard={editor.discard} />
        )}
        {isGone && <GoneNotice onSave={saving.save} />}
        <StepList current={step} problems={isUntouched ? [] : editor.problems} onShow={show} />
        <section className="step" aria-label={t(`step.${step}`)} data-testid={`step-${step}-body`}>
          <h2 ref={heading} tabIndex={-1} className="step-heading">
            {t(`step.${step}`)}
          </h2>
          <Body />
        </section>
        <StepFoot step={step} onShow={show}>
          <button
            type="button"
            className="button"
            disabled={!canSave}
            onClick={saving.save}
            data-testid="save-foot"
          >
            {t("common.save")}
          </button>
        </StepFoot>
        {saving.theirs?.spec != null && (
          <MergeDialog
            base={editor.base.spec}
            mine={editor.spec}
            theirs={saving.theirs}
            onSave={saving.saveMerged}
            onClose={saving.stopMerge}
          />
        )}
      </div>
    </EditingContext>
  );
}

function SaveState({ dirty, tool }: { dirty: boolean; tool: Tool | null }) {
  const { t } = useText();
  return (
    <span data-testid="save-state" data-status={dirty ? "draft" : "saved"}>
      {dirty ? t("editor.draft_kept") : tool === null ? t("editor.new_about") : t("editor.all_saved")}
    </span>
  );
}

/** Somebody deleted the tool while it is edited here. */
function GoneNotice({ onSave }: { onSave(): void }) {
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

function DraftNotice({ at, isBehind, onDiscard }: { at: string; isBehind: boolean; onDiscard(): void }) {
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
function StepFoot({ step, onShow, children }: FootProps) {
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
