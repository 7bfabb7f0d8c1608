import { useState } from "react";
import { useText } from "../i18n/language";
import { Icon } from "./Icon";

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  async function copy() {
    await writeClipboard(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  return (
    <button type="button" className="button small" data-testid="copy" onClick={copy}>
      <Icon name={copied ? "check" : "copy"} />
      <span aria-live="polite">{copied ? t("common.copied") : (label ?? t("common.copy"))}</span>
    </button>
  );
}

/** `navigator.clipboard` is missing on plain HTTP beyond loopback. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
