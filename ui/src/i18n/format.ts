const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Numbers and times as a language writes them. */
export function formatter(language: string) {
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const day = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hour12: false });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return {
    number: (value: number) => plain.format(value),
    percent: (part: number, whole: number) => percent.format(whole === 0 ? 0 : part / whole),
    time: (at: string) => (Number.isNaN(Date.parse(at)) ? at : moment.format(new Date(at))),
    /** A mark on a chart whose marks are `step` seconds apart, or with `null` the whole moment. */
    mark: (seconds: number, step: number | null) => {
      const format = step === null ? moment : step >= 86_400 ? day : clock;
      return format.format(new Date(seconds * 1000));
    },
    ago: (at: string) => ago(relative, at),
    duration,
  };
}

function ago(format: Intl.RelativeTimeFormat, at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return at;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return format.format(Math.round(seconds / size), unit);
}

/** Milliseconds with three figures, as `0.31 ms`, `12.4 ms`, `3.2 s`. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  if (milliseconds >= 60_000) return `${(milliseconds / 60_000).toFixed(1)} min`;
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (milliseconds >= 100) return `${milliseconds.toFixed(0)} ms`;
  return `${milliseconds.toFixed(milliseconds >= 10 ? 1 : 2)} ms`;
}
