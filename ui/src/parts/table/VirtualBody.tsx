import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import type { TableProps } from "./column";
import { rememberedOffset, rememberer } from "./scroll_memory";
import { TableRow } from "./TableRow";

interface Props<T> extends TableProps<T> {
  rowHeight: number;
  scroller: HTMLElement | null;
  /** The name under which the place is remembered. */
  name: string;
}

/** How many rows there are above and below those that can be seen. */
const OVERSCAN = 8;
/** The same while it is scrolled: a jump has to make all of them before it can be seen. */
const OVERSCAN_MOVING = 1;

/** The rows that can be seen, between two empty ones that are as high as the rest. */
export function VirtualBody<T>({
  rows,
  columns,
  rowKey,
  attributes,
  rowHeight,
  scroller,
  name,
  onEnd,
  onTop,
}: Props<T>) {
  const moving = useRef<Virtualizer<HTMLElement, Element> | null>(null);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: moving.current?.isScrolling === true ? OVERSCAN_MOVING : OVERSCAN,
  });
  moving.current = virtual;
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const style = useMemo(() => ({ height: rowHeight }), [rowHeight]);

  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 1) onEnd?.();
  }, [last, rows.length, onEnd]);

  useEffect(() => {
    if (scroller === null) return;
    const offset = rememberedOffset(name);
    if (offset > 0) scroller.scrollTop = offset;
    const remember = rememberer(name);
    const onScroll = () => remember(scroller.scrollTop);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [scroller, name]);
  const isTop = (virtual.scrollOffset ?? 0) < rowHeight;
  useEffect(() => onTop?.(isTop), [isTop, onTop]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as HTMLElement).closest("tr[data-index]");
    if (step === undefined || row === null || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const next = Number(row.getAttribute("data-index")) + step;
    virtual.scrollToIndex(Math.min(Math.max(next, 0), rows.length - 1));
    scroller?.querySelector<HTMLElement>(`tr[data-index="${next}"] a`)?.focus();
  }

  return (
    <tbody onKeyDown={onKeyDown}>
      <Spacer height={shown[0]?.start ?? 0} />
      {shown.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <TableRow
            key={rowKey(row, index)}
            row={row}
            columns={columns}
            attributes={attributes}
            index={index}
            style={style}
          />
        );
      })}
      <Spacer height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
    </tbody>
  );
}

/** One cell, which spans nothing: columns that a small screen hides would be there again. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="spacer">
      <td style={{ height }} />
    </tr>
  );
}
