import { useState } from "react";
import type { Problem } from "../../../api/problem";
import { useText } from "../../../i18n/language";
import { ProblemLines } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";

type Pair = [string, string];

interface Props {
  label: string;
  value: Record<string, string>;
  problems?: Problem[];
  testId: string;
  onChange(value: Record<string, string>): void;
}

/** Names and values, as headers have them. */
export function PairsField({ label, value, problems = [], testId, onChange }: Props) {
  const { t } = useText();
  const [pairs, setPairs] = useState<Pair[]>(() => Object.entries(value));
  function set(next: Pair[]) {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== "")));
  }
  return (
    <fieldset className="pairs" data-testid={testId}>
      <legend>{label}</legend>
      {pairs.map(([name, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all inputs are controlled
        <div key={index} className="pair">
          <input
            type="text"
            aria-label={t("pairs.name", { label, index: index + 1 })}
            value={name}
            onChange={(event) => set(pairs.with(index, [event.target.value, text]))}
          />
          <input
            type="text"
            aria-label={t("pairs.value", { label, index: index + 1 })}
            value={text}
            onChange={(event) => set(pairs.with(index, [name, event.target.value]))}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={t("common.remove", { name: name || String(index + 1) })}
            onClick={() => set(pairs.toSpliced(index, 1))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <button type="button" className="button small" onClick={() => setPairs([...pairs, ["", ""]])}>
        <Icon name="plus" />
        {t("pairs.add")}
      </button>
      <ProblemLines problems={problems} />
    </fieldset>
  );
}
