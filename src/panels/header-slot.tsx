/** A page's own controls (breadcrumb, copy link, export) appear in the header through this portal. */
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export const HEADER_SLOT_ID = 'header-slot';

export function HeaderSlot({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(HEADER_SLOT_ID)), []);
  return slot ? createPortal(children, slot) : null;
}
