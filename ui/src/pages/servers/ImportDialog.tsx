import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, problemOf, saidBy } from "../../api/problem";
import { importServers, type ServerImport } from "../../api/servers";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";
import { Plain } from "../../parts/Plain";
import { ServerText } from "../../parts/ServerText";
import { toast } from "../../parts/toast";
import { useDebounced } from "../../parts/use_debounced";

/** Typing rests so long before the server looks at the text. */
const REST = 300;

/** Takes servers from a text that was copied from the configuration of a host, and shows first what is taken. */
export default function ImportDialog({ onClose }: { onClose(): void }) {
  const { t, number } = useText();
  const [text, setText] = useState("");
  const wanted = useDebounced(text, REST);
  const { found, error } = useTrial(wanted);
  const store = useStore(onClose);
  const names = wanted === text ? Object.keys(found?.added ?? {}) : [];
  return (
    <Dialog title={t("servers.import")} onClose={onClose} wide testId="import-servers">
      <Field
        label={t("servers.paste")}
        hint={t("servers.import_hint")}
        problems={wanted === text ? problemsOf(error) : []}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            className="code"
            rows={10}
            spellCheck={false}
            autoFocus
            value={text}
            data-testid="servers-text"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {found !== null && wanted === text && <Found found={found} />}
      <div className="actions">
        <Button
          className="button primary"
          unavailable={names.length === 0 || store.isPending}
          data-testid="servers-add"
          onClick={() => store.mutate(text)}
        >
          {t("servers.add", { count: number(names.length) })}
        </Button>
      </div>
    </Dialog>
  );
}

interface Trial {
  found: ServerImport | null;
  error: Error | null;
}

const NOTHING: Trial = { found: null, error: null };

/** What would be taken of a text. It is kept nowhere: a pasted text can have credentials. */
function useTrial(text: string): Trial {
  const [trial, setTrial] = useState(NOTHING);
  useEffect(() => {
    setTrial(NOTHING);
    if (text.trim() === "") return;
    let isCurrent = true;
    importServers(text, true).then(
      (found) => isCurrent && setTrial({ found, error: null }),
      (error) => isCurrent && setTrial({ found: null, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return trial;
}

function problemsOf(error: Error | null) {
  if (error === null) return [];
  if (error instanceof ApiError && error.problems.length > 0) return error.problems;
  return [problemOf("", error)];
}

function useStore(onDone: () => void) {
  const { t, number } = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => importServers(text, false),
    onSuccess({ added }) {
      toast(t("servers.added", { count: number(Object.keys(added).length) }));
      onDone();
    },
    onError: (error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["servers"] }),
  });
}

/** What would be added, with credentials masked, and what would not. */
function Found({ found: { added, left_out } }: { found: ServerImport }) {
  return (
    <ul className="import-list">
      {Object.entries(added).map(([name, entry]) => (
        <li key={name} data-testid="server-found">
          <strong>
            <Plain text={name} most={80} />
          </strong>{" "}
          <code>
            <Plain text={JSON.stringify(entry)} most={300} />
          </code>
        </li>
      ))}
      {left_out.map(({ name, told }) => (
        <li key={name} data-testid="server-left-out">
          <s>
            <Plain text={name} most={80} />
          </s>{" "}
          <ServerText text={told} />
        </li>
      ))}
    </ul>
  );
}
