import type { KeyboardEvent } from "react";
import { useDrag } from "react-aria/useDrag";
import type { Parameter } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Icon } from "../../../parts/Icon";

/** The media type under which the place of a dragged parameter is passed on. */
export const DRAGGED = "application/x-toolwright-parameter";

interface Props {
  parameter: Parameter;
  index: number;
  count: number;
  onMove(from: number, to: number): void;
}

/** The handle: dragged with the mouse, moved with the arrow keys, or dragged by keyboard after Enter. */
export function Grip({ parameter, index, count, onMove }: Props) {
  const { t } = useText();
  const { dragProps, isDragging } = useDrag({
    getItems: () => [{ [DRAGGED]: String(index), "text/plain": parameter.name }],
    getAllowedDropOperations: () => ["move"],
  });
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || isDragging) return;
    event.preventDefault();
    if (index + step >= 0 && index + step < count) onMove(index, index + step);
  }
  const name = parameter.name || String(index + 1);
  return (
    <button
      {...dragProps}
      type="button"
      className="icon-button grip"
      data-grip={index}
      data-testid="grip"
      data-status={isDragging ? "dragged" : undefined}
      aria-label={t("parameters.move", { name, place: index + 1, count })}
      title={t("parameters.move_hint")}
      onKeyDown={onKeyDown}
    >
      <Icon name="grip" />
    </button>
  );
}
