import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import type { Agent } from "../../api/agents";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { ServerText } from "../../parts/ServerText";
import { clip, visible } from "../../parts/visible";
import { useTools } from "../tools/use_tools";
import type { PartProps } from "./AgentFields";
import { problemsAt } from "./agent_form";
import "../../style/agents.css";

/** How many tools that match are shown. */
const MOST = 6;

/** The tools of the agent, and a search for more. */
export function ToolPicker({ editing: { agent, form, problems, change } }: PartProps) {
  const { t, number } = useText();
  const { data: tools = [] } = useTools();
  const search = useRef<HTMLInputElement>(null);
  const known = useMemo(() => new Map(tools.map((tool) => [tool.name, tool])), [tools]);
  const tokens = form.tools.reduce((sum, name) => sum + (known.get(name)?.tokens ?? 0), 0);
  // The button that was pressed goes: the focus does not.
  function set(names: string[]) {
    change({ tools: names });
    search.current?.focus();
  }
  return (
    <section className="tool-picker" data-testid="tool-picker">
      <h2>{t("agents.tools")}</h2>
      <p className="hint" role="status" data-testid="agent-tokens">
        {t("agents.tools_sum", { count: number(form.tools.length), tokens: number(tokens) })}
      </p>
      {form.tools.length === 0 && <p className="hint">{t("agents.no_tools")}</p>}
      <ul className="chosen-tools" aria-label={t("agents.tools")}>
        {form.tools.map((name, index) => (
          <Chosen
            key={name}
            name={name}
            tool={known.get(name)}
            leftOut={agent?.left_out.find(({ tool }) => tool === name)}
            problems={problemsAt(problems, `/tools/${index}`).map(({ message }) => message)}
            onRemove={() => set(form.tools.filter((one) => one !== name))}
          />
        ))}
      </ul>
      <Search field={search} tools={tools} chosen={form.tools} onAdd={(name) => set([...form.tools, name])} />
    </section>
  );
}

interface SearchProps {
  field: React.RefObject<HTMLInputElement | null>;
  tools: ToolSummary[];
  chosen: string[];
  onAdd(name: string): void;
}

/** Finds tools by name and description. Enter adds the first. */
function Search({ field, tools, chosen, onAdd }: SearchProps) {
  const { t, number } = useText();
  const [words, setWords] = useState("");
  const found = useMemo(() => matching(tools, words, chosen), [tools, words, chosen]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (words !== "" && found[0] !== undefined) onAdd(found[0].name);
  }
  return (
    <>
      <input
        ref={field}
        type="search"
        aria-label={t("agents.find_tools")}
        placeholder={t("agents.find_tools")}
        value={words}
        data-testid="find-tools"
        onKeyDown={onKeyDown}
        onChange={(event) => setWords(event.target.value)}
      />
      <ul className="found-tools" aria-label={t("agents.found_tools")}>
        {found.slice(0, MOST).map((tool) => (
          <li key={tool.name}>
            <button type="button" data-testid="found-tool" onClick={() => onAdd(tool.name)}>
              <Icon name="plus" />
              <span>
                <code>
                  <Plain text={tool.name} most={80} />
                </code>
                <small>
                  <Plain text={tool.description_user ?? tool.description} most={120} />
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && words !== "" && <p className="hint">{t("common.nothing_found")}</p>}
      {found.length > MOST && (
        <p className="hint">{t("agents.more_tools", { count: number(found.length - MOST) })}</p>
      )}
    </>
  );
}

/** The tools with all of the words that are not chosen yet; those with them in their name come first. */
function matching(tools: ToolSummary[], typed: string, chosen: string[]): ToolSummary[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const taken = new Set(chosen);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const free = tools.filter(({ name, is_active }) => is_active && !taken.has(name));
  const [first, rest]: ToolSummary[][] = [[], []];
  for (const tool of free) {
    if (has(tool.name)) first?.push(tool);
    else if (has(`${tool.name} ${tool.description} ${tool.description_user ?? ""}`)) rest?.push(tool);
  }
  return [...(first ?? []), ...(rest ?? [])];
}

interface ChosenProps {
  name: string;
  tool: ToolSummary | undefined;
  leftOut: Agent["left_out"][number] | undefined;
  problems: string[];
  onRemove(): void;
}

function Chosen({ name, tool, leftOut, problems, onRemove }: ChosenProps) {
  const { t } = useText();
  const shown = leftOut?.name ?? name;
  const label = visible(clip(shown, 80));
  return (
    <li data-testid="chosen-tool" data-status={leftOut?.reason ?? "ready"}>
      <span>
        {tool === undefined ? (
          <code>{label}</code>
        ) : (
          <Link href={`/tools/${encodeURIComponent(name)}`}>
            <code>{label}</code>
          </Link>
        )}
        {leftOut !== undefined && (
          <span className="pill warning">
            {t(leftOut.reason === "inactive" ? "agents.left_inactive" : "agents.left_unavailable")}
          </span>
        )}
        {problems.map((message) => (
          <span key={message} className="error-line" role="alert">
            <ServerText text={message} />
          </span>
        ))}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={t("common.remove", { name: label })}
        data-testid="remove-tool"
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
