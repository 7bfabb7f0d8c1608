import { type ReactNode, Suspense } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { reachable } from "../api/client";
import { useText } from "../i18n/language";
import { chunk } from "../parts/chunk";
import { NotFound } from "../parts/NotFound";
import { Skeleton } from "../parts/States";
import { useSignal } from "../parts/use_signal";
import { PageBoundary } from "./PageBoundary";
import { PLACES } from "./places";
import { useSession } from "./session";

const ToolsPage = chunk(() => import("../pages/tools/ToolsPage"));
const EditorPage = chunk(() => import("../pages/editor/EditorPage"));
const ExecutionsPage = chunk(() => import("../pages/executions/ExecutionsPage"));
const ExecutionPage = chunk(() => import("../pages/executions/ExecutionPage"));
const OverviewPage = chunk(() => import("../pages/overview/OverviewPage"));
const AccessPage = chunk(() => import("../pages/access/AccessPage"));
const SettingsPage = chunk(() => import("../pages/settings/SettingsPage"));
const QuestionsPage = chunk(() => import("../pages/questions/QuestionsPage"));
const ConnectPage = chunk(() => import("../pages/connect/ConnectPage"));
const ListPage = chunk(() => import("../pages/agent/AgentPage"));
const AgentsPage = chunk(() => import("../pages/agents/AgentsPage"));
const AgentPage = chunk(() => import("../pages/agents/AgentPage"));
const ServersPage = chunk(() => import("../pages/servers/ServersPage"));
const ServerPage = chunk(() => import("../pages/servers/ServerPage"));
const PlaygroundPage = chunk(() => import("../pages/playground/PlaygroundPage"));

export function Pages() {
  const [path] = useLocation();
  const here = useSignal(reachable);
  return (
    <PageBoundary occasion={`${path} ${here}`}>
      <Suspense fallback={<Skeleton />}>
        <Switch>
          <Route path="/">
            <Redirect to="/tools" replace />
          </Route>
          <Route path="/tools" component={ToolsPage} />
          <Route path="/new" component={EditorPage} />
          <Route path="/tools/*" component={EditorPage} />
          <Route path="/servers">{guarded("/servers", <ServersPage />)}</Route>
          <Route path="/servers/*">{guarded("/servers", <ServerPage />)}</Route>
          <Route path="/agents" component={AgentsPage} />
          <Route path="/new-agent" component={AgentPage} />
          <Route path="/agents/*" component={AgentPage} />
          <Route path="/executions" component={ExecutionsPage} />
          <Route path="/executions/*" component={ExecutionPage} />
          <Route path="/overview" component={OverviewPage} />
          <Route path="/questions">{guarded("/questions", <QuestionsPage />)}</Route>
          <Route path="/agent" component={ListPage} />
          <Route path="/connect" component={ConnectPage} />
          <Route path="/playground" component={PlaygroundPage} />
          <Route path="/access">{guarded("/access", <AccessPage />)}</Route>
          <Route path="/settings">{guarded("/settings", <SettingsPage />)}</Route>
          <Route>
            <Unknown />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}

const guarded = (path: string, page: ReactNode) => <Guard path={path}>{page}</Guard>;

/** Shows a page only to the roles that its menu entry has. The server refuses all the same. */
function Guard({ path, children }: { path: string; children: ReactNode }) {
  const { t } = useText();
  const { user } = useSession();
  const allowed = PLACES.some((place) => place.path === path && place.roles.includes(user.role));
  return allowed ? children : <NotFound icon="access" title={t("common.not_allowed")} />;
}

function Unknown() {
  const { t } = useText();
  return <NotFound title={t("common.no_page")} />;
}
