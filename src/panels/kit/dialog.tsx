/** A modal dialog on the browser's own `<dialog>`: it keeps the focus inside, closes on Escape, and gives the focus back. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import css from './dialog.module.css';

interface DialogProps {
  readonly open: boolean;
  readonly label: string;
  /** `window`: much to choose from, near the top; `question`: a few words in the middle; `side`: a drawer, on a phone a sheet. */
  readonly look: 'window' | 'question' | 'side';
  readonly onClose: () => void;
  /** Content, which is made when the dialog opens and removed when it closes. */
  readonly children: ReactNode;
}

export function Dialog({ open, label, look, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // With its content: no key may come between, and go to the page.
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // The keyboard closes with Escape, which the browser turns into a close event.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop only
    <dialog
      ref={dialog}
      aria-label={label}
      className={`${css.dialog} ${css[look]}`}
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      {open && <div className={css.content}>{children}</div>}
    </dialog>
  );
}
