/** The browser's own file dialog behind a button. */
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import type { DocumentOpener } from './document-opener.ts';

export function OpenButton({ opener }: { opener: DocumentOpener }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" data-collapses onClick={() => input.current?.click()}>
        <FolderOpen size={16} strokeWidth={1.75} aria-hidden /> <span>Open</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".ptx,.cu,.cuh,.json"
        aria-label="Files to open"
        onChange={event => {
          void opener.openFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after a change on the disk.
          event.target.value = '';
        }}
      />
    </>
  );
}
