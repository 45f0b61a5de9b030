/** All ways by which a document comes into the workbench: files, pasted text, a kernel of the catalog, a link. */
import { useMemo, useState } from 'react';
import { useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import { type Fork, forkKernel, type Opened } from './fork.ts';
import { fromLink } from './launch/document-link.ts';
import { openedFiles, openedText } from './opened-files.ts';
import { noteCompiled } from './runs.ts';
import { listingTab } from './source/source-tabs.ts';

export interface DocumentOpener {
  /** Why the last one could not be opened. */
  readonly problem: string | null;
  readonly openFiles: (files: readonly File[]) => Promise<void>;
  readonly openText: (name: string, text: string) => Promise<void>;
  readonly fork: (...forks: readonly Fork[]) => Promise<void>;
  /** The text of a link that `toLink` made. */
  readonly openLink: (text: string) => Promise<void>;
  readonly dismiss: () => void;
}

export function useDocumentOpener(): DocumentOpener {
  const [problem, setProblem] = useState<string | null>(null);
  const actions = useMemo(() => {
    const show = async (opening: Promise<readonly Opened[]>) => {
      setProblem(null);
      try {
        place(await opening);
      } catch (error) {
        setProblem((error as Error).message);
      }
    };
    return {
      openFiles: (files: readonly File[]) => show(openedFiles(files).then(opened => [opened])),
      openText: (name: string, text: string) => show(openedText({ name, text }).then(opened => [opened])),
      fork: (...forks: readonly Fork[]) => show(Promise.all(forks.map(forkKernel))),
      openLink: (text: string) => show(linkedDocument(text).then(opened => [opened])),
      dismiss: () => setProblem(null),
    };
  }, []);
  return { problem, ...actions };
}

async function linkedDocument(text: string): Promise<Opened> {
  const document = await fromLink(text);
  if (!document.ok) throw new Error(`This link holds no document: ${document.error.message}`);
  return { document: document.value, listings: [] };
}

/** The first takes the place of the version in sight, or with a second one beside it that of A. */
function place([first, second]: readonly Opened[]): void {
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
  if (compiled !== null) noteCompiled(letter, compiled);
}
