import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import type { ContentBlock } from "../../api/executions";
import { useText } from "../../i18n/language";
import { ERAS, type Era, McpClient, type WireMessage } from "../../mcp/client";
import { PageHead } from "../../parts/PageHead";
import { PlainBlock } from "../../parts/Plain";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { ContentBlocks } from "../../run/ContentBlocks";
import { RunForm } from "../../run/RunForm";
import { type Entry, readCatalog } from "./catalog";
import { EntryList } from "./EntryList";
import { Wire } from "./Wire";

const MOST_MESSAGES = 200;

/** The server as an MCP client sees it, with the messages on the wire. */
export default function PlaygroundPage() {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  const era = ERAS.find((one) => one === search.get("era")) ?? ERAS[0];
  const [wire, setWire] = useState<WireMessage[]>([]);
  const client = useMemo(
    () => new McpClient(era, (message) => setWire((old) => [...old.slice(1 - MOST_MESSAGES), message])),
    [era],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another era begins with an empty record
  useEffect(() => setWire([]), [era]);
  const { data, error, refetch } = useQuery({
    queryKey: ["catalog", era],
    queryFn: () => readCatalog(client),
    staleTime: 0,
    gcTime: 0,
  });
  const chosen = data?.find(
    (entry) => entry.section === search.get("section") && entry.name === search.get("name"),
  );

  function set(patch: Record<string, string>) {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(patch)) next.set(name, value);
    setSearch(next, { replace: true });
  }

  return (
    <div className="page">
      <PageHead title={t("menu.playground")} about={t("playground.about")}>
        <select
          aria-label={t("playground.era")}
          value={era}
          data-testid="era"
          onChange={(event) => set({ era: event.target.value as Era })}
        >
          {ERAS.map((one) => (
            <option key={one} value={one}>
              {one} · {t(`era.${one}`)}
            </option>
          ))}
        </select>
      </PageHead>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <div className="playground">
        {data === undefined && error === null && <Skeleton />}
        {data !== undefined && (
          <EntryList
            entries={data}
            chosen={chosen}
            onChoose={({ section, name }) => set({ section, name })}
          />
        )}
        <div>
          {chosen === undefined ? (
            <Empty icon="playground" title={t("playground.choose")} />
          ) : (
            <Use key={`${era}/${chosen.section}/${chosen.name}`} entry={chosen} client={client} />
          )}
        </div>
        <Wire messages={wire} onClear={() => setWire([])} />
      </div>
    </div>
  );
}

function Use({ entry, client }: { entry: Entry; client: McpClient }) {
  const { t } = useText();
  const run = useMutation({
    mutationFn: (args: Record<string, unknown>) => client.request(entry.method, entry.params(args)),
  });
  return (
    <section aria-label={visible(clip(entry.name, 80))}>
      <h2>{visible(clip(entry.name, 80))}</h2>
      {entry.description !== "" && <PlainBlock text={entry.description} most={1000} />}
      <RunForm
        schema={entry.schema}
        memory={`${entry.section}.${entry.name}`}
        busy={run.isPending}
        label={t("playground.send", { method: entry.method })}
        onRun={(args) => run.mutate(args)}
      />
      {run.error !== null && <Failure error={run.error} />}
      {run.data !== undefined && <Answer result={run.data} />}
    </section>
  );
}

function Answer({ result }: { result: Record<string, unknown> }) {
  const isError = result.isError === true;
  return (
    <div
      className="result"
      data-testid="mcp-result"
      data-status={isError ? "error" : "ok"}
      aria-live="polite"
    >
      {Array.isArray(result.content) ? (
        <ContentBlocks blocks={result.content as ContentBlock[]} />
      ) : (
        <PlainBlock text={JSON.stringify(result, null, 2)} />
      )}
      {result.structuredContent !== undefined && (
        <PlainBlock text={JSON.stringify(result.structuredContent, null, 2)} />
      )}
    </div>
  );
}
