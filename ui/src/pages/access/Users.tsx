import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Role } from "../../api/session";
import { createUser, deleteUser, listUsers, patchUser, type User } from "../../api/users";
import { useText } from "../../i18n/language";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { ScrollRegion } from "../../parts/ScrollRegion";
import { Failure, Skeleton } from "../../parts/States";
import { Switch } from "../../parts/Switch";
import { Time } from "../../parts/Time";
import { toast } from "../../parts/toast";
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
    onError: (error: Error) => toast(error.message, { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["users"] }),
  };
}

function UserTable({ users }: { users: User[] }) {
  const { t } = useText();
  return (
    <ScrollRegion label={t("users.title")}>
      <table className="data wide-table" data-testid="users">
        <thead>
          <tr>
            <th scope="col">{t("users.name")}</th>
            <th scope="col">{t("users.role")}</th>
            <th scope="col" className="number">
              {t("users.keys")}
            </th>
            <th scope="col" className="number">
              {t("users.tools")}
            </th>
            <th scope="col">{t("users.created")}</th>
            <th scope="col">{t("tools.state")}</th>
            <th scope="col">{t("tools.actions")}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.name} user={user} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function UserRow({ user }: { user: User }) {
  const { t, number } = useText();
  const session = useSession();
  const refresh = useRefresh();
  const change = useMutation({ mutationFn: (patch: Partial<User>) => patchUser(user, patch), ...refresh });
  const remove = useMutation({ mutationFn: () => deleteUser(user), ...refresh });
  const isSelf = user.name === session.user.name;
  return (
    <tr data-testid="user">
      <td>
        <Plain text={user.name} most={80} />
      </td>
      <td>
        <RoleChoice
          label={t("users.role_of", { name: user.name })}
          role={user.role}
          disabled={isSelf}
          onChange={(role) => change.mutate({ role })}
        />
      </td>
      <td className="number">{number(user.keys)}</td>
      <td className="number">{number(user.tools)}</td>
      <td>
        <Time at={user.created_at} />
      </td>
      <td>
        <Switch
          on={user.is_active}
          disabled={isSelf}
          label={t("users.switch", { name: user.name })}
          onChange={(is_active) => change.mutate({ is_active })}
        />
      </td>
      <td>
        <button
          type="button"
          className="icon-button"
          disabled={isSelf}
          aria-label={t("common.remove", { name: user.name })}
          onClick={() => confirm(t("users.confirm_delete", { name: user.name })) && remove.mutate()}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
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
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <Dialog title={t("users.new")} onClose={onClose} testId="user-dialog">
      <form onSubmit={submit}>
        <Field
          label={t("users.name")}
          problems={make.error === null ? [] : [{ path: "/name", message: make.error.message }]}
        >
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
          <button
            type="submit"
            className="button primary"
            disabled={name.trim() === "" || make.isPending}
            data-testid="user-save"
          >
            {t("common.save")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
