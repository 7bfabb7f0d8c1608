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
}

/** A window above the page that keeps the focus until it is closed. */
export function Dialog({ title, onClose, children, wide, role, testId }: Props) {
  const { t } = useText();
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={wide ? "modal wide" : "modal"}>
        <Pane className="dialog" role={role} data-testid={testId}>
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <button type="button" className="icon-button" aria-label={t("common.close")} onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </Pane>
      </Modal>
    </ModalOverlay>
  );
}
