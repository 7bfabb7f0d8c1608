import { type RefObject, useMemo } from "react";
import { Link } from "wouter";
import type { ExecutionItem } from "../../api/executions";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";
import { Time } from "../../parts/Time";
import type { Column } from "../../parts/table/column";
import { DataTable } from "../../parts/table/DataTable";
import { useMedia } from "../../parts/use_media";
import { Outcome } from "./Outcome";

const ROW_HEIGHT = 40;
const CARD_HEIGHT = 92;

interface Props {
  items: ExecutionItem[];
  scrollerRef: RefObject<HTMLElement | null>;
  onEnd(): void;
  onTop(isTop: boolean): void;
}

export function ExecutionTable({ items, ...rest }: Props) {
  const { t } = useText();
  const isSmall = useMedia("(max-width: 700px)");
  return (
    <DataTable
      label={t("menu.executions")}
      testId="executions"
      className={isSmall ? "executions cards" : "executions"}
      rowHeight={isSmall ? CARD_HEIGHT : ROW_HEIGHT}
      rows={items}
      rowKey={({ id }) => id}
      attributes={attributes}
      columns={useColumns()}
      {...rest}
    />
  );
}

const attributes = ({ outcome }: ExecutionItem) => ({ "data-testid": "execution", "data-status": outcome });

function useColumns(): Column<ExecutionItem>[] {
  const { t, duration } = useText();
  return useMemo(
    () => [
      {
        id: "time",
        label: t("executions.time"),
        cell: ({ id, at }) => (
          <Link className="row-link" href={`/executions/${encodeURIComponent(id)}`}>
            <Time at={at} />
          </Link>
        ),
      },
      {
        id: "tool",
        label: t("executions.tool"),
        cell: ({ tool, test }) => (
          <>
            <Plain text={tool} most={80} />
            {test && <span className="pill">{t("executions.test")}</span>}
          </>
        ),
      },
      {
        id: "arguments",
        label: t("run.arguments"),
        cell: ({ arguments_text }) => (
          <code title={arguments_text ?? undefined}>
            <Plain text={arguments_text ?? ""} most={200} />
          </code>
        ),
      },
      { id: "outcome", label: t("executions.outcome"), cell: ({ outcome }) => <Outcome name={outcome} /> },
      {
        id: "elapsed",
        label: t("executions.elapsed"),
        numeric: true,
        cell: ({ elapsed_ms }) => duration(elapsed_ms),
      },
      {
        id: "caller",
        label: t("executions.caller"),
        cell: ({ caller }) => <Plain text={caller ?? "–"} most={60} />,
      },
      {
        id: "client",
        label: t("executions.client"),
        cell: ({ agent, client }) => <Plain text={agent ?? client ?? "–"} most={60} />,
      },
    ],
    [t, duration],
  );
}
