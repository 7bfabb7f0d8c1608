import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { listQuestions } from "../api/questions";
import { useText } from "../i18n/language";
import { Icon } from "../parts/Icon";
import { Preferences } from "./Preferences";
import { PLACES } from "./places";
import { useSession } from "./session";

interface Props {
  open: boolean;
  onNavigate(): void;
  onPalette(): void;
}

export function Menu({ open, onNavigate, onPalette }: Props) {
  const { t } = useText();
  const session = useSession();
  const places = PLACES.filter((place) => place.roles.includes(session.user.role));
  return (
    <nav className={open ? "menu open" : "menu"} aria-label={t("menu.label")} id="menu">
      <div className="brand">
        <span className="brand-mark" aria-hidden="true">
          T
        </span>
        <span>
          <strong>Toolwright</strong>
          <small>{session.version}</small>
        </span>
      </div>
      <button type="button" className="palette-button" onClick={onPalette} data-testid="open-palette">
        <Icon name="search" />
        <span>{t("palette.open")}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <ul>
        {places.map(({ path, label, icon }) => (
          <li key={path}>
            <MenuLink path={path} onNavigate={onNavigate}>
              <Icon name={icon} />
              <span>{t(label)}</span>
              {path === "/questions" && <QuestionCount />}
            </MenuLink>
          </li>
        ))}
      </ul>
      <Preferences />
    </nav>
  );
}

/** Where new things are made, and the place in the menu that they belong to. */
const NEW: Record<string, string> = { "/new": "/tools", "/new-agent": "/agents" };

function MenuLink({
  path,
  onNavigate,
  children,
}: {
  path: string;
  onNavigate(): void;
  children: React.ReactNode;
}) {
  const [location] = useLocation();
  const here = location === path || location.startsWith(`${path}/`) || NEW[location] === path;
  return (
    <Link
      href={path}
      aria-current={here ? "page" : undefined}
      onClick={onNavigate}
      data-testid={`menu${path.replace("/", "-")}`}
    >
      {children}
    </Link>
  );
}

function QuestionCount() {
  const { t } = useText();
  const { data = [] } = useQuery({ queryKey: ["questions"], queryFn: listQuestions });
  if (data.length === 0) return null;
  return (
    <span
      className="badge"
      data-testid="question-count"
      title={t("questions.waiting", { count: data.length })}
    >
      {data.length}
    </span>
  );
}
