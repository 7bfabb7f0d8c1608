import { type FormEvent, useState } from "react";
import type { ToolSummary } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Button } from "../../../parts/Button";
import { ConfirmDialog } from "../../../parts/ConfirmDialog";
import { Dialog } from "../../../parts/Dialog";
import { Field } from "../../../parts/Field";
import { useBulk } from "./use_bulk";

/** What can be done with the tools that are chosen. */
export default function BulkBar({ tools, onClear }: { tools: ToolSummary[]; onClear(): void }) {
  const { t, number } = useText();
  const bulk = useBulk(onClear);
  const [asking, setAsking] = useState<"delete" | "tag" | null>(null);
  const button = (id: string, label: string, run: () => void) => (
    <Button className="button small" unavailable={bulk.busy} onClick={run} data-testid={`bulk-${id}`}>
      {label}
    </Button>
  );
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t("bulk.title")} data-testid="bulk-bar">
      <strong>{t("bulk.chosen", { count: number(tools.length) })}</strong>
      {button("on", t("bulk.on"), () => bulk.switchTo(tools, true))}
      {button("off", t("bulk.off"), () => bulk.switchTo(tools, false))}
      {button("tag", t("bulk.tag"), () => setAsking("tag"))}
      {button("export", t("bulk.export"), () => void bulk.export(tools))}
      {button("delete", t("common.delete"), () => setAsking("delete"))}
      {button("clear", t("bulk.clear"), onClear)}
      {asking === "delete" && (
        <ConfirmDialog
          title={t("bulk.delete")}
          text={t("bulk.confirm_delete", { count: number(tools.length) })}
          action={t("common.delete")}
          onConfirm={() => bulk.remove(tools)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "tag" && (
        <TagDialog onTag={(tag) => bulk.tag(tools, tag)} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

function TagDialog({ onTag, onClose }: { onTag(tag: string): void; onClose(): void }) {
  const { t } = useText();
  const [tag, setTag] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onTag(tag.trim());
    onClose();
  }
  return (
    <Dialog title={t("bulk.tag")} onClose={onClose} testId="bulk-tag-dialog">
      <form onSubmit={submit}>
        <Field label={t("tools.tag")}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              autoFocus
              value={tag}
              data-testid="bulk-tag-name"
              onChange={(event) => setTag(event.target.value)}
            />
          )}
        </Field>
        <div className="actions">
          <Button
            type="submit"
            className="button primary"
            unavailable={tag.trim() === ""}
            data-testid="bulk-tag-save"
          >
            {t("pairs.add")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
