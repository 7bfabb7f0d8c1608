import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteKey, type Key, listKeys, type NewKey, rotateKey } from "../../api/keys";
import { saidBy } from "../../api/problem";
import { useText } from "../../i18n/language";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { Time } from "../../parts/Time";
import { DataTable } from "../../parts/table/DataTable";
import { toast } from "../../parts/toast";
import NewKeyDialog from "./NewKeyDialog";
import { roleOf } from "./role_of";
import ShownOnce from "./ShownOnce";

/** Keys: shown once when made, afterwards only what they may call. */
export function Keys() {
  const { t } = useText();
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<NewKey | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ["keys"], queryFn: listKeys });
  function show(key: NewKey) {
    setMaking(false);
    setShown(key);
    void queries.invalidateQueries({ queryKey: ["keys"] });
  }
  return (
    <section>
      <header className="result-head">
        <h2>{t("keys.title")}</h2>
        <button type="button" className="button" onClick={() => setMaking(true)} data-testid="new-key">
          <Icon name="plus" />
          {t("keys.new")}
        </button>
      </header>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data?.length === 0 && (
        <Empty icon="key" title={t("keys.none")}>
          <p>{t("keys.none_about")}</p>
        </Empty>
      )}
      {data !== undefined && data.length > 0 && <KeyTable keys={data} onShow={show} />}
      {making && <NewKeyDialog onMade={show} onClose={() => setMaking(false)} />}
      {shown !== null && <ShownOnce made={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

function KeyTable({ keys, onShow }: { keys: Key[]; onShow(key: NewKey): void }) {
  const { t } = useText();
  const moment = (at: string | null) => (at === null ? t("keys.never") : <Time at={at} />);
  return (
    <DataTable
      label={t("keys.title")}
      testId="keys"
      className="access"
      rows={keys}
      rowKey={({ id }) => id}
      attributes={() => ({ "data-testid": "key" })}
      columns={[
        { id: "label", label: t("keys.label"), cell: (key) => <Plain text={nameOf(key)} most={80} /> },
        { id: "user", label: t("keys.user"), cell: ({ user }) => <Plain text={user} most={80} /> },
        { id: "role", label: t("users.role"), cell: (key) => t(`role.${roleOf(key)}`) },
        {
          id: "tools",
          label: t("keys.tools"),
          cell: ({ tools, agent }) =>
            agent !== null ? (
              t("keys.of_agent", { agent })
            ) : tools.length === 0 ? (
              t("keys.all_tools")
            ) : (
              <Plain text={tools.join(", ")} most={200} />
            ),
        },
        { id: "expires", label: t("keys.expires"), cell: ({ expires_at }) => moment(expires_at) },
        { id: "used", label: t("keys.used"), cell: ({ last_used_at }) => moment(last_used_at) },
        {
          id: "actions",
          label: t("tools.actions"),
          cell: (key) => <KeyActions item={key} onShow={onShow} />,
        },
      ]}
    />
  );
}

const nameOf = ({ label, id }: Key): string => label ?? id;

function KeyActions({ item, onShow }: { item: Key; onShow(key: NewKey): void }) {
  const { t } = useText();
  const queries = useQueryClient();
  const onError = (error: Error) => toast(saidBy(error), { tone: "error" });
  const rotate = useMutation({ mutationFn: () => rotateKey(item.id), onSuccess: onShow, onError });
  const remove = useMutation({
    mutationFn: () => deleteKey(item),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: ["keys"] }),
  });
  const name = nameOf(item);
  const [asking, setAsking] = useState(false);
  return (
    <span className="nowrap">
      <button type="button" className="button small" onClick={() => rotate.mutate()} data-testid="rotate-key">
        <Icon name="refresh" />
        {t("keys.rotate")}
      </button>{" "}
      <button
        type="button"
        className="icon-button"
        aria-label={t("common.remove", { name })}
        data-testid="delete-key"
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </button>
      {asking && (
        <ConfirmDialog
          title={t("keys.delete")}
          text={t("keys.confirm_delete", { name })}
          action={t("common.delete")}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
