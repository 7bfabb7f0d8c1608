import { type ReactNode, useMemo } from "react";
import { KINDS, type ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { kindName } from "../../parts/kind_name";
import { clip, visible } from "../../parts/visible";
import type { ToolFilter } from "./filter";

interface Props {
  tools: ToolSummary[];
  filter: ToolFilter;
  onChange(name: string, value: string): void;
  children: ReactNode;
}

const STATES = ["active", "inactive", "problem", "deleted"] as const;
const ORIGINS = ["registry", "compiled", "upstream"] as const;

export function ToolFilters({ tools, filter, onChange, children }: Props) {
  const { t } = useText();
  const kinds = useMemo(() => [...new Set([...KINDS, ...tools.map(({ kind }) => kind)])], [tools]);
  const owners = useMemo(() => distinct(tools.map((tool) => tool.owner ?? "")), [tools]);
  const tags = useMemo(() => distinct(tools.flatMap((tool) => tool.tags)), [tools]);
  return (
    <search className="filters">
      <input
        type="search"
        aria-label={t("tools.search")}
        placeholder={t("tools.search")}
        value={filter.q}
        data-testid="tool-search"
        onChange={(event) => onChange("q", event.target.value)}
      />
      <Choice
        name="kind"
        value={filter.kind}
        label={t("tools.kind")}
        onChange={onChange}
        options={kinds.map((kind) => [kind, kindName(kind, t)])}
      />
      <Choice
        name="origin"
        value={filter.origin}
        label={t("tools.origin")}
        onChange={onChange}
        options={ORIGINS.map((one) => [one, t(`origin.${one}`)])}
      />
      <Choice
        name="state"
        value={filter.state}
        label={t("tools.state")}
        onChange={onChange}
        options={STATES.map((state) => [state, t(`state.${state}`)])}
      />
      <Choice
        name="owner"
        value={filter.owner}
        label={t("tools.owner")}
        onChange={onChange}
        options={owners.map((one) => [one, one])}
        hasNames
      />
      <Choice
        name="tag"
        value={filter.tag}
        label={t("tools.tag")}
        onChange={onChange}
        options={tags.map((one) => [one, one])}
        hasNames
      />
      {children}
    </search>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  label: string;
  options: [string, string][];
  /** Whether the options are names of users, which are the same in every language. */
  hasNames?: boolean;
  onChange(name: string, value: string): void;
}

function Choice({ name, value, label, options, hasNames = false, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className={value === "" ? undefined : "chosen"}
      data-testid={`filter-${name}`}
      data-names={hasNames || undefined}
      onChange={(event) => onChange(name, event.target.value)}
    >
      <option value="">{label}</option>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {visible(clip(text, 60))}
        </option>
      ))}
    </select>
  );
}

const distinct = (items: string[]): string[] => [...new Set(items)].filter((item) => item !== "").sort();
