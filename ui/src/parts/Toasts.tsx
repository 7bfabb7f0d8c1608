import { english } from "../api/told";
import { useText } from "../i18n/language";
import { Icon } from "./Icon";
import { Plain } from "./Plain";
import { ServerText } from "./ServerText";
import { dismiss, toasts } from "./toast";
import { useSignal } from "./use_signal";

export function Toasts() {
  const { t } = useText();
  const shown = useSignal(toasts);
  return (
    <div className="toasts" role="status" aria-live="polite" data-testid="toasts">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} className={`toast ${tone}`} data-testid="toast" data-status={tone}>
          <span>
            {tone === "error" ? <ServerText text={text} most={300} /> : <Plain text={english(text)} />}
          </span>
          {action && (
            <button
              type="button"
              className="button small"
              data-testid="toast-action"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={t("common.close")}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
