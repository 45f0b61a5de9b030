/** Bring your own kernel: a program, a launch for it, and what it does to memory, by source line. */

import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../panels/icon-button.tsx';
import { type DocumentOpener, useDocumentOpener } from './document-opener.ts';
import { DropZone } from './drop-zone.tsx';
import { ForkDialog } from './fork-dialog.tsx';
import { StartScreen } from './start-screen.tsx';
import { useOpenedLink } from './use-opened-link.ts';
import { useShownVersion, useVersions } from './use-versions.ts';
import { WorkbenchLayout } from './workbench-layout.tsx';
import css from './workbench-page.module.css';

export function WorkbenchPage() {
  const opener = useDocumentOpener();
  const versions = useVersions();
  const shown = useShownVersion(versions);
  const [forking, setForking] = useState(false);
  useOpenedLink(opener);
  const onFork = () => setForking(true);
  return (
    <DropZone opener={opener}>
      <Problem opener={opener} />
      {shown ? (
        <WorkbenchLayout versions={versions} shown={shown} opener={opener} onFork={onFork} />
      ) : (
        <StartScreen opener={opener} onFork={onFork} />
      )}
      <ForkDialog
        open={forking}
        onClose={() => setForking(false)}
        onFork={fork => {
          setForking(false);
          void opener.fork(fork);
        }}
      />
    </DropZone>
  );
}

/** Over the page until it is read: what could not be opened leaves what was there as it is. */
const Problem = ({ opener: { problem, dismiss } }: { opener: DocumentOpener }) =>
  problem && (
    <div className={css.problem} role="alert">
      <p>{problem}</p>
      <IconButton label="Dismiss" onClick={dismiss}>
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
