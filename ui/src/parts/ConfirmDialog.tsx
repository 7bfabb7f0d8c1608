import { useText } from "../i18n/language";
import { Dialog } from "./Dialog";
import { Plain } from "./Plain";

interface Props {
  title: string;
  text: string;
  /** What the button says that goes on. */
  action: string;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot be undone. The focus begins at the way back. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: Props) {
  const { t } = useText();
  function confirm() {
    onClose();
    onConfirm();
  }
  return (
    <Dialog title={title} onClose={onClose} role="alertdialog" testId="confirm">
      <p>
        <Plain text={text} />
      </p>
      <div className="actions">
        {/* biome-ignore lint/a11y/noAutofocus: a question whose safe answer is at hand */}
        <button type="button" className="button" onClick={onClose} autoFocus data-testid="confirm-no">
          {t("common.cancel")}
        </button>
        <button type="button" className="button danger" onClick={confirm} data-testid="confirm-yes">
          {action}
        </button>
      </div>
    </Dialog>
  );
}
