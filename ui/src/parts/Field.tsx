import { type ReactNode, useId, useState } from "react";
import type { Problem } from "../api/problem";
import { afterPress } from "./press";
import { ServerText } from "./ServerText";

interface Props {
  label: string;
  hint?: ReactNode;
  problems?: Problem[];
  required?: boolean;
  /** Says new problems when the field is left, not while something is typed into it. */
  late?: boolean;
  /** Whether nobody has been in the field yet: problems are said when it is left for the first time. */
  fresh?: boolean;
  children(attributes: FieldAttributes): ReactNode;
}

export interface FieldAttributes {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
  "aria-required": boolean | undefined;
}

/** A label, its control, a hint, and the errors that are about it. */
export function Field({
  label,
  hint,
  problems: found = [],
  required,
  late = false,
  fresh = false,
  children,
}: Props) {
  const id = useId();
  const [isQuiet, setQuiet] = useState(fresh);
  const problems = late && isQuiet ? [] : found;
  const described = hint !== undefined || problems.length > 0;
  const attributes: FieldAttributes = {
    id,
    "aria-describedby": described ? `${id}-about` : undefined,
    "aria-invalid": problems.length > 0 || undefined,
    "aria-required": required || undefined,
  };
  return (
    // A problem that is said already changes with what is typed, so that one sees it go.
    // biome-ignore lint/a11y/noStaticElementInteractions: it learns whether its control has the focus
    <div
      className="field"
      onFocus={() => setQuiet(problems.length === 0)}
      onBlur={() => afterPress(() => setQuiet(false))}
    >
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="required" aria-hidden="true">
            {" *"}
          </span>
        )}
      </label>
      {children(attributes)}
      {described && (
        <div id={`${id}-about`} className="field-about">
          {hint !== undefined && <div className="hint">{hint}</div>}
          <ProblemLines problems={problems} />
        </div>
      )}
    </div>
  );
}

export function ProblemLines({ problems }: { problems: Problem[] }) {
  return problems.map((problem, index) => (
    <div
      // Two findings can be the same text at the same place.
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
      key={`${problem.path}-${index}`}
      className="error-line"
      data-testid="field-problem"
    >
      <ServerText text={problem} />
    </div>
  ));
}
