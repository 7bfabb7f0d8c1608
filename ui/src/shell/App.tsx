import { useQuery } from "@tanstack/react-query";
import { I18nProvider } from "react-aria/I18nProvider";
import { sessionEnded } from "../api/client";
import { AwayError } from "../api/problem";
import { readSession } from "../api/session";
import { useText } from "../i18n/language";
import { Failure, Skeleton } from "../parts/States";
import { Toasts } from "../parts/Toasts";
import { useSignal } from "../parts/use_signal";
import { AwayBanner } from "./AwayBanner";
import { Login } from "./Login";
import { Shell } from "./Shell";
import { SessionContext } from "./session";

/** The console: the login page, or the shell for whoever is logged in. */
export function App() {
  const { language } = useText();
  return (
    <I18nProvider locale={language}>
      <Console />
    </I18nProvider>
  );
}

function Console() {
  const ended = useSignal(sessionEnded);
  const { data, error, refetch } = useQuery({
    queryKey: ["session"],
    queryFn: readSession,
    staleTime: 60_000,
  });
  if (data === undefined && ended) return <Login again={false} />;
  if (data === undefined && error !== null && !(error instanceof AwayError)) {
    return <Failure error={error} onRetry={refetch} />;
  }
  if (data === undefined) {
    return (
      <>
        <AwayBanner />
        <Skeleton />
      </>
    );
  }
  return (
    <SessionContext value={data}>
      <div inert={ended}>
        <Shell />
      </div>
      {ended && <Login again />}
      <Toasts />
    </SessionContext>
  );
}
