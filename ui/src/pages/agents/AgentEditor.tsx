import { type FormEvent, useState } from "react";
import type { Agent } from "../../api/agents";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { PageHead } from "../../parts/PageHead";
import { Plain } from "../../parts/Plain";
import { useShortcut } from "../../parts/shortcut";
import { Time } from "../../parts/Time";
import { useFocusOnError } from "../../parts/use_focus";
import { clip, visible } from "../../parts/visible";
import { AgentFields } from "./AgentFields";
import { AgentViews } from "./AgentViews";
import { ModelFields } from "./ModelFields";
import { ToolPicker } from "./ToolPicker";
import { useAgentEditor } from "./use_agent_editor";
import { useSaveAgent } from "./use_save_agent";

interface Props {
  /** The stored agent; `null` while it is new. */
  agent: Agent | null;
  /** Whether somebody deleted the stored agent. */
  isGone?: boolean;
}

/** The editor of one agent: who it is, its model, and its tools. */
export function AgentEditor({ agent, isGone = false }: Props) {
  const { t } = useText();
  const editing = useAgentEditor(agent);
  const saving = useSaveAgent(editing, isGone);
  const [tried, setTried] = useState<Error | null>(null);
  const form = useFocusOnError<HTMLFormElement>(tried ?? saving.error);
  const canSave = (editing.dirty || isGone) && !saving.busy;
  useShortcut("s", () => canSave && form.current?.requestSubmit());
  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = editing.problems.length > 0;
    setTried(isWrong ? new Error("something is to be mended first") : null);
    if (!isWrong) saving.save();
  }
  const parts = { editing, isFresh: tried === null };
  return (
    <form ref={form} className="page" onSubmit={submit} noValidate>
      <PageHead
        title={agent === null ? t("agents.new") : visible(clip(agent.name, 80))}
        about={<SaveState dirty={editing.dirty} agent={agent} />}
      >
        {agent !== null && <AgentViews agent={agent} here="edit" />}
        <Button type="submit" className="button primary" unavailable={!canSave} data-testid="agent-save">
          {t("common.save")}
        </Button>
      </PageHead>
      <Notices editing={editing} saving={saving} isGone={isGone} />
      <div className="two-columns even">
        <div>
          <AgentFields {...parts} />
          <ModelFields {...parts} />
        </div>
        <ToolPicker {...parts} />
      </div>
    </form>
  );
}

function SaveState({ dirty, agent }: { dirty: boolean; agent: Agent | null }) {
  const { t } = useText();
  const saved = agent === null ? t("agents.new_about") : t("editor.all_saved");
  return (
    <span data-testid="save-state" data-status={dirty ? "draft" : "saved"}>
      {dirty ? t("editor.draft_kept") : saved}
    </span>
  );
}

interface NoticesProps {
  editing: ReturnType<typeof useAgentEditor>;
  saving: ReturnType<typeof useSaveAgent>;
  isGone: boolean;
}

/** What happened to the agent beside this edit: a draft, somebody else's change, its end. */
function Notices({ editing, saving, isGone }: NoticesProps) {
  const { t } = useText();
  const { restored } = editing;
  return (
    <>
      {restored !== null && editing.dirty && (
        <div className="callout note" role="status" data-testid="draft-restored">
          <span>
            {t("editor.draft_restored")} (<Time at={restored} />)
          </span>
          <button
            type="button"
            className="button small"
            onClick={editing.discard}
            data-testid="discard-draft"
          >
            {t("editor.discard")}
          </button>
        </div>
      )}
      {isGone && (
        <div className="callout error" role="alert" data-testid="agent-gone">
          <span>{t("agents.gone")}</span>
          <button type="button" className="button small" onClick={saving.save} data-testid="save-as-new">
            {t("agents.save_as_new")}
          </button>
        </div>
      )}
      {saving.theirs !== null && (
        <div className="callout error" role="alert" data-testid="agent-conflict">
          <span>
            {t("agents.conflict")} (<Plain text={saving.theirs.updated_by} most={40} />,{" "}
            <Time at={saving.theirs.updated_at} />)
          </span>
          <button type="button" className="button small" onClick={saving.saveMine} data-testid="save-mine">
            {t("agents.save_mine")}
          </button>
          <button
            type="button"
            className="button small"
            onClick={saving.takeTheirs}
            data-testid="take-theirs"
          >
            {t("agents.take_theirs")}
          </button>
        </div>
      )}
    </>
  );
}
