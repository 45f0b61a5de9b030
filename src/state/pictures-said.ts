/** What the pictures of an embedded page say, for the page around it: docs/embedding.md has the contract. */
import { create } from 'zustand';
import type { Evidence } from '../trace/evidence.ts';

export interface PicturesSaid {
  /** One sentence of each source, as it stands below the pictures. */
  readonly said: Readonly<Record<'predicted' | 'emulated' | 'measured', string>>;
  /** Empty for pages that count nothing. */
  readonly variants: readonly { readonly variant: string; readonly evidence: readonly Evidence[] }[];
}

/** `now` is null while something is still computed for the link of now. It is set anew for each link, also where it is the same. */
export const usePicturesSaid = create<{ readonly now: PicturesSaid | null }>(() => ({ now: null }));
