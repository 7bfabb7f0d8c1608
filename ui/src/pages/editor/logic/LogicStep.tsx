import { useQuery } from "@tanstack/react-query";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { type KindView, listKinds } from "../../../api/kinds";
import type { TextKey } from "../../../i18n/en";
import { useText } from "../../../i18n/language";
import { ProblemLines } from "../../../parts/Field";
import { kindName } from "../../../parts/kind_name";
import { useEditing } from "../editing";
import { BuiltinLogic } from "./BuiltinLogic";
import { ConfigJson } from "./ConfigJson";
import { ExpressionLogic } from "./ExpressionLogic";
import { HttpLogic } from "./HttpLogic";
import { useConfigs } from "./remembered";
import { SchemaLogic } from "./SchemaLogic";
import { ScriptLogic } from "./ScriptLogic";
import { SqlLogic } from "./SqlLogic";

/** The editor of one kind, or of several that belong together. */
interface OwnEditor {
  id: string;
  label: TextKey;
  kinds: string[];
  Body: () => React.JSX.Element;
}

const EDITORS: OwnEditor[] = [
  { id: "sql", label: "kind.sql", kinds: ["sql"], Body: SqlLogic },
  { id: "expression", label: "kind.expression", kinds: ["expression"], Body: ExpressionLogic },
  { id: "http", label: "kind.http", kinds: ["http"], Body: HttpLogic },
  { id: "script", label: "logic.script", kinds: ["python", "shell"], Body: ScriptLogic },
  { id: "builtin", label: "kind.builtin", kinds: ["builtin"], Body: BuiltinLogic },
];

interface LogicTab {
  id: string;
  label: string;
  kinds: string[];
  kind?: KindView;
  Body?: () => React.JSX.Element;
}

/** A tab for each editor, and one for each further kind of the server. */
function useTabs(): LogicTab[] {
  const { t } = useText();
  const { type } = useEditing().spec;
  const { data = [] } = useQuery({
    queryKey: ["kinds"],
    queryFn: ({ signal }) => listKinds(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const own = EDITORS.map((editor): LogicTab => ({ ...editor, label: t(editor.label) }));
  // This server calls no other MCP server: such a tool is shown, and none is begun.
  const names = data.map(({ name }) => name).filter((name) => name !== "mcp");
  const further = [...new Set([...names, type])].filter(
    (name) => !EDITORS.some(({ kinds }) => kinds.includes(name)),
  );
  return [
    ...own,
    ...further.map((name) => ({
      id: name,
      label: kindName(name, t),
      kinds: [name],
      kind: data.find((kind) => kind.name === name),
    })),
  ];
}

/** Step 3: what the tool does, in one of several kinds. Changing the kind keeps what was typed in the other. */
export function LogicStep() {
  const { t } = useText();
  const { spec, problems } = useEditing();
  // These are about no field in particular.
  const ofAll = problems.filter(({ path }) => path === "/config" || path === "/type");
  const choose = useConfigs();
  const tabs = useTabs();
  const current = tabs.find((tab) => tab.kinds.includes(spec.type));
  return (
    <Tabs
      className="tabs"
      selectedKey={current?.id}
      onSelectionChange={(id) => {
        const tab = tabs.find((one) => one.id === id);
        const kind = tab?.kinds[0];
        if (kind !== undefined && id !== current?.id) choose(kind, tab?.kind?.config_schema);
      }}
    >
      <TabList aria-label={t("logic.kind")} className="tab-list">
        {tabs.map(({ id, label }) => (
          <Tab key={id} id={id} className="tab" data-testid={`logic-${id}`}>
            {label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, kind, Body = ConfigJson }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          <ProblemLines problems={ofAll} />
          {kind === undefined ? <Body /> : <SchemaLogic kind={kind} />}
        </TabPanel>
      ))}
    </Tabs>
  );
}
