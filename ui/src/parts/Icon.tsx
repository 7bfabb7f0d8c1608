const PATHS = {
  overview: "M3 13h4v8H3zM10 8h4v13h-4zM17 3h4v18h-4z",
  tools: "M14.5 5.5a4 4 0 0 0-5.3 5L3 16.7 7.3 21l6.2-6.2a4 4 0 0 0 5-5.3l-2.7 2.7-3-.8-.8-3z",
  executions: "M3 12h4l3-8 4 16 3-8h4",
  questions:
    "M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.5M12 16h.01",
  playground: "M7 4v16l13-8z",
  connect: "M9 7V3M15 7V3M6 7h12v4a6 6 0 0 1-12 0zM12 17v4",
  access: "M17 7a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM13 11H3M6 11v4M10 11v3",
  servers: "M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01",
  agents:
    "M12 3v4M6 7h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM9 12h.01M15 12h.01M9 16h6M4 12H2M22 12h-2",
  settings: "M4 6h10M18 6h2M4 12h2M10 12h10M4 18h8M16 18h4M14 4v4M6 10v4M12 16v4",
  close: "M6 6l12 12M18 6L6 18",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  menu: "M4 6h16M4 12h16M4 18h16",
  plus: "M12 5v14M5 12h14",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
  copy: "M9 9h12v12H9zM5 15H3V3h12v2",
  check: "M4 12l6 6L20 6",
  warning: "M12 3l10 18H2zM12 10v5M12 18h.01",
  table: "M3 5h18v14H3zM3 10h18M9 5v14",
  view: "M3 5h18v14H3zM3 10h18",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  key: "M17 7a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM13 11H3M6 11v4M10 11v3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  pause: "M8 5v14M16 5v14",
  refresh: "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
  moon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside a text, or inside a button that has a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
