import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Kind } from "../../../api/tools";
import type { TextKey } from "../../../i18n/en";
import { useText } from "../../../i18n/language";
import { ProblemLines } from "../../../parts/Field";
import { useEditing } from "../editing";
import { BuiltinLogic } from "./BuiltinLogic";
import { ConfigJson } from "./ConfigJson";
import { ExpressionLogic } from "./ExpressionLogic";
import { HttpLogic } from "./HttpLogic";
import { useConfigs } from "./remembered";
import { ScriptLogic } from "./ScriptLogic";
import { SqlLogic } from "./SqlLogic";

interface LogicTab {
  id: string;
  label: TextKey;
  kinds: Kind[];
  Body: () => React.JSX.Element;
}

const TABS: LogicTab[] = [
  { id: "sql", label: "kind.sql", kinds: ["sql"], Body: SqlLogic },
  { id: "expression", label: "kind.expression", kinds: ["expression"], Body: ExpressionLogic },
  { id: "http", label: "kind.http", kinds: ["http"], Body: HttpLogic },
  { id: "script", label: "logic.script", kinds: ["python", "shell"], Body: ScriptLogic },
  { id: "builtin", label: "kind.builtin", kinds: ["builtin"], Body: BuiltinLogic },
];
const UPSTREAM: LogicTab = { id: "mcp", label: "kind.mcp", kinds: ["mcp"], Body: ConfigJson };

/** Step 3: what the tool does, in one of several kinds. Changing the kind keeps what was typed in the other. */
export function LogicStep() {
  const { t } = useText();
  const { spec, problems } = useEditing();
  // These are about no field in particular.
  const ofAll = problems.filter(({ path }) => path === "/config" || path === "/type");
  const choose = useConfigs();
  const tabs = spec.type === "mcp" ? [...TABS, UPSTREAM] : TABS;
  const current = tabs.find((tab) => tab.kinds.includes(spec.type)) ?? TABS[0];
  return (
    <Tabs
      className="tabs"
      selectedKey={current?.id}
      onSelectionChange={(id) => {
        const kind = tabs.find((tab) => tab.id === id)?.kinds[0];
        if (kind !== undefined && id !== current?.id) choose(kind);
      }}
    >
      <TabList aria-label={t("logic.kind")} className="tab-list">
        {tabs.map(({ id, label }) => (
          <Tab key={id} id={id} className="tab" data-testid={`logic-${id}`}>
            {t(label)}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, Body }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          <ProblemLines problems={ofAll} />
          <Body />
        </TabPanel>
      ))}
    </Tabs>
  );
}
