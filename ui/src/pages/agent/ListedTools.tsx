import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";
import { DataTable } from "../../parts/table/DataTable";
import { type ListedTool, tokensOf, weakSpots } from "./view";

interface Props {
  tools: ListedTool[];
  known: ReadonlyMap<string, number>;
}

/** The list as an agent gets it, with what each tool costs and what is weak about its description. */
export function ListedTools({ tools, known }: Props) {
  const { t, number } = useText();
  return (
    <DataTable
      label={t("agent.listed")}
      testId="agent-tools"
      className="agent"
      rows={tools}
      rowKey={({ name }) => name}
      attributes={() => ({ "data-testid": "agent-tool" })}
      columns={[
        {
          id: "name",
          label: t("tools.name"),
          cell: ({ name }) => (
            <code>
              <Plain text={name} most={80} />
            </code>
          ),
        },
        {
          id: "description",
          label: t("parameters.description"),
          cell: ({ description = "" }) => <Plain text={description} most={300} />,
        },
        {
          id: "tokens",
          label: t("agent.tokens"),
          numeric: true,
          cell: (tool) => number(tokensOf(tool, known)),
        },
        {
          id: "weak",
          label: t("agent.weak"),
          cell: (tool) =>
            weakSpots(tool).map((spot) => (
              <span key={spot} className="pill warning" data-testid="weak-spot" data-status={spot}>
                {t(`weak.${spot}`)}
              </span>
            )),
        },
      ]}
    />
  );
}
