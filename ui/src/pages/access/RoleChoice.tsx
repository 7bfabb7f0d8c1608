import type { Role } from "../../api/session";
import { useText } from "../../i18n/language";

export const ROLES: Role[] = ["admin", "author", "caller"];

interface Props extends Omit<React.ComponentProps<"select">, "onChange" | "role"> {
  role: Role;
  label?: string;
  roles?: Role[];
  onChange(role: Role): void;
}

export function RoleChoice({ role, label, roles = ROLES, onChange, ...rest }: Props) {
  const { t } = useText();
  return (
    <select
      {...rest}
      aria-label={label}
      value={role}
      onChange={(event) => onChange(event.target.value as Role)}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {t(`role.${one}`)}
        </option>
      ))}
    </select>
  );
}
