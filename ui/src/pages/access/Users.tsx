import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { problemOf, saidBy } from "../../api/problem";
import type { Role } from "../../api/session";
import { createUser, deleteUser, listUsers, patchUser, type User } from "../../api/users";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { Failure, Skeleton } from "../../parts/States";
import { Switch } from "../../parts/Switch";
import { Time } from "../../parts/Time";
import { DataTable } from "../../parts/table/DataTable";
import { toast } from "../../parts/toast";
import { useFocusOnError } from "../../parts/use_focus";
import { useSession } from "../../shell/session";
import { RoleChoice } from "./RoleChoice";

export function Users() {
  const { t } = useText();
  const [making, setMaking] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ["users"], queryFn: listUsers });
  return (
    <section>
      <header className="result-head">
        <h2>{t("users.title")}</h2>
        <button type="button" className="button" onClick={() => setMaking(true)} data-testid="new-user">
          <Icon name="plus" />
          {t("users.new")}
        </button>
      </header>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data !== undefined && <UserTable users={data} />}
      {making && <NewUser onClose={() => setMaking(false)} />}
    </section>
  );
}

function useRefresh() {
  const queries = useQueryClient();
  return {
    onError: (error: Error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["users"] }),
  };
}

function UserTable({ users }: { users: User[] }) {
  const { t, number } = useText();
  return (
    <DataTable
      label={t("users.title")}
      testId="users"
      className="access"
      rows={users}
      rowKey={({ name }) => name}
      attributes={() => ({ "data-testid": "user" })}
      columns={[
        { id: "name", label: t("users.name"), cell: ({ name }) => <Plain text={name} most={80} /> },
        { id: "role", label: t("users.role"), cell: (user) => <UserRole user={user} /> },
        { id: "keys", label: t("users.keys"), numeric: true, cell: ({ keys }) => number(keys) },
        { id: "tools", label: t("users.tools"), numeric: true, cell: ({ tools }) => number(tools) },
        { id: "created", label: t("users.created"), cell: ({ created_at }) => <Time at={created_at} /> },
        { id: "state", label: t("tools.state"), cell: (user) => <UserSwitch user={user} /> },
        { id: "actions", label: t("tools.actions"), cell: (user) => <DeleteUser user={user} /> },
      ]}
    />
  );
}

/** Changes a user. Nobody takes their own rights away. */
function useChange(user: User) {
  const session = useSession();
  const change = useMutation({
    mutationFn: (patch: Partial<User>) => patchUser(user, patch),
    ...useRefresh(),
  });
  return { change, isSelf: user.name === session.user.name };
}

function UserRole({ user }: { user: User }) {
  const { t } = useText();
  const { change, isSelf } = useChange(user);
  return (
    <RoleChoice
      label={t("users.role_of", { name: user.name })}
      role={user.role}
      disabled={isSelf}
      onChange={(role) => change.mutate({ role })}
    />
  );
}

function UserSwitch({ user }: { user: User }) {
  const { t } = useText();
  const { change, isSelf } = useChange(user);
  return (
    <Switch
      on={user.is_active}
      unavailable={isSelf}
      label={t("users.switch", { name: user.name })}
      onChange={(is_active) => change.mutate({ is_active })}
    />
  );
}

function DeleteUser({ user }: { user: User }) {
  const { t } = useText();
  const session = useSession();
  const remove = useMutation({ mutationFn: () => deleteUser(user), ...useRefresh() });
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        className="icon-button"
        unavailable={user.name === session.user.name}
        aria-label={t("common.remove", { name: user.name })}
        data-testid="delete-user"
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </Button>
      {asking && (
        <ConfirmDialog
          title={t("users.delete")}
          text={t("users.confirm_delete", { name: user.name })}
          action={t("common.delete")}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function NewUser({ onClose }: { onClose(): void }) {
  const { t } = useText();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("author");
  const refresh = useRefresh();
  const make = useMutation({
    mutationFn: () => createUser({ name, role }),
    onSuccess: onClose,
    onSettled: refresh.onSettled,
  });
  const form = useFocusOnError<HTMLFormElement>(make.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <Dialog title={t("users.new")} onClose={onClose} testId="user-dialog">
      <form ref={form} onSubmit={submit}>
        <Field label={t("users.name")} problems={make.error === null ? [] : [problemOf("/name", make.error)]}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              autoFocus
              value={name}
              data-testid="user-name"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("users.role")} hint={t(`role_about.${role}`)}>
          {(attributes) => <RoleChoice {...attributes} role={role} onChange={setRole} />}
        </Field>
        <div className="actions">
          <Button
            type="submit"
            className="button primary"
            unavailable={name.trim() === "" || make.isPending}
            data-testid="user-save"
          >
            {t("common.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
