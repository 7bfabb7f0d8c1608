import { type ReactNode, useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useSignal } from "../parts/use_signal";
import { isDark } from "../shell/theme";
import { isolated } from "./isolated";

export interface Line {
  label: string;
  values: (number | null)[];
  /** A variable of the page's colours, as `--series-1`. */
  colour: string;
  filled?: boolean;
}

export interface ChartProps {
  title: string;
  timeLabel: string;
  /** Seconds since 1970. */
  times: number[];
  lines: Line[];
  /** Whether equal distances are equal factors. */
  isLog?: boolean;
  /** What stands below the chart. */
  children?: ReactNode;
  format(value: number): string;
  /** Writes a time; `step` is the distance of the marks in seconds. */
  formatTime(seconds: number, step: number | null): string;
}

const HEIGHT = 200;

/** A chart of lines over time. uPlot reads colours once, so it is made anew for another theme. */
export default function Chart({
  title,
  timeLabel,
  times,
  lines,
  isLog = false,
  children,
  format,
  formatTime,
}: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const dark = useSignal(isDark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that are read
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
    const axis = {
      stroke: colour("--muted-text"),
      grid: { stroke: colour("--grid"), width: 1 },
      ticks: { show: false },
    };
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { points: { size: 6 } },
        legend: { show: true, live: true },
        scales: { y: isLog ? { distr: 3 } : { range: (_, _low, high) => [0, high === 0 ? 1 : high * 1.1] } },
        axes: [
          {
            ...axis,
            values: (_, splits) => {
              const step = (splits[1] ?? 0) - (splits[0] ?? 0);
              return splits.map((split) => formatTime(split, step));
            },
          },
          {
            ...axis,
            size: 64,
            values: (_, splits) => splits.map((split) => (split === null ? "" : format(split))),
          },
        ],
        series: [
          { label: timeLabel, value: (_, seconds) => (seconds === null ? "–" : formatTime(seconds, null)) },
          ...lines.map((line) => ({
            label: line.label,
            stroke: colour(line.colour),
            fill: line.filled ? `${colour(line.colour)}22` : undefined,
            width: 2,
            points: { show: true, size: 6, filter: () => isolated(line.values) },
            value: (_: UPlot, value: number | null) => (value === null ? "–" : format(value)),
          })),
        ],
      },
      [times, ...lines.map((line) => line.values)],
      element,
    );
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      plot.destroy();
    };
  }, [timeLabel, times, lines, isLog, format, formatTime, dark]);
  return (
    <figure className="chart" data-testid="chart" data-status={isLog ? "log" : "linear"}>
      <figcaption>{title}</figcaption>
      <div ref={host} role="img" aria-label={title} />
      {children}
    </figure>
  );
}
