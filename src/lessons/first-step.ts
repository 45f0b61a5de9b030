/** The first step of the first lesson, for a link that should not fetch all of them. */
import type { PageLink } from '../state/page-address.ts';

export const FIRST_STEP: PageLink = {
  to: '/banks/$kernel',
  params: { kernel: 'probe' },
  search: { table: 'lane * 4', lesson: 'banks.1' },
};
