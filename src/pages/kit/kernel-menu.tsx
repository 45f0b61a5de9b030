/** A button that opens the list of all kernels: in the header, and on each kernel's page to change to another. */
import { type ReactNode, Suspense, useState } from 'react';
import { Popup } from '../../panels/kit/popup.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import css from './kernel-menu.module.css';

const KernelList = latePart(async () => (await import('./kernel-list.tsx')).KernelList);

interface KernelMenuProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The list is fetched when the menu is about to be opened. */
export function KernelMenu({ className, children }: KernelMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <Popup
      className={className}
      panelClassName={css.panel}
      label="Kernels"
      content={<Suspense>{isWanted && <KernelList />}</Suspense>}
      onPointerEnter={want}
      onFocus={want}
      onClick={want}
    >
      {children}
    </Popup>
  );
}
