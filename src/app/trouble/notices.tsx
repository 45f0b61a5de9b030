/** One strip below the header for everything that is out of order beyond one picture: what, what still works, what to do. */
import { CloudOff, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { faultWords } from '../../panels/fault-report.ts';
import { ReportButton } from '../../panels/report-button.tsx';
import { type FilesState, type ServerState, useTrouble } from '../../state/trouble-store.ts';
import css from './notices.module.css';
import { tryNow } from './watch-server.ts';

/** Live region for notices. It is there before its first words, so that they are announced without an interruption. */
export const Notices = () => (
  <div role="status" className={`prose ${css.notices}`}>
    <div className={css.files}>
      <FilesNotice />
    </div>
    <ServerNotice />
    <MishapNotice />
  </div>
);

const SERVER_WORDS: Readonly<Record<Exclude<ServerState, 'fine'>, readonly [title: string, words: string]>> = {
  gone: [
    'The server does not answer.',
    'Predictions and emulations still work; compiling, runs and their history need it. If it has ended, npm start (installed: npx lanescape) starts it.',
  ],
  locked: [
    'The server was started anew.',
    'It does not know this window yet: open the link that its terminal printed, in any window. What needs no server still works.',
  ],
  failing: [
    'The server answers with errors.',
    'Its terminal may say why. Predictions and emulations still work; compiling, runs and their history do not.',
  ],
};

function ServerNotice() {
  const server = useTrouble(trouble => trouble.server);
  const isChecking = useTrouble(trouble => trouble.isChecking);
  if (server === 'fine') return null;
  const [title, words] = SERVER_WORDS[server];
  return (
    <Notice icon={<CloudOff size={16} strokeWidth={1.75} aria-hidden />} title={title} words={words}>
      <button type="button" className="button" aria-disabled={isChecking} onClick={() => void tryNow()}>
        {isChecking ? 'Asking …' : 'Try now'}
      </button>
    </Notice>
  );
}

const FILES_WORDS: Readonly<Record<Exclude<FilesState, 'fine'>, readonly [title: string, words: string]>> = {
  updated: ['Lanescape was updated.', 'Parts of this window are older. A reload keeps the state that is in the link.'],
  missing: [
    'A part of the page could not be loaded.',
    'A reload tries again, and keeps the state that is in the link.',
  ],
};

function FilesNotice() {
  const files = useTrouble(trouble => trouble.files);
  if (files === 'fine') return null;
  const [title, words] = FILES_WORDS[files];
  return (
    <Notice icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />} title={title} words={words}>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </Notice>
  );
}

function MishapNotice() {
  const mishap = useTrouble(trouble => trouble.mishap);
  const setMishap = useTrouble(trouble => trouble.setMishap);
  if (mishap === null) return null;
  return (
    <Notice
      icon={<TriangleAlert size={16} strokeWidth={1.75} aria-hidden />}
      title="Something went wrong, but the page still works."
      words={<code>{faultWords(mishap)}</code>}
    >
      <ReportButton error={mishap} />
      <button
        type="button"
        className="button square"
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => setMishap(null)}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </Notice>
  );
}

interface NoticeProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly words: ReactNode;
  readonly children: ReactNode;
}

function Notice({ icon, title, words, children }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // A button goes with its notice: the page takes the focus.
  useLayoutEffect(() => {
    const own = notice.current;
    return () => {
      if (own?.contains(document.activeElement)) document.getElementById('main')?.focus();
    };
  }, []);
  return (
    <div ref={notice} className={`row wrap ${css.notice}`}>
      {icon}
      <p>
        <strong>{title}</strong> {words}
      </p>
      <div className={`row wrap ${css.actions}`}>{children}</div>
    </div>
  );
}
