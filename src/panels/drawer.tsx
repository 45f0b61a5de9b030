/** Below the width of a desk: what stands in the rail, in a dialog behind a button. On a phone it is a sheet. */
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import css from './drawer.module.css';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

interface DrawerProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Drawer({ label, children }: DrawerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={label} data-drawer onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} strokeWidth={1.75} />
      </IconButton>
      <Modal open={open} label={label} className={css.drawer} onClose={() => setOpen(false)}>
        {children}
        <button type="button" className={css.close} onClick={() => setOpen(false)}>
          Done
        </button>
      </Modal>
    </>
  );
}
