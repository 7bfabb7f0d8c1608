import { type KeyboardEvent, useState } from "react";
import type { Problem } from "../../api/problem";
import { useText } from "../../i18n/language";
import { Field } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { visible } from "../../parts/visible";

interface Props {
  tags: string[];
  problems: Problem[];
  onChange(tags: string[]): void;
}

/** Tags, added with Enter or a comma. */
export function TagsField({ tags, problems, onChange }: Props) {
  const { t } = useText();
  const [text, setText] = useState("");
  function add() {
    const tag = text.trim();
    setText("");
    if (tag !== "" && !tags.includes(tag)) onChange([...tags, tag]);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add();
    }
    if (event.key === "Backspace" && text === "") onChange(tags.slice(0, -1));
  }
  return (
    <Field label={t("basics.tags")} hint={t("basics.tags_hint")} problems={problems}>
      {(attributes) => (
        <div className="tags">
          {tags.map((tag) => (
            <span key={tag} className="pill">
              <Plain text={tag} most={40} />
              <button
                type="button"
                className="icon-button tiny"
                aria-label={t("common.remove", { name: visible(tag.slice(0, 40)) })}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
              >
                <Icon name="close" />
              </button>
            </span>
          ))}
          <input
            {...attributes}
            type="text"
            value={text}
            data-testid="tags"
            onKeyDown={onKeyDown}
            onBlur={add}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
