interface Props {
  on: boolean;
  label: string;
  disabled?: boolean;
  testId?: string;
  onChange(on: boolean): void;
}

export function Switch({ on, label, disabled, testId, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      title={label}
      disabled={disabled}
      data-testid={testId}
      data-status={on ? "on" : "off"}
      onClick={() => onChange(!on)}
    >
      <span className="switch-knob" />
    </button>
  );
}
