/** The address of the sheet that belongs to a page. */
import type { PagePlace } from '../../../state/page-address.ts';

export interface SheetPlace {
  /** 'this lesson'. */
  readonly of: string;
  readonly place: PagePlace;
}

/** A lesson's questions, a kernel's about its chosen access, or the first lesson's. */
export function sheetPlace({ path, search: { lesson, seed, embed: _, ...search } }: PagePlace): SheetPlace {
  if (lesson !== undefined)
    return { of: 'this lesson', place: { path: '/sheet', search: { of: lesson, ...(seed ? { seed } : {}) } } };
  if (path.startsWith('/banks/'))
    return {
      of: 'this kernel',
      place: { path: '/sheet', search: { ...search, kernel: path.slice('/banks/'.length) } },
    };
  return { of: 'the first lesson', place: { path: '/sheet', search: { of: 'banks.1' } } };
}
