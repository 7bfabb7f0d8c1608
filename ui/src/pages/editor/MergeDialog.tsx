import { useState } from "react";
import type { Tool, ToolSpec } from "../../api/tools";
import { Diff } from "../../code/LazyCode";
import { useText } from "../../i18n/language";
import { Dialog } from "../../parts/Dialog";
import { Time } from "../../parts/Time";
import { mergeSpecs, resolve } from "./merge";

interface Props {
  base: ToolSpec;
  mine: ToolSpec;
  theirs: Tool;
  onSave(spec: ToolSpec): void;
  onClose(): void;
}

/** Somebody saved meanwhile: what does not clash is merged, for the rest one chooses. */
export function MergeDialog({ base, mine, theirs, onSave, onClose }: Props) {
  const { t } = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const merge = mergeSpecs(base, mine, theirs.spec ?? base);
  function choose(path: string, isTheirs: boolean) {
    const next = new Set(chosen);
    if (isTheirs) next.add(path);
    else next.delete(path);
    setChosen(next);
  }
  return (
    <Dialog title={t("merge.title")} onClose={onClose} wide testId="merge">
      <p>
        {t("merge.about", { name: theirs.updated_by ?? "?" })} (<Time at={theirs.updated_at} />)
      </p>
      {merge.taken.length > 0 && (
        <p className="hint">{t("merge.taken", { paths: merge.taken.join(", ") })}</p>
      )}
      {merge.conflicts.map(({ path, mine: own, theirs: other }) => (
        <fieldset key={path} className="conflict" data-testid="conflict">
          <legend>{path}</legend>
          <label className="check">
            <input
              type="radio"
              name={path}
              checked={!chosen.has(path)}
              onChange={() => choose(path, false)}
            />
            {t("merge.mine")}
          </label>
          <label className="check">
            <input
              type="radio"
              name={path}
              checked={chosen.has(path)}
              data-testid="take-theirs"
              onChange={() => choose(path, true)}
            />
            {t("merge.theirs")}
          </label>
          <Diff
            before={lines(own)}
            after={lines(other)}
            beforeLabel={t("merge.mine")}
            afterLabel={t("merge.theirs")}
          />
        </fieldset>
      ))}
      <div className="actions">
        <button
          type="button"
          className="button primary"
          onClick={() => onSave(resolve(merge, chosen))}
          data-testid="save-merged"
        >
          {t("merge.save")}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t("common.cancel")}
        </button>
      </div>
    </Dialog>
  );
}

const lines = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
