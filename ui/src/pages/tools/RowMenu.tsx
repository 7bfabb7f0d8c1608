import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useLocation } from "wouter";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { clip, visible } from "../../parts/visible";
import { useDeleteTool } from "./use_tools";

/** What can be done with one tool. It is open at first: it is loaded when somebody opens it. */
export default function RowMenu({ tool, isExample }: { tool: ToolSummary; isExample: boolean }) {
  const { t } = useText();
  const [, go] = useLocation();
  const remove = useDeleteTool();
  const path = `/tools/${encodeURIComponent(tool.name)}`;
  return (
    <MenuTrigger defaultOpen>
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
              {t(isExample ? "tools.use_as_template" : "tools.duplicate")}
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
  );
}
