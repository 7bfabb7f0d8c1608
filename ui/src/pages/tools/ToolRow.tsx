import { memo } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Link, useLocation } from "wouter";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { Sparkline } from "../../parts/Sparkline";
import { Switch } from "../../parts/Switch";
import { Time } from "../../parts/Time";
import { clip, visible } from "../../parts/visible";
import { useDeleteTool, useRestoreTool, useSwitchTool } from "./use_tools";

interface Props {
  tool: ToolSummary;
  index: number;
  top: number;
  deleted: boolean;
  onTest(tool: ToolSummary): void;
}

export const ToolRow = memo(function ToolRow({ tool, index, top, deleted, onTest }: Props) {
  const { t, number, percent } = useText();
  const { calls, errors, buckets } = tool.statistics;
  return (
    <div
      role="row"
      className="tool-row"
      aria-rowindex={index + 2}
      data-index={index}
      data-testid="tool-row"
      data-status={tool.problem !== null ? "problem" : tool.is_active ? "active" : "inactive"}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="cell" className="cell-name">
        <Link href={`/tools/${encodeURIComponent(tool.name)}`}>
          <Plain text={tool.name} most={80} />
        </Link>
        <small>
          <Plain text={tool.problem ?? tool.description_user ?? tool.description} most={160} />
        </small>
      </div>
      <div role="cell" className="cell-kind">
        <span className={`pill kind-${tool.kind}`}>{t(`kind.${tool.kind}`)}</span>
      </div>
      <div role="cell" className="cell-owner">
        {tool.owner === null ? t(`origin.${tool.origin}`) : <Plain text={tool.owner} most={40} />}
      </div>
      <div role="cell" className="cell-calls">
        <Sparkline values={buckets} label={t("tools.calls_label", { calls: number(calls) })} />
        <span>{number(calls)}</span>
      </div>
      <div role="cell" className="cell-errors">
        <span className={errors > 0 && errors / calls > 0.03 ? "bad" : undefined}>
          {percent(errors, calls)}
        </span>
      </div>
      <div role="cell" className="cell-updated">
        <Time at={tool.updated_at} />
      </div>
      <div role="cell" className="cell-state">
        {tool.problem !== null && (
          <span className="state-problem" title={visible(tool.problem)}>
            <Icon name="warning" />
          </span>
        )}
        {!deleted && <ToolSwitch tool={tool} />}
      </div>
      <div role="cell" className="cell-actions">
        {deleted ? <RestoreButton tool={tool} /> : <RowActions tool={tool} onTest={onTest} />}
      </div>
    </div>
  );
});

function ToolSwitch({ tool }: { tool: ToolSummary }) {
  const { t } = useText();
  const change = useSwitchTool();
  const label = t("tools.switch", { name: visible(clip(tool.name, 80)) });
  return (
    <Switch
      on={tool.is_active}
      label={label}
      disabled={!tool.editable}
      testId="tool-switch"
      onChange={(on) => change.mutate({ tool, on })}
    />
  );
}

function RestoreButton({ tool }: { tool: ToolSummary }) {
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

function RowActions({ tool, onTest }: { tool: ToolSummary; onTest(tool: ToolSummary): void }) {
  const { t } = useText();
  const [, go] = useLocation();
  const remove = useDeleteTool();
  const path = `/tools/${encodeURIComponent(tool.name)}`;
  return (
    <>
      <button type="button" className="button small" data-testid="tool-test" onClick={() => onTest(tool)}>
        <Icon name="playground" />
        {t("tools.test")}
      </button>
      <MenuTrigger>
        <Button
          className="icon-button"
          aria-label={t("tools.more", { name: visible(clip(tool.name, 80)) })}
          data-testid="tool-more"
        >
          <Icon name="more" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="action-menu">
            <MenuItem onAction={() => go(path)}>{t(tool.editable ? "common.edit" : "common.view")}</MenuItem>
            <MenuItem onAction={() => go(`/executions?tool=${encodeURIComponent(tool.name)}`)}>
              {t("menu.executions")}
            </MenuItem>
            {tool.editable ? (
              <MenuItem onAction={() => go(`${path}?view=versions`)}>{t("versions.title")}</MenuItem>
            ) : null}
            {tool.editable ? (
              <MenuItem onAction={() => go(`/new?from=${encodeURIComponent(tool.name)}`)}>
                {t("tools.duplicate")}
              </MenuItem>
            ) : null}
            {tool.editable ? (
              <MenuItem data-testid="tool-delete" onAction={() => remove.mutate(tool)}>
                {t("common.delete")}
              </MenuItem>
            ) : null}
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
}
