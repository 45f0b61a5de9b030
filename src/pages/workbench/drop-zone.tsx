/** Takes files that are dropped, and text that is pasted outside any field, anywhere on the page. */
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import type { DocumentOpener } from './document-opener.ts';
import css from './drop-zone.module.css';
import { droppedPaths } from './dropped-files.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

export function DropZone({ opener, children }: { opener: DocumentOpener; children: ReactNode }) {
  const { over, ...handlers } = useDrop(opener);
  usePaste(opener);
  return (
    <section className={css.zone} aria-label="Workbench" data-over={over || undefined} {...handlers}>
      {children}
    </section>
  );
}

/** Handles drops in the capture phase: otherwise the editor would insert a file's text where it is dropped. */
function useDrop({ openFiles }: DocumentOpener) {
  const [over, setOver] = useState(false);
  const onDropCapture = (event: DragEvent) => {
    setOver(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    void openFiles(droppedPaths(event.dataTransfer));
  };
  const onDragOverCapture = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeaveCapture = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  return { over, onDropCapture, onDragOverCapture, onDragLeaveCapture };
}

const FIELDS = 'input, textarea, select, [contenteditable], [data-own-keys]';

/** Without a focus, nothing would tell a reader of the screen that something has opened. */
function toPage(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
}

function usePaste({ openFiles }: DocumentOpener): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() === '' || (event.target as Element).closest?.(FIELDS)) return;
      event.preventDefault();
      void openFiles(new Map([['pasted', new File([text], 'pasted')]])).then(toPage);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [openFiles]);
}
