import { useText } from "../i18n/language";
import { Dialog } from "../parts/Dialog";
import { GO } from "./keys";
import { PLACES } from "./places";

/** The keys that can be used everywhere. */
export default function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useText();
  const keyOf = (path: string) => Object.keys(GO).find((key) => GO[key] === path) ?? "";
  const lines: [string, string][] = [
    ["Ctrl K", t("palette.title")],
    ["/", t("shortcuts.search")],
    ["?", t("shortcuts.title")],
    ["Ctrl S", t("common.save")],
    ["Ctrl Enter", t("run.test")],
    [`g ${keyOf("/new")}`, t("tools.new")],
    ...PLACES.map(({ path, label }): [string, string] => [`g ${keyOf(path)}`, t(label)]),
  ];
  return (
    <Dialog title={t("shortcuts.title")} onClose={onClose} testId="shortcuts">
      <dl className="shortcuts">
        {lines.map(([keys, action]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
