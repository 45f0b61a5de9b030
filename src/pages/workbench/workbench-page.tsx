/** Bring your own kernel: a program, a launch for it, and what it does to memory, by source line. */

import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../panels/icon-button.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import { useAddress } from '../../services/address.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import { CaptureQuestion } from './capture-question.tsx';
import { type DocumentOpener, takeWaitingLaunch, useDocumentOpener } from './document-opener.ts';
import { keepDraft, useDraft } from './draft.ts';
import { DropZone } from './drop-zone.tsx';
import type { Fork } from './fork.ts';
import { ForkDialog } from './fork-dialog.tsx';
import { SourceQuestion } from './source-question.tsx';
import { StartScreen } from './start-screen.tsx';
import { useOpenedLink } from './use-opened-link.ts';
import { useShownVersion, useVersions } from './use-versions.ts';
import { forgetLaunch, useLaunchForLater, wordsOfKernel } from './waiting-launch.ts';
import { WorkbenchLayout } from './workbench-layout.tsx';
import css from './workbench-page.module.css';

keepDraft();

const TaskBar = latePart(async () => (await import('./task-bar.tsx')).TaskBar);

export function WorkbenchPage() {
  const isLesson = useAddress().search.lesson !== undefined;
  const opener = useDocumentOpener();
  const versions = useVersions();
  const shown = useShownVersion(versions);
  const [forking, setForking] = useState(false);
  useOpenedLink(opener);
  const onFork = () => setForking(true);
  const take = (fork: Fork) => {
    setForking(false);
    void opener.fork(fork);
  };
  return (
    <DropZone opener={opener}>
      {isLesson && (
        <Suspense>
          <TaskBar />
        </Suspense>
      )}
      <Notices opener={opener} open={shown?.document.source.name ?? null} />
      {shown ? (
        <WorkbenchLayout versions={versions} shown={shown} opener={opener} onFork={onFork} />
      ) : (
        <StartScreen opener={opener} onFork={onFork} />
      )}
      <CaptureQuestion openCapture={opener.openCapture} />
      <SourceQuestion asked={opener.asked} />
      <ForkDialog open={forking} onClose={() => setForking(false)} onFork={take} />
    </DropZone>
  );
}

interface NoticesProps {
  readonly opener: DocumentOpener;
  /** Name of the open document's program; null where none is open. */
  readonly open: string | null;
}

const Notices = ({ opener, open }: NoticesProps) => (
  <div className={`stack ${css.notices}`}>
    <Problem opener={opener} />
    {opener.isOpening && (
      <p className={`${css.notice} ${css.opening}`} role="status">
        Opening …
      </p>
    )}
    <Replaced />
    <WaitingLaunch open={open} />
    {open !== null && <TooLarge />}
  </div>
);

/** Opening a document closes another; what was written in that one is not lost. */
function Replaced() {
  const { replaced, bringBack, forgetReplaced } = useWorkbench();
  if (!replaced) return null;
  return (
    <div className={css.notice} role="status">
      <p>
        <strong>{replaced.document.title}</strong> was closed before it was saved.
      </p>
      <button type="button" className="button" onClick={bringBack}>
        Restore it
      </button>
      <IconButton label="Discard it" onClick={forgetReplaced}>
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** A launch that came before its program, or that fits no kernel of the open one. */
function WaitingLaunch({ open }: Pick<NoticesProps, 'open'>) {
  const { loose, waits } = useLaunchForLater();
  if (loose === null || !waits) return null;
  return (
    <div className={css.notice} role="status">
      <p>
        <strong>{loose.name}</strong> waits for the PTX or CUDA of {wordsOfKernel(loose.launch)}: open it, too.
      </p>
      {open !== null && (
        <button type="button" className="button" onClick={takeWaitingLaunch}>
          Use it for {open}
        </button>
      )}
      <IconButton label="Forget this launch" onClick={forgetLaunch}>
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** Shown once, before a reload could show it. */
function TooLarge() {
  const isKept = useDraft(draft => draft.isKept);
  const [isRead, setRead] = useState(false);
  if (isKept || isRead) return null;
  return (
    <div className={css.notice} role="status">
      <p>Too large to survive a reload of this page: save it as a file.</p>
      <IconButton label="Dismiss" onClick={() => setRead(true)}>
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** Shown over the page until it is read: if a document cannot be opened, the open one stays. */
const Problem = ({ opener: { problem, dismiss } }: { opener: DocumentOpener }) =>
  problem && (
    <div className={css.problem} role="alert">
      <p>{problem}</p>
      <IconButton label="Dismiss" onClick={dismiss}>
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
