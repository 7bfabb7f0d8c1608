import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createTool, replaceTool, type ToolSpec, type ToolSummary } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Dialog } from "../../../parts/Dialog";
import { Plain } from "../../../parts/Plain";
import { ServerText } from "../../../parts/ServerText";
import { toast } from "../../../parts/toast";

interface Props {
  specs: ToolSpec[];
  tools: ToolSummary[];
  onClose(): void;
}

/** Shows what a file has, and stores it: new tools, and changed ones if that is wanted. */
export default function ImportDialog({ specs, tools, onClose }: Props) {
  const { t, number } = useText();
  const [replaces, setReplaces] = useState(false);
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  const wanted = specs.filter(({ name }) => replaces || !known.has(name));
  const { failed, run, busy } = useImport(known, onClose);
  return (
    <Dialog title={t("import.title")} onClose={onClose} testId="import-dialog">
      <ul className="import-list">
        {specs.map((spec) => (
          <li key={spec.name} data-testid="import-item" data-status={known.has(spec.name) ? "known" : "new"}>
            <code>
              <Plain text={spec.name} most={80} />
            </code>{" "}
            <span className="pill">{known.has(spec.name) ? t("import.known") : t("import.new")}</span>
            {failed.has(spec.name) && (
              <p className="error-line">
                <ServerText text={failed.get(spec.name) ?? ""} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <label className="check">
        <input
          type="checkbox"
          checked={replaces}
          data-testid="import-replace"
          onChange={(event) => setReplaces(event.target.checked)}
        />
        {t("import.replace")}
      </label>
      <div className="actions">
        <button
          type="button"
          className="button primary"
          disabled={busy || wanted.length === 0}
          onClick={() => run(wanted)}
          data-testid="import-run"
        >
          {t("import.run", { count: number(wanted.length) })}
        </button>
      </div>
    </Dialog>
  );
}

function useImport(known: Map<string, ToolSummary>, onClose: () => void) {
  const { t } = useText();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const store = useMutation({
    async mutationFn(specs: ToolSpec[]) {
      const problems = new Map<string, string>();
      for (const spec of specs) {
        const before = known.get(spec.name);
        const stored =
          before === undefined ? createTool(spec) : replaceTool(spec.name, spec, before.revision);
        await stored.catch((error: Error) => problems.set(spec.name, error.message));
      }
      // Another import needs the new revisions.
      await queries.invalidateQueries({ queryKey: ["tools"] });
      return problems;
    },
    onSuccess(problems, specs) {
      setFailed(problems);
      toast(t("import.done", { count: specs.length - problems.size }));
      if (problems.size === 0) onClose();
    },
  });
  return { failed, busy: store.isPending, run: store.mutate };
}
