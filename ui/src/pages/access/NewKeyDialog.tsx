import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createKey, type NewKey } from "../../api/keys";
import type { Role } from "../../api/session";
import { listUsers } from "../../api/users";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";
import { Failure } from "../../parts/States";
import { useFocusOnError } from "../../parts/use_focus";
import { useSession } from "../../shell/session";
import { ROLES, RoleChoice } from "./RoleChoice";

interface Props {
  /** The agent whose endpoint the key opens, and nothing else. */
  agent?: string;
  onMade(key: NewKey): void;
  onClose(): void;
}

/** Makes a key of a user. */
export default function NewKeyDialog({ agent, onMade, onClose }: Props) {
  const { t } = useText();
  const session = useSession();
  const users = useQuery({ queryKey: ["users"], queryFn: listUsers });
  const [label, setLabel] = useState("");
  const [wanted, setUser] = useState(session.user.name);
  const [chosen, setRole] = useState<Role | null>(null);
  const [tools, setTools] = useState("");
  const [expires, setExpires] = useState("");
  const names = users.data?.map((one) => one.name) ?? [];
  // The local admin of a server without keys is no user.
  const user = names.includes(wanted) ? wanted : (names[0] ?? "");
  const ofUser = users.data?.find((one) => one.name === user)?.role ?? "caller";
  const patterns = tools.split(/[\s,]+/).filter((part) => part !== "");
  // A key never has more rights than its user, and one for some tools or an agent can only call.
  const isLimited = patterns.length > 0 || agent !== undefined;
  const roles = isLimited ? (["caller"] as Role[]) : ROLES.slice(ROLES.indexOf(ofUser));
  const role = roles.find((one) => one === chosen) ?? roles[0] ?? "caller";
  const roleHint = isLimited ? t("keys.limited") : t("keys.role_hint", { user });
  const make = useMutation({
    mutationFn: () =>
      createKey({
        user,
        role,
        label,
        tools: patterns,
        agent,
        expires_at: expires === "" ? null : new Date(`${expires}T23:59:59`).toISOString(),
      }),
    onSuccess: onMade,
  });
  const form = useFocusOnError<HTMLFormElement>(make.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <Dialog title={t("keys.new")} onClose={onClose} testId="key-dialog">
      <form ref={form} onSubmit={submit}>
        {agent !== undefined && <p data-testid="key-agent">{t("keys.agent_about", { agent })}</p>}
        <Field label={t("keys.label")} hint={t("keys.label_hint")}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              value={label}
              data-testid="key-label"
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("keys.user")} hint={users.data?.length === 0 ? t("keys.no_user") : undefined}>
          {(attributes) => (
            <select
              {...attributes}
              value={user}
              data-testid="key-user"
              onChange={(event) => setUser(event.target.value)}
            >
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("users.role")} hint={`${roleHint} ${t(`role_about.${role}`)}`}>
          {(attributes) => (
            <RoleChoice {...attributes} role={role} roles={roles} onChange={setRole} data-testid="key-role" />
          )}
        </Field>
        <Field label={t("keys.tools")} hint={t("keys.tools_hint")}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              className="code"
              value={tools}
              data-testid="key-tools"
              onChange={(event) => setTools(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("keys.expires")}>
          {(attributes) => (
            <input
              {...attributes}
              type="date"
              value={expires}
              onChange={(event) => setExpires(event.target.value)}
            />
          )}
        </Field>
        {make.error !== null && <Failure error={make.error} />}
        <div className="actions">
          <Button
            type="submit"
            className="button primary"
            unavailable={make.isPending || user === ""}
            data-testid="key-save"
          >
            {t("keys.make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
