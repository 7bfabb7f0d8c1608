import { type McpServer, SERVER_STATES, type ServerState } from "../../api/servers";
import { useText } from "../../i18n/language";

const TONE: Record<ServerState, string> = {
  connecting: "",
  ready: "ok",
  waiting: "warning",
  idle: "",
  stopped: "error",
  disabled: "",
};

/** What a server is doing. */
export function StatePill({ server }: { server: McpServer }) {
  const { t } = useText();
  const state = SERVER_STATES.find((one) => one === server.state) ?? "connecting";
  return (
    <span className={`pill ${TONE[state]}`} data-testid="server-state" data-status={state}>
      {t(`server_state.${state}`)}
    </span>
  );
}
