import { useSearchParams } from "wouter";
import { type ExecutionFilter, OUTCOMES } from "../../api/executions";
import { useText } from "../../i18n/language";

const PERIODS = { hour: 1, day: 24, week: 168 } as const;
type Period = keyof typeof PERIODS;

interface Props {
  filter: ExecutionFilter;
  /** Names to choose from; a part of one can be typed too. */
  names: { tool: string[]; caller: string[] };
}

/** The filters; each is in the address, so that a view can be sent to somebody. */
export function ExecutionFilters({ filter, names }: Props) {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  function change(name: string, value: string) {
    const next = new URLSearchParams(search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  }
  const field = (name: "q" | "tool" | "caller", label: string) => (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={filter[name] ?? ""}
      data-testid={`filter-${name}`}
      list={name === "q" ? undefined : `names-${name}`}
      onChange={(event) => change(name, event.target.value)}
    />
  );
  return (
    <search className="filters">
      {(["tool", "caller"] as const).map((name) => (
        <datalist key={name} id={`names-${name}`} data-names>
          {names[name].map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ))}
      {field("q", t("executions.search"))}
      {field("tool", t("executions.tool"))}
      {field("caller", t("executions.caller"))}
      <select
        aria-label={t("executions.outcome")}
        value={filter.outcome ?? ""}
        data-testid="filter-outcome"
        onChange={(event) => change("outcome", event.target.value)}
      >
        <option value="">{t("executions.outcome")}</option>
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(`outcome.${outcome}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t("executions.since")}
        value={periodOf(filter.since)}
        data-testid="filter-since"
        onChange={(event) => change("since", sinceOf(event.target.value as Period | ""))}
      >
        <option value="">{t("executions.always")}</option>
        {(Object.keys(PERIODS) as Period[]).map((period) => (
          <option key={period} value={period}>
            {t(`period.${period}`)}
          </option>
        ))}
      </select>
    </search>
  );
}

/** Whole minutes, so that the same choice is the same address for a while. */
function sinceOf(period: Period | ""): string {
  if (period === "") return "";
  const at = Date.now() - PERIODS[period] * 3_600_000;
  return new Date(Math.floor(at / 60_000) * 60_000).toISOString();
}

function periodOf(since: string | undefined): Period | "" {
  if (since === undefined) return "";
  const hours = (Date.now() - Date.parse(since)) / 3_600_000;
  return hours < 12 ? "hour" : hours < 96 ? "day" : "week";
}
