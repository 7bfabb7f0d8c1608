import { Link } from "wouter";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { PageHead } from "../../parts/PageHead";
import { useSession } from "../../shell/session";
import { SnippetTabs } from "./SnippetTabs";
import { snippets } from "./snippets";

/** How each host and SDK reaches this server. */
export default function ConnectPage() {
  const { t } = useText();
  const session = useSession();
  return (
    <div className="page">
      <PageHead title={t("menu.connect")} about={t("connect.about")} />
      <p className="address">
        <code data-testid="mcp-url">{session.mcp_url}</code> <CopyButton text={session.mcp_url} />
      </p>
      <SnippetTabs snippets={snippets(session.mcp_url, session.server_name, session.auth !== "none")} />
      {session.user.role === "admin" && session.auth !== "none" && (
        <p>
          {t("connect.key")} <Link href="/access">{t("menu.access")}</Link>
        </p>
      )}
    </div>
  );
}
