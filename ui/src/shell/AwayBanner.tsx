import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { reachable } from "../api/client";
import { readSession } from "../api/session";
import { useText } from "../i18n/language";
import { Icon } from "../parts/Icon";
import { useSignal } from "../parts/use_signal";

const RETRY_EVERY = 2000;

/** Says that the server is away, asks until it is back, and then loads everything again. */
export function AwayBanner() {
  const { t } = useText();
  const here = useSignal(reachable);
  const queries = useQueryClient();
  useEffect(() => {
    if (here) return;
    const timer = setInterval(() => {
      readSession()
        .catch(() => undefined)
        .finally(() => reachable.get() && void queries.invalidateQueries());
    }, RETRY_EVERY);
    return () => clearInterval(timer);
  }, [here, queries]);
  if (here) return null;
  return (
    <div className="away" role="alert" data-testid="away">
      <Icon name="warning" />
      {t("common.away_banner")}
    </div>
  );
}
