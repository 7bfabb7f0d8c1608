import type { NewKey } from "../../api/keys";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { Dialog } from "../../parts/Dialog";
import { roleOf } from "./role_of";

/** A new key, which is never shown again. */
export default function ShownOnce({ made, onClose }: { made: NewKey; onClose(): void }) {
  const { t } = useText();
  return (
    <Dialog title={t("keys.once_title")} onClose={onClose} mustAnswer testId="key-once">
      <p>{t("keys.once")}</p>
      <p className="hint" data-testid="key-made-role">
        {t("keys.made_for", { user: made.user, role: t(`role.${roleOf(made)}`) })}
      </p>
      <p className="secret">
        <code data-testid="key-secret">{made.key}</code> <CopyButton text={made.key} />
      </p>
      <div className="actions">
        <button type="button" className="button primary" onClick={onClose} data-testid="key-stored">
          {t("keys.stored")}
        </button>
      </div>
    </Dialog>
  );
}
