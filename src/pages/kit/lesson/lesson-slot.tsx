/** A page's part of the lesson's strip: how far its task has come. */
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';

/** The strip comes late: who fills it may be there before. */
const usePlace = create<{ readonly slot: HTMLElement | null }>()(() => ({ slot: null }));

const setPlace = (slot: HTMLElement | null): void => usePlace.setState({ slot });

export const LessonSlotPlace = ({ className }: { readonly className: string }) => (
  <div ref={setPlace} className={className} />
);

export function LessonSlot({ children }: { readonly children: ReactNode }) {
  const { slot } = usePlace();
  return slot && createPortal(children, slot);
}
