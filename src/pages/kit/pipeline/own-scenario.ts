/** Texts of scenarios of one's own: in the link where they fit, else in this tab's storage, and the link says so. */
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import { packText, unpackText } from '../../../state/packed-text.ts';

const KEPT = 'kept-';
const STORAGE = 'lanescape.scenario.';

/** Whether a link has the text itself. */
export const isInLink = (own: string): boolean => !own.startsWith(KEPT);

/** The word for a text in a link. */
export async function ownOf(text: string, queries: QueryClient): Promise<string> {
  const packed = await packText(text);
  const own = packed.ok ? packed.value : keep(text);
  queries.setQueryData(textQuery(own).queryKey, text);
  return own;
}

/** The text behind that word; it was typed here, or comes with the link, or is kept, or is lost. */
export const textQuery = (own: string) =>
  queryOptions({
    queryKey: ['scenario text', own],
    queryFn: () => textOf(own),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

async function textOf(own: string): Promise<string> {
  if (!isInLink(own))
    return stored(own) ?? fail('the scenario was too long for the link, and this tab no longer has it');
  const text = await unpackText(own);
  return text.ok ? text.value : fail(text.error);
}

function fail(message: string): never {
  throw new Error(message);
}

function keep(text: string): string {
  const own = `${KEPT}${hash(text).toString(36)}`;
  store(own, text);
  return own;
}

const LAST = 'last';

/** The latest text that was typed: a way back from the way back to a preset. */
export const remember = (text: string): void => store(LAST, text);
export const remembered = (): string | null => stored(LAST);

/** Storage can be refused or full: the text then lasts as long as the page. */
function store(name: string, text: string): void {
  try {
    sessionStorage.setItem(`${STORAGE}${name}`, text);
  } catch {
    // The queries' cache has what is on screen.
  }
}

function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(`${STORAGE}${name}`);
  } catch {
    return null;
  }
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo). */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}
