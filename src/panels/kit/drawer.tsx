/** Below the width of a desk: what stands in the rail, in a dialog behind a button. On a phone it is a sheet. */
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../icon-button.tsx';
import css from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface DrawerProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Drawer({ label, children }: DrawerProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton label={label} data-drawer onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} strokeWidth={1.75} />
      </IconButton>
      <Dialog open={open} label={label} look="side" onClose={close}>
        {children}
        <button type="button" className={css.done} onClick={close}>
          Done
        </button>
      </Dialog>
    </>
  );
}
