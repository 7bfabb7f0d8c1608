import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiError } from "./api/problem";
import { logIn } from "./api/session";
import { preferredLanguage, showLanguage } from "./i18n/language";
import { followNavigation } from "./parts/table/scroll_memory";
import { App } from "./shell/App";
import { followTheme } from "./shell/theme";
import "./style/index.css";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // A refusal will be repeated; only an absent server is worth asking again, and the banner does that.
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 1,
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

/** Uses the one-time token of a link as `/#token=…`, which never reaches a log, and removes it from the address. */
async function redeemLinkToken(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  await logIn({ token }).catch(() => undefined);
}

async function start(): Promise<void> {
  followTheme();
  followNavigation();
  await Promise.all([showLanguage(preferredLanguage()), redeemLinkToken()]);
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
