/** The drafts of a rail: what each of its controls does to them, and when the page hears of it. */
import { useState } from 'react';
import type { Reading } from '../../model/permute/notation/reading.ts';
import type { Permutation, PermutationRequest } from '../../model/permute/permutation.ts';
import type { RailProps } from '../exhibit.ts';
import type { Draft } from '../kit/use-draft.ts';
import {
  type Drafts,
  type ListName,
  left,
  NO_DRAFTS,
  pasted,
  patchOf,
  type Review,
  reviewed,
  typed,
} from './drafts.ts';

export interface DraftFields {
  readonly review: Review;
  readonly draft: (name: ListName) => Draft;
  readonly paste: (reading: Reading) => void;
  /** Sets a permutation from a control that shows the page's own state: there is no typed text to keep. */
  readonly set: (permutation: Permutation) => void;
}

export function useDrafts(page: PermutationRequest, onParams: RailProps['onParams']): DraftFields {
  const [drafts, setDrafts] = useState(NO_DRAFTS);
  /** Keeps text until both lists fit; then the page has them, and only the field that is typed in keeps its spelling. */
  const take = (next: Drafts, typedIn: ListName | null): void => {
    const fitting = reviewed(next, page).request;
    const refused = fitting && onParams(patchOf(fitting));
    if (fitting === null || refused !== null) setDrafts({ ...next, refused });
    else setDrafts(typedIn === null ? NO_DRAFTS : typed(NO_DRAFTS, typedIn, next[typedIn] ?? ''));
  };
  const review = reviewed(drafts, page);
  return {
    review,
    draft: name => ({
      text: drafts[name] ?? page[name].join(),
      error: review.errors[name],
      type: text => take(typed(drafts, name, text), name),
      leave: () => setDrafts(left(drafts, page, name)),
      giveUp: () => {
        setDrafts({ ...drafts, [name]: null, refused: null });
        return drafts[name] !== null;
      },
    }),
    paste: reading => take(pasted(drafts, reading), null),
    set: ({ shape, perm }) => take({ ...NO_DRAFTS, shape: shape.join(), perm: perm.join() }, null),
  };
}
