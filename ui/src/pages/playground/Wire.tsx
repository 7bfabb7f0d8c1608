import { useText } from "../../i18n/language";
import type { WireMessage } from "../../mcp/client";
import { Plain, PlainBlock } from "../../parts/Plain";

interface Props {
  messages: WireMessage[];
  onClear(): void;
}

/** The messages, newest first. */
export function Wire({ messages, onClear }: Props) {
  const { t } = useText();
  return (
    <section className="panel wire" aria-label={t("playground.wire")} data-testid="wire">
      <header className="result-head">
        <h2>{t("playground.wire")}</h2>
        <button type="button" className="button small" onClick={onClear}>
          {t("playground.clear")}
        </button>
      </header>
      {messages.toReversed().map((message) => (
        <details key={message.id} data-testid="wire-message" data-status={message.direction}>
          <summary>
            <span className={message.direction === "out" ? "pill" : "pill ok"}>
              {message.direction === "out" ? "→" : "←"}
            </span>{" "}
            <Plain text={headline(message)} most={80} />
            <small>{message.status ?? ""}</small>
          </summary>
          <PlainBlock text={whole(message)} most={10_000} />
        </details>
      ))}
    </section>
  );
}

function headline({ body }: WireMessage): string {
  const { method, error, id } = (body ?? {}) as { method?: string; error?: { message: string }; id?: number };
  if (method !== undefined) return method;
  return error === undefined ? `result ${id ?? ""}` : `error: ${error.message}`;
}

function whole({ headers, body }: WireMessage): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, "", typeof body === "string" ? body : JSON.stringify(body, null, 2)].join("\n");
}
