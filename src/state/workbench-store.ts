/**
 * The workbench's documents, and what is only being looked at in them. Runs are not here: they follow from the documents
 * and live with the page.
 */
import { create } from 'zustand';
import type { WorkbenchDocument } from '../contract/workbench-document.ts';

export const VERSION_LETTERS = ['A', 'B'] as const;
export type VersionLetter = (typeof VERSION_LETTERS)[number];

/** A source beside the program: shown with its marks, never run. */
export interface Listing {
  readonly name: string;
  readonly text: string;
  /** The same as one text that compiles without other files, where `text` does not. */
  readonly alone?: string;
}

export interface DocumentVersion {
  readonly document: WorkbenchDocument;
  readonly listings: readonly Listing[];
  /** A number of its own for every document that was opened; an edit keeps it. */
  readonly edition: number;
  /** The document as it was opened, or last saved. */
  readonly saved: WorkbenchDocument;
}

/** The line under study: what the editor, the findings and the pictures show together. */
export interface LineSelection {
  readonly letter: VersionLetter;
  /** Source line, `file` as the records name it; '' and 0 where the PTX names none. */
  readonly file: string;
  readonly line: number;
  /** One line of the PTX text; 0 = all that were made from the source line. */
  readonly ptxLine: number;
}

export type Versions = Readonly<Record<VersionLetter, DocumentVersion | null>>;
export type PagePart = 'source' | 'launch' | 'results';

export const DEFAULT_MAX_SECONDS = 30;

interface WorkbenchState {
  readonly versions: Versions;
  /** The version in the editor. */
  readonly shown: VersionLetter;
  /** Id of the text in sight; a version that has no such text shows its first. */
  readonly tab: string;
  readonly selection: LineSelection | null;
  /** Unsaved document that another document replaced. */
  readonly replaced: DocumentVersion | null;
  /** Kind of finding that the list is narrowed to. */
  readonly kind: string | null;
  /** Ends a run that takes longer. */
  readonly maxSeconds: number;
  /** The part of the page that a narrow screen shows. */
  readonly part: PagePart;
  open(letter: VersionLetter, document: WorkbenchDocument, listings?: readonly Listing[]): void;
  edit(letter: VersionLetter, patch: Partial<WorkbenchDocument>): void;
  /** Shows a source beside the program, in place of one of the same name. */
  list(letter: VersionLetter, source: Listing): void;
  /** The version in sight becomes B, or A where it is B already; the copy is then in sight. */
  duplicate(): void;
  close(letter: VersionLetter): void;
  look(patch: Partial<Pick<WorkbenchState, 'shown' | 'tab' | 'kind' | 'maxSeconds' | 'part'>>): void;
  select(selection: LineSelection | null): void;
  markSaved(letter: VersionLetter): void;
  /** Opens what was replaced again. */
  bringBack(): void;
  forgetReplaced(): void;
}

export const otherLetter = (letter: VersionLetter): VersionLetter => (letter === 'A' ? 'B' : 'A');

let editions = 0;
const versionOf = (document: WorkbenchDocument, listings: readonly Listing[]): DocumentVersion => ({
  document,
  listings,
  edition: ++editions,
  saved: document,
});

const isUnsaved = (version: DocumentVersion | null): version is DocumentVersion =>
  version !== null && version.document !== version.saved;

export const useWorkbench = create<WorkbenchState>()(set => ({
  versions: { A: null, B: null },
  shown: 'A',
  tab: 'own',
  selection: null,
  replaced: null,
  kind: null,
  maxSeconds: DEFAULT_MAX_SECONDS,
  part: 'source',
  open: (letter, document, listings = []) => set(state => opened(state, letter, versionOf(document, listings))),
  edit: (letter, patch) => set(({ versions }) => ({ versions: edited(versions, letter, patch) })),
  list: (letter, source) => set(({ versions }) => ({ versions: listed(versions, letter, source) })),
  duplicate: () => set(duplicated),
  close: letter => set(({ versions }) => closed(versions, letter)),
  look: patch => set(patch),
  select: selection => set({ selection }),
  markSaved: letter => set(({ versions }) => ({ versions: markedSaved(versions, letter) })),
  bringBack: () =>
    set(state => (state.replaced ? { ...opened(state, state.shown, state.replaced), replaced: null } : {})),
  forgetReplaced: () => set({ replaced: null }),
}));

const IN_SIGHT = { tab: 'own', selection: null, kind: null, part: 'source' } as const;

function opened(
  { versions }: WorkbenchState,
  letter: VersionLetter,
  version: DocumentVersion,
): Partial<WorkbenchState> {
  const before = versions[letter];
  return {
    versions: { ...versions, [letter]: version },
    ...IN_SIGHT,
    shown: letter,
    replaced: isUnsaved(before) ? before : null,
  };
}

function markedSaved(versions: Versions, letter: VersionLetter): Versions {
  const version = versions[letter];
  return version ? { ...versions, [letter]: { ...version, saved: version.document } } : versions;
}

function edited(versions: Versions, letter: VersionLetter, patch: Partial<WorkbenchDocument>): Versions {
  const version = versions[letter];
  return version ? { ...versions, [letter]: { ...version, document: { ...version.document, ...patch } } } : versions;
}

function listed(versions: Versions, letter: VersionLetter, source: Listing): Versions {
  const version = versions[letter];
  if (!version) return versions;
  const others = version.listings.filter(({ name }) => name !== source.name);
  return { ...versions, [letter]: { ...version, listings: [source, ...others] } };
}

function duplicated({ versions, shown }: WorkbenchState): Partial<WorkbenchState> {
  const version = versions[shown];
  if (!version) return {};
  const letter = otherLetter(shown);
  return {
    versions: { ...versions, [letter]: versionOf(version.document, version.listings) },
    shown: letter,
    selection: null,
  };
}

/** If one of two versions is closed, the other one becomes A. */
function closed(versions: Versions, letter: VersionLetter): Partial<WorkbenchState> {
  const replaced = isUnsaved(versions[letter]) ? versions[letter] : null;
  return { versions: { A: versions[otherLetter(letter)], B: null }, ...IN_SIGHT, shown: 'A', replaced };
}
