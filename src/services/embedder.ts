/**
 * Tells the page that holds this one in a frame what stands here: a notebook's widget, or a course. It says only what that page
 * could have put into the link, and what the pictures say.
 */
import { hashOf } from '../state/page-address.ts';
import type { Evidence } from '../trace/evidence.ts';
import { pageAddress } from './address.ts';

/** What an embedded page says of its pictures. */
export interface EmbeddedAnswer {
  /** One sentence of each source, as it stands below the pictures. */
  readonly said: Readonly<Record<'predicted' | 'emulated' | 'measured', string>>;
  /** Empty for pages that count nothing. */
  readonly variants: readonly { readonly variant: string; readonly evidence: readonly Evidence[] }[];
}

/** To be called once, when the address is known. */
export function tellEmbedder(): void {
  if (window.parent === window) return;
  const moved = (): void => answerEmbedder(null);
  pageAddress().subscribe(moved);
  moved();
}

/** null: what stands here is not known yet for the link of now. Any page may hear it: nothing in it is a secret of this one. */
export function answerEmbedder(answer: EmbeddedAnswer | null): void {
  if (window.parent === window) return;
  // The address bar may still be a step behind.
  window.parent.postMessage({ lanescape: 1, link: hashOf(pageAddress().shown()), answer }, '*');
}
