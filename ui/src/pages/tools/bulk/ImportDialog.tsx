import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { saidBy } from "../../../api/problem";
import type { Said } from "../../../api/told";
import { createTool, replaceTool, type ToolSpec, type ToolSummary } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Button } from "../../../parts/Button";
import { Dialog } from "../../../parts/Dialog";
import { Field } from "../../../parts/Field";
import { Plain } from "../../../parts/Plain";
import { ServerText } from "../../../parts/ServerText";
import { toast } from "../../../parts/toast";
import type { Found } from "./read_definitions";

interface Props {
  found: Found;
  tools: ToolSummary[];
  /** Reads the document again, for a server at this address. */
  onAddress(address: string): void;
  onClose(): void;
}

/** Shows what a file has, and stores it: new tools, and changed ones if that is wanted. */
export default function ImportDialog({ found, tools, onAddress, onClose }: Props) {
  const { t } = useText();
  return (
    <Dialog title={t("import.title")} onClose={onClose} testId="import-dialog">
      {found.needsAddress ? (
        <AddressForm onAddress={onAddress} />
      ) : (
        <Definitions found={found} tools={tools} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Asks where the server of a document is. */
function AddressForm({ onAddress }: Pick<Props, "onAddress">) {
  const { t } = useText();
  const [address, setAddress] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onAddress(address.trim());
  }
  return (
    <form onSubmit={submit}>
      <Field label={t("http.base_url")} hint={t("import.address_hint")}>
        {(attributes) => (
          <input
            {...attributes}
            type="url"
            className="code"
            placeholder="https://api.example.com"
            value={address}
            data-testid="import-address"
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <div className="actions">
        <Button
          type="submit"
          className="button primary"
          unavailable={address.trim() === ""}
          data-testid="import-read"
        >
          {t("editor.next")}
        </Button>
      </div>
    </form>
  );
}

function Definitions({ found, tools, onClose }: Omit<Props, "onAddress">) {
  const { t, number } = useText();
  const { specs } = found;
  const [replaces, setReplaces] = useState(false);
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  const wanted = specs.filter(({ name }) => replaces || !known.has(name));
  const { failed, run, busy } = useImport(known, onClose);
  return (
    <>
      {found.wantsCredentials && (
        <p className="callout note" data-testid="import-credentials">
          {t("import.credentials")}
        </p>
      )}
      <ul className="import-list">
        {specs.map((spec) => (
          <li key={spec.name} data-testid="import-item" data-status={known.has(spec.name) ? "known" : "new"}>
            <code>
              <Plain text={spec.name} most={80} />
            </code>{" "}
            <span className="pill">{known.has(spec.name) ? t("import.known") : t("import.new")}</span>
            {failed.has(spec.name) && (
              <p className="error-line">
                <ServerText text={failed.get(spec.name) ?? ""} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {found.skipped.length > 0 && (
        <details className="more" data-testid="import-skipped">
          <summary>{t("import.skipped", { count: number(found.skipped.length) })}</summary>
          <ul>
            {found.skipped.map(({ operation, reason }) => (
              <li key={operation}>
                <code>
                  <Plain text={operation} most={80} />
                </code>{" "}
                <ServerText text={reason} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={replaces}
          data-testid="import-replace"
          onChange={(event) => setReplaces(event.target.checked)}
        />
        {t("import.replace")}
      </label>
      <div className="actions">
        <Button
          className="button primary"
          unavailable={busy || wanted.length === 0}
          onClick={() => run(wanted)}
          data-testid="import-run"
        >
          {t("import.run", { count: number(wanted.length) })}
        </Button>
      </div>
    </>
  );
}

function useImport(known: Map<string, ToolSummary>, onClose: () => void) {
  const { t } = useText();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<ReadonlyMap<string, Said>>(new Map());
  const store = useMutation({
    async mutationFn(specs: ToolSpec[]) {
      const problems = new Map<string, Said>();
      for (const spec of specs) {
        const before = known.get(spec.name);
        const stored =
          before === undefined ? createTool(spec) : replaceTool(spec.name, spec, before.revision);
        await stored.catch((error: Error) => problems.set(spec.name, saidBy(error)));
      }
      // Another import needs the new revisions.
      await queries.invalidateQueries({ queryKey: ["tools"] });
      return problems;
    },
    onSuccess(problems, specs) {
      setFailed(problems);
      toast(t("import.done", { count: specs.length - problems.size }));
      if (problems.size === 0) onClose();
    },
  });
  return { failed, busy: store.isPending, run: store.mutate };
}
