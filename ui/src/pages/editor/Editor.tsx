import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import type { Tool, ToolSpec } from "../../api/tools";
import type { DraftPlace } from "../../drafts/draft";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { PageHead } from "../../parts/PageHead";
import { useShortcut } from "../../parts/shortcut";
import { useFocusOn } from "../../parts/use_focus";
import { clip, visible } from "../../parts/visible";
import { BasicsStep } from "./BasicsStep";
import { DraftNotice, GoneNotice, SaveState, StepFoot } from "./EditorParts";
import { EditingContext, useEditing } from "./editing";
import { LogicStep } from "./logic/LogicStep";
import { MergeDialog } from "./MergeDialog";
import { ParametersStep } from "./parameters/ParametersStep";
import { STEPS, type Step } from "./problems";
import { StepList } from "./StepList";
import { TestStep } from "./TestStep";
import { useEditor } from "./use_editor";
import { useSave } from "./use_save";
import { Workbench } from "./Workbench";

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

/** The editor of one tool: in four steps, or on one screen. */
export function Editor({ tool, first, of, isGone = false }: Props) {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  const editor = useEditor(tool, first, of);
  const saving = useSave(editor, isGone);
  const canSave = (editor.dirty || isGone) && editor.spec.name !== "" && !saving.busy;
  const isWorkbench = search.get("step") === "work";
  useShortcut("s", () => canSave && saving.save());
  const show = (step: Step | "work") =>
    setSearch((old) => {
      const params = new URLSearchParams(old);
      params.set("step", step);
      return params;
    });
  return (
    <EditingContext value={editor}>
      <div className={isWorkbench ? "page work" : "page"}>
        <EditorHead tool={tool} isWorkbench={isWorkbench} onShow={show}>
          <SaveButton isMain canSave={canSave} onSave={saving.save} />
        </EditorHead>
        {editor.restored !== null && (
          <DraftNotice at={editor.restored} isBehind={editor.isBehind} onDiscard={editor.discard} />
        )}
        {isGone && <GoneNotice onSave={saving.save} />}
        {isWorkbench ? (
          <section aria-label={t("workbench.title")}>
            <Workbench />
          </section>
        ) : (
          <Steps onShow={show}>
            <SaveButton canSave={canSave} onSave={saving.save} />
          </Steps>
        )}
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

interface HeadProps {
  tool: Tool | null;
  isWorkbench: boolean;
  onShow(step: Step | "work"): void;
  children: ReactNode;
}

function EditorHead({ tool, isWorkbench, onShow, children }: HeadProps) {
  const { t } = useText();
  const { dirty } = useEditing();
  return (
    <PageHead
      title={tool === null ? t("tools.new") : visible(clip(tool.name, 80))}
      about={<SaveState dirty={dirty} tool={tool} />}
    >
      <button
        type="button"
        className="button"
        aria-pressed={isWorkbench}
        data-testid="toggle-workbench"
        onClick={() => onShow(isWorkbench ? "basics" : "work")}
      >
        {isWorkbench ? t("workbench.steps") : t("workbench.title")}
      </button>
      {tool !== null && <OtherViews name={tool.name} />}
      {children}
    </PageHead>
  );
}

function OtherViews({ name }: { name: string }) {
  const { t } = useText();
  return (["activity", "versions"] as const).map((view) => (
    <Link
      key={view}
      className="button"
      href={`/tools/${encodeURIComponent(name)}?view=${view}`}
      data-testid={`open-${view}`}
    >
      {t(`${view}.title`)}
    </Link>
  ));
}

interface SaveProps {
  isMain?: boolean;
  canSave: boolean;
  onSave(): void;
}

function SaveButton({ isMain = false, canSave, onSave }: SaveProps) {
  const { t } = useText();
  return (
    <Button
      className={isMain ? "button primary" : "button"}
      unavailable={!canSave}
      onClick={onSave}
      data-testid={isMain ? "save" : "save-foot"}
    >
      {t("common.save")}
    </Button>
  );
}

/** The four steps, one at a time. */
function Steps({ onShow, children }: { onShow(step: Step): void; children: ReactNode }) {
  const { t } = useText();
  const [search] = useSearchParams();
  const { tool, dirty, problems } = useEditing();
  const step = STEPS.find((one) => one === search.get("step")) ?? "basics";
  const heading = useFocusOn<HTMLHeadingElement>(step);
  const Body = BODIES[step];
  // A new tool has nothing to mend before something was typed.
  const isUntouched = tool === null && !dirty;
  return (
    <>
      <StepList current={step} problems={isUntouched ? [] : problems} onShow={onShow} />
      <section className="step" aria-label={t(`step.${step}`)} data-testid={`step-${step}-body`}>
        <h2 ref={heading} tabIndex={-1} className="step-heading">
          {t(`step.${step}`)}
        </h2>
        <Body />
      </section>
      <StepFoot step={step} onShow={onShow}>
        {children}
      </StepFoot>
    </>
  );
}
