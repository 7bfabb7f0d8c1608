import type { ReactNode } from "react";
import { AwayError, saidBy } from "../api/problem";
import { useText } from "../i18n/language";
import { Icon, type IconName } from "./Icon";
import { ServerText } from "./ServerText";

/** Grey lines in the place of what is being loaded. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const { t } = useText();
  return (
    <div className="skeleton" role="status" aria-label={t("common.loading")} data-testid="skeleton">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className="skeleton-line" />
      ))}
    </div>
  );
}

/** A page without content says what to do first. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="empty" data-testid="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** What went wrong, and a way to try again. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useText();
  return (
    <div className="callout error" role="alert" data-testid="failure">
      <Icon name="warning" />
      <div>
        {error instanceof AwayError ? (
          t("common.server_away")
        ) : (
          <ServerText text={saidBy(error)} most={2000} />
        )}
      </div>
      {onRetry && (
        <button type="button" className="button small" onClick={onRetry}>
          {t("common.retry")}
        </button>
      )}
    </div>
  );
}
