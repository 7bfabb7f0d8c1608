import { useMemo } from "react";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";
import { type Folder, foldersIn, pathOf } from "./folder";

interface Props {
  tools: ToolSummary[];
  folder: string;
  onChange(folder: string): void;
}

/** The fullest ones are buttons, the others are in a list. */
const MAX_BUTTONS = 8;

/** Folders by what names begin with: the way to the chosen one, and those in it. */
export function Folders({ tools, folder, onChange }: Props) {
  const { t } = useText();
  const folders = useMemo(
    () =>
      foldersIn(
        tools.map(({ name }) => name),
        folder,
      ),
    [tools, folder],
  );
  if (folders.length === 0 && folder === "") return null;
  const fullest = new Set(folders.toSorted((one, other) => other.count - one.count).slice(0, MAX_BUTTONS));
  const rest = folders.filter((one) => !fullest.has(one));
  return (
    <nav className="folders" aria-label={t("tools.folders")} data-testid="folders">
      {folder !== "" && (
        <button type="button" className="link" onClick={() => onChange("")} data-testid="folder-all">
          {t("tools.all_folders")}
        </button>
      )}
      {pathOf(folder).map((prefix) => (
        <button
          key={prefix}
          type="button"
          className="link"
          aria-current={prefix === folder ? "true" : undefined}
          onClick={() => onChange(prefix)}
        >
          <Plain text={prefix} most={40} />
        </button>
      ))}
      {folders
        .filter((one) => fullest.has(one))
        .map((one) => (
          <FolderButton key={one.prefix} of={one} onChange={onChange} />
        ))}
      {rest.length > 0 && (
        <select
          aria-label={t("tools.more_folders")}
          value=""
          data-testid="more-folders"
          data-names
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t("tools.more_folders")}</option>
          {rest.map(({ prefix, count }) => (
            <option key={prefix} value={prefix}>
              {prefix} ({count})
            </option>
          ))}
        </select>
      )}
    </nav>
  );
}

function FolderButton({ of, onChange }: { of: Folder; onChange: Props["onChange"] }) {
  const { number } = useText();
  return (
    <button type="button" className="pill folder" onClick={() => onChange(of.prefix)} data-testid="folder">
      <Plain text={of.prefix} most={40} /> <span className="number">{number(of.count)}</span>
    </button>
  );
}
