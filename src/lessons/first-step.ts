/** What the start says of the lessons, which it should not fetch: how many there are, and the first step of the first. */
import type { PageLink } from '../state/page-address.ts';

export const FIRST_STEP: PageLink = {
  to: '/banks/$kernel',
  params: { kernel: 'probe' },
  search: { table: 'lane * 4', lesson: 'banks.1' },
};

export const LESSON_COUNT = 17;
