import { OUTCOMES } from "../../api/executions";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";

const TONES: Record<string, string> = {
  ok: "ok",
  cancelled: "",
  rate_limited: "warning",
  invalid_arguments: "warning",
  // It goes on when the client has asked its user.
  input_required: "",
  // It runs, or the server ended before the call did.
  begun: "",
};

export function Outcome({ name }: { name: string }) {
  const { t } = useText();
  const known = OUTCOMES.find((outcome) => outcome === name);
  return (
    <span className={`pill ${TONES[name] ?? "error"}`} data-testid="outcome" data-status={name}>
      {known === undefined ? <Plain text={name} most={40} /> : t(`outcome.${known}`)}
    </span>
  );
}
