import type { ComponentProps, MouseEvent } from "react";

interface Props extends Omit<ComponentProps<"button">, "disabled"> {
  /** Whether it cannot be pressed now. */
  unavailable?: boolean;
}

/**
 * A button that keeps the focus while it is unavailable. The focus of a `disabled` one falls to the page: whoever uses
 * the keyboard has lost the place, and a dialog does not hear Escape.
 */
export function Button({ unavailable = false, type = "button", onClick, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? ignore : onClick}
    />
  );
}

/** Enter in a field presses the button that submits its form. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
