import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useSearchParams } from "wouter";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { PlainBlock } from "../../parts/Plain";
import type { Snippet } from "./snippets";

/** A tab for each host and SDK; the chosen one is in the address. */
export function SnippetTabs({ snippets }: { snippets: Snippet[] }) {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  const chosen = snippets.find(({ id }) => id === search.get("host"))?.id ?? snippets[0]?.id;
  function choose(id: string) {
    const next = (old: URLSearchParams) => {
      const params = new URLSearchParams(old);
      params.set("host", id);
      return params;
    };
    setSearch(next, { replace: true });
  }
  return (
    <Tabs className="tabs" selectedKey={chosen} onSelectionChange={(id) => choose(String(id))}>
      <TabList aria-label={t("connect.hosts")} className="tab-list">
        {snippets.map(({ id, name }) => (
          <Tab key={id} id={id} className="tab" data-testid={`connect-${id}`}>
            {name}
          </Tab>
        ))}
      </TabList>
      {snippets.map(({ id, file, text }) => (
        <TabPanel key={id} id={id} className="tab-panel" data-testid="snippet">
          <p className="result-head">
            {file === null ? <span>{t("connect.run")}</span> : <span>{t("connect.file", { file })}</span>}
            <CopyButton text={text} />
          </p>
          <PlainBlock text={text} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
