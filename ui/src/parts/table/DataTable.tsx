import { type RefObject, useEffect, useState } from "react";
import type { TableProps } from "./column";
import { TableHead } from "./TableHead";
import { TableRow } from "./TableRow";
import { VirtualBody } from "./VirtualBody";

interface Props<T> extends TableProps<T> {
  label: string;
  testId?: string;
  /** `framed` has a border and a least width, `plain` stands inside a panel. */
  look?: "framed" | "plain";
  className?: string;
  /** The height of every row in pixels. With it only the rows that can be seen are in the page. */
  rowHeight?: number;
  /** Is given the element that scrolls. */
  scrollerRef?: RefObject<HTMLElement | null>;
}

/** The table of the console: in a region that scrolls by itself, and of any length. */
export function DataTable<T>({
  label,
  testId,
  look = "framed",
  className = "",
  rowHeight,
  scrollerRef,
  ...rest
}: Props<T>) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (scrollerRef !== undefined) scrollerRef.current = scroller;
  }, [scroller, scrollerRef]);
  const isVirtual = rowHeight !== undefined;
  const { rows, columns, rowKey, attributes } = rest;
  return (
    <section
      ref={setScroller}
      className={isVirtual ? "scroll rest" : "scroll"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table
        className={`data ${look} ${isVirtual ? "virtual" : ""} ${className}`}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
        data-testid={testId}
      >
        <TableHead columns={columns} />
        {isVirtual ? (
          <VirtualBody {...rest} rowHeight={rowHeight} scroller={scroller} name={testId ?? label} />
        ) : (
          <tbody>
            {rows.map((row, index) => (
              <TableRow key={rowKey(row, index)} row={row} columns={columns} attributes={attributes} />
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
}
