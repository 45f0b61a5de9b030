/**
 * What an embedded page tells the page around it, and what it hears: docs/embedding.md has the contract. Nothing is said
 * unless the address names the parent's origin, and nothing is heard from anybody else.
 */

import { useLessons } from '../state/lessons-store.ts';
import { frameWords } from '../state/link-codec.ts';
import { hashOf, readHash } from '../state/page-address.ts';
import { type PicturesSaid, usePicturesSaid } from '../state/pictures-said.ts';
import { pageAddress } from './address.ts';

export const VERSION = 1;

export type ParentMessage = { readonly type: 'lanescape'; readonly version: typeof VERSION } & (
  | { readonly event: 'ready' | 'state'; readonly address: string; readonly heightPx: number }
  | ({ readonly event: 'pictures'; readonly address: string } & PicturesSaid)
  | {
      readonly event: 'answer';
      readonly lesson: string;
      readonly question: string;
      readonly right: boolean;
      readonly sure: boolean;
      readonly shown: boolean;
      /** How many answers this window has given in the same step, this one counted. */
      readonly tries: number;
    }
);

/** The origin that the word `parent` of an address names; null where it names none. */
export function originOf(word: string | undefined): string | null {
  if (word === undefined) return null;
  try {
    const { origin, protocol } = new URL(word);
    return protocol === 'https:' || protocol === 'http:' ? origin : null;
  } catch {
    return null;
  }
}

/** The place that a message asks for; null where it is no such message. */
export function askedPlace(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, set } = data as { readonly type?: unknown; readonly set?: unknown };
  return type === 'lanescape' && typeof set === 'string' && set.startsWith('/') ? set : null;
}

const heightPx = (): number => document.documentElement.scrollHeight;

/** Call once, in a window that is embedded; returns how to stop. */
export function talkToParent(): () => void {
  const address = pageAddress();
  const origin = originOf(address.shown().search.parent);
  if (origin === null || window.parent === window) return () => {};
  const tell = (message: ParentMessage): void => window.parent.postMessage(message, origin);
  const here = () => ({ type: 'lanescape', version: VERSION, address: hashOf(address.shown()).slice(1) }) as const;
  const place = (event: 'ready' | 'state'): void => tell({ ...here(), event, heightPx: heightPx() });
  const pictures = ({ now }: { readonly now: PicturesSaid | null }): void => {
    if (now !== null) tell({ ...here(), event: 'pictures', ...now });
  };
  const hear = (message: MessageEvent): void => {
    const asked = message.origin === origin && message.source === window.parent ? askedPlace(message.data) : null;
    if (asked === null) return;
    const { path, search } = readHash(asked);
    const { embed, parent } = frameWords(address.shown().search);
    address.go({ path, search: { ...search, ...(embed ? { embed } : {}), ...(parent ? { parent } : {}) } });
  };
  const stops = [address.subscribe(() => place('state')), tellAnswers(tell), usePicturesSaid.subscribe(pictures)];
  addEventListener('message', hear);
  place('ready');
  pictures(usePicturesSaid.getState());
  return () => {
    for (const stop of stops) stop();
    removeEventListener('message', hear);
  };
}

function tellAnswers(tell: (message: ParentMessage) => void): () => void {
  const tries = new Map<string, number>();
  return useLessons.subscribe(({ committed }, before) => {
    for (const [question, { isRight, isSure, isShown }] of Object.entries(committed)) {
      if (before.committed[question] !== undefined) continue;
      const { lesson = '' } = pageAddress().shown().search;
      const nth = (tries.get(lesson) ?? 0) + 1;
      tries.set(lesson, nth);
      const said = { right: isRight, sure: isSure, shown: isShown, tries: nth };
      tell({ type: 'lanescape', version: VERSION, event: 'answer', lesson, question, ...said });
    }
  });
}
