/** The frame around every page: header, find dialog, and the page itself. Embedded pages show themselves alone. */
import { Maximize, Moon, Search, Sun } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link } from '../../pages/kit/link.tsx';
import { HEADER_SLOT_ID } from '../../panels/header-slot.tsx';
import { IconButton } from '../../panels/icon-button.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import { useHotkeys } from '../../panels/use-hotkeys.ts';
import { pageAddress, useAddress } from '../../services/address.ts';
import { useAppliedTheme } from '../../services/theme.ts';
import { useView } from '../../state/view-store.ts';
import { Outlet } from '../router.tsx';
import { Notices } from '../trouble/notices.tsx';
import { Mark } from './mark.tsx';
import { Sections, SectionsMenu } from './sections.tsx';
import css from './shell.module.css';
import { useEarlyWords } from './use-early-words.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePageScroll } from './use-page-scroll.ts';
import { BY_HAND, BY_POINTER, useResting } from './use-resting.ts';

const LessonStrip = latePart(async () => (await import('../../pages/kit/lesson/lesson-strip.tsx')).LessonStrip);

const AnswerStrip = latePart(async () => (await import('../../pages/kit/answer-strip.tsx')).AnswerStrip);

const LessonGate = latePart(async () => (await import('../../pages/kit/lesson/lesson-gate.tsx')).LessonGate);

const FindDialog = latePart(async () => (await import('./find-dialog.tsx')).FindDialog);

export function Shell() {
  const theme = useAppliedTheme();
  const finding = useView(view => view.finding);
  const setFinding = useView(view => view.setFinding);
  const presenter = useView(view => view.presenter);
  const togglePresenter = useView(view => view.togglePresenter);
  const pointerRests = useResting(presenter, BY_POINTER);
  const handRests = useResting(presenter, BY_HAND);
  const { embed, lesson, q } = useAddress().search;
  useHotkeys({
    '/': () => setFinding(true),
    '?': () => pageAddress().go({ path: '/glossary', search: {} }),
    p: togglePresenter,
    ...(presenter ? { escape: togglePresenter } : {}),
  });
  const earlyWords = useEarlyWords(finding, setFinding);
  usePageScroll();
  useKeptFocus();
  if (embed === '1') return <Framed />;
  return (
    <div
      className={css.shell}
      data-presenter={presenter || undefined}
      data-pointer-rests={pointerRests || undefined}
      data-hand-rests={handRests || undefined}
    >
      <button type="button" className={css.skip} onClick={skipToPicture}>
        Skip to the picture
      </button>
      <header className={`row ${css.header}`}>
        <Link to="/" className={`row ${css.brand}`} aria-label="Lanescape">
          <Mark /> <span>Lanescape</span>
        </Link>
        <Sections />
        <div id={HEADER_SLOT_ID} className={`row spread grow ${css.slot}`} />
        <div className={`row ${css.tools}`}>
          <button
            type="button"
            className={`row dim ${css.find}`}
            onClick={() => setFinding(true)}
            aria-label="Find"
            aria-keyshortcuts="/"
          >
            <Search size={16} strokeWidth={1.75} aria-hidden /> <span>Find</span> <kbd>/</kbd>
          </button>
          <ThemeButton theme={theme} />
          <SectionsMenu />
          <span className={css.fullScreen}>
            <IconButton label="Full screen" onClick={toggleFullScreen}>
              <Maximize size={16} strokeWidth={1.75} />
            </IconButton>
          </span>
        </div>
      </header>
      <Notices />
      {lesson !== undefined && (
        <Suspense fallback={<div className={css.strip} />}>
          <LessonStrip />
        </Suspense>
      )}
      {lesson === undefined && q !== undefined && (
        <Suspense fallback={<div className={css.strip} />}>
          <AnswerStrip />
        </Suspense>
      )}
      <main id="main" className={`pane ${css.main}`} tabIndex={-1}>
        <PageInSight />
      </main>
      {finding && (
        <Suspense>
          <FindDialog earlyWords={earlyWords} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** In a lesson, the page waits behind the lesson's question. A kernel's page asks about its access by itself. */
function PageInSight() {
  const { path, search } = useAddress();
  if (search.lesson === undefined || path.startsWith('/banks/')) return <Outlet />;
  return (
    <Suspense>
      <LessonGate>
        <Outlet />
      </LessonGate>
    </Suspense>
  );
}

/** In somebody's frame the page stands alone; a lesson keeps its strip. */
function Framed() {
  const { lesson, parent } = useAddress().search;
  useEffect(() => {
    if (parent === undefined) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    void import('../../services/parent-frame.ts').then(({ talkToParent }) => {
      if (!isOver) stop = talkToParent();
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [parent]);
  if (lesson === undefined) return <Outlet />;
  return (
    <div className={css.framed}>
      <Suspense fallback={<div className={css.strip} />}>
        <LessonStrip />
      </Suspense>
      <div className={`pane ${css.main}`}>
        <PageInSight />
      </div>
    </div>
  );
}

function ThemeButton({ theme }: { theme: 'light' | 'dark' }) {
  const setThemeChoice = useView(view => view.setThemeChoice);
  const other = theme === 'light' ? 'dark' : 'light';
  const Icon = other === 'dark' ? Moon : Sun;
  return (
    <IconButton label={`Switch to the ${other} theme`} data-name="Theme" onClick={() => setThemeChoice(other)}>
      <Icon size={16} strokeWidth={1.75} />
    </IconButton>
  );
}

/** Moves the focus to the first picture that takes keys, or to the page's beginning if it has none. */
function skipToPicture(): void {
  const place = document.getElementById('picture') ?? document.getElementById('main');
  (place?.querySelector<HTMLElement>('[role="application"], [role="slider"]') ?? place)?.focus();
}

function toggleFullScreen(): void {
  // Refused where the browser or an embedding page forbids it; there is nothing to say then.
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  else document.documentElement.requestFullscreen().catch(() => {});
}
