import { useRef } from "react";
import { useText } from "../../../i18n/language";

/** Chooses a file to import. */
export function ImportButton({ onFile }: { onFile(file: File | undefined): void }) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        title={t("import.hint")}
        data-testid="import"
        onClick={() => input.current?.click()}
      >
        {t("import.title")}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json,.yaml,.yml"
        hidden
        data-testid="import-file"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </>
  );
}
