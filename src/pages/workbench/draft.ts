/** Unsaved work survives a reload: the open documents stay in this tab's storage, and are checked when they come back. */
import { create } from 'zustand';
import { savedDocument } from '../../contract/saved-document.ts';
import { parseDocument } from '../../contract/workbench-document.ts';
import { type DocumentVersion, useWorkbench, VERSION_LETTERS } from '../../state/workbench-store.ts';

const KEY = 'lanescape.workbench';

/** Most characters of both documents together; storage holds some five million. */
const MAX_DRAFT_CHARACTERS = 4_000_000;

/** Whether a reload would bring the documents back as they are. */
export const useDraft = create<{ readonly isKept: boolean }>()(() => ({ isKept: true }));

const REST_MS = 400;

type Draft = Partial<Record<string, { readonly document: unknown; readonly listings: unknown }>>;

/** Must be called once. It opens what was left in this tab, and keeps every change from now on. */
export function keepDraft(): void {
  restore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  useWorkbench.subscribe((now, before) => {
    if (now.versions === before.versions) return;
    clearTimeout(timer);
    timer = setTimeout(store, REST_MS);
  });
  addEventListener('pagehide', store);
}

function store(): void {
  const { versions } = useWorkbench.getState();
  const texts = VERSION_LETTERS.map(letter => keptText(versions[letter]));
  const isWhole = texts.every(text => text !== null);
  useDraft.setState({ isKept: isStored(isWhole ? `{"A":${texts[0]},"B":${texts[1]}}` : null) });
}

/** Null for a document that is too large to be saved; long texts are not put together for that. */
function keptText(version: DocumentVersion | null): string | null {
  if (version && version.document.source.text.length > MAX_DRAFT_CHARACTERS) return null;
  const document = version && savedDocument(version.document);
  if (document?.ok === false) return null;
  return JSON.stringify(version && { document: document?.value, listings: version.listings });
}

/** Storage can be refused or full; the work then lasts as long as the page. An older draft would bring back the wrong text. */
function isStored(text: string | null): boolean {
  try {
    sessionStorage.removeItem(KEY);
    if (text === null || text.length > MAX_DRAFT_CHARACTERS) return false;
    sessionStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
}

function restore(): void {
  const { open, look } = useWorkbench.getState();
  const draft = storedDraft();
  for (const letter of VERSION_LETTERS) {
    const document = parseDocument(draft[letter]?.document);
    if (document.ok) open(letter, document.value, listingsIn(draft[letter]?.listings));
  }
  look({ shown: 'A' });
}

function storedDraft(): Draft {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Draft | null) ?? {};
  } catch {
    return {};
  }
}

const listingsIn = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter(({ name, text }) => typeof name === 'string' && typeof text === 'string') : [];
