import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Link, useSearchParams } from "wouter";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { PageHead } from "../../parts/PageHead";
import { PlainBlock } from "../../parts/Plain";
import { useSession } from "../../shell/session";
import { snippets } from "./snippets";

/** How each host and SDK reaches this server. */
export default function ConnectPage() {
  const { t } = useText();
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const all = snippets(session.mcp_url, session.server_name, session.auth !== "none");
  const chosen = all.find(({ id }) => id === search.get("host"))?.id ?? all[0]?.id;
  return (
    <div className="page">
      <PageHead title={t("menu.connect")} about={t("connect.about")} />
      <p className="address">
        <code data-testid="mcp-url">{session.mcp_url}</code> <CopyButton text={session.mcp_url} />
      </p>
      <Tabs
        className="tabs"
        selectedKey={chosen}
        onSelectionChange={(id) => setSearch({ host: String(id) }, { replace: true })}
      >
        <TabList aria-label={t("connect.hosts")} className="tab-list">
          {all.map(({ id, name }) => (
            <Tab key={id} id={id} className="tab" data-testid={`connect-${id}`}>
              {name}
            </Tab>
          ))}
        </TabList>
        {all.map(({ id, file, text }) => (
          <TabPanel key={id} id={id} className="tab-panel" data-testid="snippet">
            <p className="result-head">
              {file === null ? <span>{t("connect.run")}</span> : <span>{t("connect.file", { file })}</span>}
              <CopyButton text={text} />
            </p>
            <PlainBlock text={text} />
          </TabPanel>
        ))}
      </Tabs>
      {session.user.role === "admin" && session.auth !== "none" && (
        <p>
          {t("connect.key")} <Link href="/access">{t("menu.access")}</Link>
        </p>
      )}
    </div>
  );
}
