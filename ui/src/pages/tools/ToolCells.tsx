import { Suspense, useState } from "react";
import { Link } from "wouter";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { chunk } from "../../parts/chunk";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { ServerText, useTranslated } from "../../parts/ServerText";
import { Sparkline } from "../../parts/Sparkline";
import { Switch } from "../../parts/Switch";
import { clip, visible } from "../../parts/visible";
import { useRestoreTool } from "./use_tools";

/** Tools that came with the server to learn from have this tag. */
const EXAMPLE = "example";
const isExample = ({ tags }: ToolSummary): boolean => tags.includes(EXAMPLE);

const MAX_TAGS = 3;

export function NameCell({ tool, drafted }: { tool: ToolSummary; drafted: boolean }) {
  const { t } = useText();
  return (
    <div className="cell-name">
      <span className="name-line">
        <Link href={`/tools/${encodeURIComponent(tool.name)}`}>
          <Plain text={tool.name} most={80} />
        </Link>
        {isExample(tool) && (
          <span className="pill" data-testid="example">
            {t("tools.example")}
          </span>
        )}
        {tool.tags
          .filter((tag) => tag !== EXAMPLE)
          .slice(0, MAX_TAGS)
          .map((tag) => (
            <span key={tag} className="pill tag" data-testid="tag">
              <Plain text={tag} most={20} />
            </span>
          ))}
        {drafted && (
          <span className="pill warning" data-testid="has-draft">
            {t("tools.draft")}
          </span>
        )}
      </span>
      <small>
        {tool.problem === null ? (
          <Plain text={tool.description_user ?? tool.description} most={160} />
        ) : (
          <ServerText text={tool.problem} most={160} />
        )}
      </small>
    </div>
  );
}

export function CallsCell({ tool }: { tool: ToolSummary }) {
  const { t, number } = useText();
  const { calls, buckets } = tool.statistics;
  return (
    <div className="cell-calls">
      {calls > 0 ? (
        <Sparkline values={buckets} label={t("tools.calls_label", { calls: number(calls) })} />
      ) : (
        <span className="sparkline" />
      )}
      <span>{number(calls)}</span>
    </div>
  );
}

export function ErrorsCell({ tool }: { tool: ToolSummary }) {
  const { percent } = useText();
  const { calls, errors } = tool.statistics;
  return (
    <span className={errors > 0 && errors / calls > 0.03 ? "bad" : undefined}>{percent(errors, calls)}</span>
  );
}

interface StateProps {
  tool: ToolSummary;
  deleted: boolean;
  onSwitch(change: { tool: ToolSummary; on: boolean }): void;
}

export function StateCell({ tool, deleted, onSwitch }: StateProps) {
  const problem = useTranslated(tool.problem ?? "");
  return (
    <div className="cell-state">
      {tool.problem !== null && (
        <span className="state-problem" title={visible(problem)}>
          <Icon name="warning" />
        </span>
      )}
      {!deleted && <ToolSwitch tool={tool} onSwitch={onSwitch} />}
    </div>
  );
}

function ToolSwitch({ tool, onSwitch }: Omit<StateProps, "deleted">) {
  const { t } = useText();
  const label = t("tools.switch", { name: visible(clip(tool.name, 80)) });
  return (
    <Switch
      on={tool.is_active}
      label={label}
      unavailable={!tool.editable}
      testId="tool-switch"
      onChange={(on) => onSwitch({ tool, on })}
    />
  );
}

export function RestoreButton({ tool }: { tool: ToolSummary }) {
  const { t } = useText();
  const restore = useRestoreTool();
  return (
    <button
      type="button"
      className="button small"
      data-testid="tool-restore"
      onClick={() => restore.mutate(tool.name)}
    >
      {t("tools.restore")}
    </button>
  );
}

/** The menu of a row, loaded when one is first opened. */
const RowMenu = chunk(() => import("./RowMenu"));

export function RowActions({ tool, onTest }: { tool: ToolSummary; onTest(tool: ToolSummary): void }) {
  const { t } = useText();
  const [isOpened, setOpened] = useState(false);
  const more = (
    <button
      type="button"
      className="icon-button"
      aria-label={t("tools.more", { name: visible(clip(tool.name, 80)) })}
      aria-haspopup="menu"
      data-testid="tool-more"
      onClick={() => setOpened(true)}
    >
      <Icon name="more" />
    </button>
  );
  return (
    <>
      <button type="button" className="button small" data-testid="tool-test" onClick={() => onTest(tool)}>
        <Icon name="playground" />
        {t("tools.test")}
      </button>
      {isOpened ? (
        <Suspense fallback={more}>
          <RowMenu tool={tool} isExample={isExample(tool)} />
        </Suspense>
      ) : (
        more
      )}
    </>
  );
}
