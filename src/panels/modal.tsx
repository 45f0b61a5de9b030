/** A modal dialog on the browser's own `<dialog>`: it traps the focus, closes on Escape and needs no injected styles. */
import { type ReactNode, useEffect, useRef } from 'react';
import css from './modal.module.css';

interface ModalProps {
  readonly open: boolean;
  readonly label: string;
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Modal({ open, label, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // The keyboard closes with Escape, which the browser turns into a close event.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop only
    <dialog
      ref={dialog}
      aria-label={label}
      className={`${css.modal} ${className ?? ''}`}
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      {open && children}
    </dialog>
  );
}
