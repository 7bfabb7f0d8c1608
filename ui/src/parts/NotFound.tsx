import type { ReactNode } from "react";
import { Link } from "wouter";
import { useText } from "../i18n/language";
import type { IconName } from "./Icon";
import { PageHead } from "./PageHead";
import { Empty } from "./States";

/** A page in the place of one that is not there, or not for this user. */
export function NotFound({
  icon = "search",
  title,
  children,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
}) {
  const { t } = useText();
  return (
    <div className="page" data-testid="not-found">
      <PageHead title={title} />
      <Empty icon={icon} title={t("common.no_page_about")}>
        {children}
        <Link href="/tools" className="button">
          {t("menu.tools")}
        </Link>
      </Empty>
    </div>
  );
}
