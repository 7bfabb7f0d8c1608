import { Button } from "./Button";

interface Props {
  on: boolean;
  label: string;
  unavailable?: boolean;
  testId?: string;
  onChange(on: boolean): void;
}

export function Switch({ on, label, unavailable, testId, onChange }: Props) {
  return (
    <Button
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      title={label}
      unavailable={unavailable}
      data-testid={testId}
      data-status={on ? "on" : "off"}
      onClick={() => onChange(!on)}
    >
      <span className="switch-knob" />
    </Button>
  );
}
