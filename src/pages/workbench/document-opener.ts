/** All ways by which a document comes into the workbench: files, pasted text, a kernel of the catalog, a link. */
import { useCallback, useMemo, useState } from 'react';
import type { ReadableFile } from '../../contract/opened-files.ts';
import { type DocumentVersion, type Listing, useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import { askForCapture } from './capture-question-store.ts';
import type { CaptureFolder } from './dropped-files.ts';
import { type Fork, forkKernel, type Opened } from './fork.ts';
import { fromLink } from './launch/document-link.ts';
import { launchEdit, type OpenedFiles, openedCapture, openedFiles, openedText } from './opened-files.ts';
import { noteCompiled } from './runs.ts';
import { listingTab } from './source/source-tabs.ts';
import { type LooseLaunch, launchFits, launchForLater, useLaunchForLater } from './waiting-launch.ts';

export interface DocumentOpener {
  /** Whether files are being read, or a kernel is fetched. */
  readonly isOpening: boolean;
  /** Why the last document could not be opened. */
  readonly problem: string | null;
  /** CUDA that was dropped while PTX is open, until the user says what it is. */
  readonly asked: SourceQuestion | null;
  readonly openCapture: (folder: CaptureFolder) => Promise<void>;
  /** Opens files by their paths, which may not be known yet. */
  readonly openFiles: (
    files: ReadonlyMap<string, ReadableFile> | Promise<ReadonlyMap<string, ReadableFile>>,
  ) => Promise<void>;
  readonly openText: (name: string, text: string) => Promise<void>;
  readonly fork: (...forks: readonly Fork[]) => Promise<void>;
  /** The text of a link that `toLink` made. */
  readonly openLink: (text: string) => Promise<void>;
  /** The program at the end of a lesson, as it was. */
  readonly openTask: (id: string) => Promise<void>;
  readonly dismiss: () => void;
}

interface AskedSource {
  readonly source: Listing;
  readonly ptxName: string;
}

export interface SourceQuestion extends AskedSource {
  /** Shows it beside the PTX. */
  readonly show: () => void;
  /** Opens it in place of the PTX. */
  readonly open: () => void;
  readonly leave: () => void;
}

/** Puts documents in their places once they are read, or keeps why there are none. */
function useOpening() {
  const [problem, setProblem] = useState<string | null>(null);
  const [opening, setOpening] = useState(0);
  const show = useCallback(async (opened: Promise<readonly Opened[]>) => {
    setProblem(null);
    setOpening(n => n + 1);
    try {
      place(await opened);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setOpening(n => n - 1);
    }
  }, []);
  const dismiss = useCallback(() => setProblem(null), []);
  return { problem, isOpening: opening > 0, show, dismiss };
}

export function useDocumentOpener(): DocumentOpener {
  const { show, ...state } = useOpening();
  const [asked, setAsked] = useState<SourceQuestion | null>(null);
  const actions = useMemo(() => {
    const openText = (name: string, text: string) =>
      show(openedText({ name, text }, [], earlierLaunch()).then(opened => [opened]));
    const ask = (of: AskedSource) => {
      const answered = (act: () => void) => () => {
        setAsked(null);
        act();
      };
      const { name, text } = of.source;
      const open = () => void openText(name, text);
      setAsked({ ...of, show: answered(() => showBeside(of.source)), open: answered(open), leave: answered(() => {}) });
    };
    return {
      openFiles: (files: Parameters<DocumentOpener['openFiles']>[0]) =>
        show(
          Promise.resolve(files)
            .then(paths => openedFiles(paths, earlierLaunch(), openCuda()))
            .then(found => documentsIn(found, ask)),
        ),
      openText,
      openCapture: (folder: CaptureFolder) => show(openedCapture(folder).then(opened => [opened])),
      fork: (...forks: readonly Fork[]) => show(Promise.all(forks.map(forkKernel))),
      openLink: (text: string) => show(linkedDocument(text).then(opened => [opened])),
      openTask: (id: string) => show(taskOf(id).then(opened => [opened])),
    };
  }, [show]);
  return { ...state, asked, ...actions };
}

async function linkedDocument(text: string): Promise<Opened> {
  const document = await fromLink(text);
  if (!document.ok) throw new Error(`This link holds no document: ${document.error.message}`);
  return { document: document.value, listings: [] };
}

async function taskOf(id: string): Promise<Opened> {
  const { isTask, taskDocument } = await import('../../lessons/tasks.ts');
  if (!isTask(id)) throw new Error(`There is no task "${id.slice(0, 40)}".`);
  return { document: taskDocument(id), listings: [] };
}

const inSight = (): DocumentVersion | null => {
  const { versions, shown } = useWorkbench.getState();
  return versions[shown];
};

const earlierLaunch = () => launchForLater(inSight()?.document.launch ?? null);

function openCuda(): Listing | null {
  const source = inSight()?.document.source;
  return source?.language === 'cuda' ? source : null;
}

/** A launch alone becomes that of the document in sight, or waits for the program that has its kernel. */
async function takeLaunch(loose: LooseLaunch): Promise<void> {
  const version = inSight();
  const fits = version !== null && (await launchFits(version.document.source, loose.launch));
  useLaunchForLater.setState({ loose, waits: true });
  if (fits) takeWaitingLaunch();
}

/** The document in sight has the launch that waits, even if it does not fit: the form says why. */
export function takeWaitingLaunch(): void {
  const { loose } = useLaunchForLater.getState();
  const { versions, shown, edit } = useWorkbench.getState();
  const document = versions[shown]?.document;
  if (!document || loose === null) return;
  edit(shown, launchEdit(document, loose.launch));
  useLaunchForLater.setState({ waits: false });
}

/** The documents to open; none if a launch was taken, or if the user is asked first. */
async function documentsIn(found: OpenedFiles, ask: (of: AskedSource) => void): Promise<readonly Opened[]> {
  if (found.kind === 'captures') {
    await askForCapture(found.folders);
    return [];
  }
  if (found.kind === 'launch') {
    await takeLaunch(found);
    return [];
  }
  const asked = askedOf(found.opened);
  if (asked === null) return [found.opened];
  ask(asked);
  return [];
}

/** CUDA alone, while PTX is open, may be the source of that PTX or another program. */
function askedOf({ document: { source }, listings }: Opened): AskedSource | null {
  const open = inSight()?.document.source;
  if (open?.language !== 'ptx' || source.language !== 'cuda' || listings.length > 0) return null;
  return { source: { name: source.name, text: source.text }, ptxName: open.name };
}

function showBeside(source: Listing): void {
  const { shown, look, list } = useWorkbench.getState();
  list(shown, source);
  look({ tab: listingTab(source) });
}

/** The first takes the place of the version in sight, or with a second one beside it that of A. */
function place([first, second]: readonly Opened[]): void {
  if (first === undefined) return;
  const { shown, look } = useWorkbench.getState();
  const [listing] = first.listings;
  openAs(second ? 'A' : shown, first);
  if (second) openAs('B', second);
  if (second) look({ shown: 'A' });
  // The marks are read beside the source that a person wrote, where there is one.
  if (listing) look({ tab: listingTab(listing) });
}

function openAs(letter: VersionLetter, { document, listings, compiled = null }: Opened): void {
  useWorkbench.getState().open(letter, document, listings);
  if (document.launch === useLaunchForLater.getState().loose?.launch) useLaunchForLater.setState({ waits: false });
  if (compiled !== null) noteCompiled(letter, compiled);
}
