/**
 * Shown in place of a page that threw: why, in plain words, and how to go on. It is in the page's first file, since the
 * error may be a missing file. It must be drawn whatever else is broken, so it uses no router and fetches nothing.
 */
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import page from '../../pages/kit/page.module.css';
import { faultWords } from '../../panels/fault-report.ts';
import { ReportButton } from '../../panels/report-button.tsx';
import { isMissingPart } from '../../services/watch-page.ts';
import { type FilesState, type ServerState, useTrouble } from '../../state/trouble-store.ts';
import { Mark } from '../shell/mark.tsx';
import shell from '../shell/shell.module.css';
import css from './page-fault.module.css';

export interface FaultProps {
  readonly error: unknown;
  readonly reset: () => void;
}

export function PageFault({ error, reset }: FaultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A user of keyboard or screen reader hears of it, and continues from here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={page.page} data-unfetched={isMissingPart(error) || undefined}>
      <h1 ref={heading} tabIndex={-1}>
        {isMissingPart(error) ? 'This page could not be loaded' : 'This page has stopped'}
      </h1>
      {isMissingPart(error) ? <Unfetched /> : <Stopped error={error} reset={reset} />}
    </div>
  );
}

const Stopped = ({ error, reset }: FaultProps) => (
  <>
    <p className={`reading dim ${page.lede}`}>
      Lanescape made a mistake while drawing it. Nothing is lost: the link still says what you had chosen, and the other
      pages work.
    </p>
    <p className={`remark reading ${css.reason}`}>
      <code>{faultWords(error)}</code>
    </p>
    <div className="row wrap reading">
      <button type="button" className="button primary" onClick={reset}>
        <RotateCcw size={16} strokeWidth={1.75} aria-hidden /> Try again
      </button>
      <ReportButton error={error} />
    </div>
  </>
);

/** A browser may remember that a file was missing, so only a reload asks for it again. The link is the page's state. */
function Unfetched() {
  const server = useTrouble(trouble => trouble.server);
  const files = useTrouble(trouble => trouble.files);
  const wasGone = useRef(false);
  useEffect(() => {
    if (server === 'gone') wasGone.current = true;
    else if (server === 'fine' && wasGone.current) location.reload();
  }, [server]);
  return (
    <>
      <p className={`reading dim ${page.lede}`}>{whyUnfetched(server, files)}</p>
      <div className="row wrap reading">
        <button type="button" className="button primary" onClick={() => location.reload()}>
          <RotateCcw size={16} strokeWidth={1.75} aria-hidden /> Reload
        </button>
      </div>
    </>
  );
}

function whyUnfetched(server: ServerState, files: FilesState): string {
  if (server === 'gone') return 'Its server does not answer. The page opens by itself when the server is back.';
  if (files === 'updated')
    return 'Lanescape was updated while this window was open, and the file of this page has another name now. A reload opens it in the state that is in the link.';
  return 'A reload tries again, in the state that is in the link.';
}

/** Shown if the frame itself fails: a header of plain links, which needs nothing of what broke. */
export const FrameFault = (props: FaultProps) => (
  <div className={shell.shell}>
    <header className={`row ${shell.header}`}>
      <a href="#/" className={`row ${shell.brand}`}>
        <Mark /> <span>Lanescape</span>
      </a>
      <nav className={css.links} aria-label="Sections">
        <a href="#/">Gallery</a>
        <a href="#/banks/transpose">Banks</a>
        <a href="#/workbench">Workbench</a>
      </nav>
    </header>
    <main className={`pane ${shell.main}`}>
      <PageFault {...props} />
    </main>
  </div>
);
