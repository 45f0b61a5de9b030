/** A button that opens the list of all kernels: in the header, and on each kernel's page to change to another. */
import { type ReactNode, Suspense } from 'react';
import { Popup } from '../../panels/kit/popup.tsx';
import { latePart } from '../../panels/part-boundary.tsx';

const KernelList = latePart(async () => (await import('./kernel-list.tsx')).KernelList);

interface KernelMenuProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const KernelMenu = ({ className, children }: KernelMenuProps) => (
  <Popup
    className={className}
    label="Kernels"
    content={
      <Suspense>
        <KernelList />
      </Suspense>
    }
  >
    {children}
  </Popup>
);
