import type { ReactNode } from "react";
import { Heading, Modal, ModalOverlay, Dialog as Pane } from "react-aria-components";
import { useText } from "../i18n/language";
import { Icon } from "./Icon";

interface Props {
  title: string;
  onClose(): void;
  children: ReactNode;
  wide?: boolean;
  role?: "dialog" | "alertdialog";
  testId?: string;
  /** It stays until one of its own buttons is pressed: no Escape, no click beside it, no cross. */
  mustAnswer?: boolean;
}

/** A window above the page that keeps the focus until it is closed. */
export function Dialog({ title, onClose, children, wide, role, testId, mustAnswer = false }: Props) {
  const { t } = useText();
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable={!mustAnswer}
      isKeyboardDismissDisabled={mustAnswer}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={wide ? "modal wide" : "modal"}>
        <Pane className="dialog" role={role} data-testid={testId}>
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            {!mustAnswer && (
              <button type="button" className="icon-button" aria-label={t("common.close")} onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </header>
          {children}
        </Pane>
      </Modal>
    </ModalOverlay>
  );
}
