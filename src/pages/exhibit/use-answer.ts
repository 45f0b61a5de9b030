/** What a query has come to, as a value that memos can depend on: a query's own result is another object at every render. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

export interface LatestAnswer<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  /** `data` answers an earlier question; the answer to this one is on its way. */
  readonly isStale: boolean;
}

/** The same object while nothing of it changes. */
export function useAnswer<T>({ data, error, isPlaceholderData }: UseQueryResult<T>): LatestAnswer<T> {
  return useMemo(() => ({ data, error, isStale: isPlaceholderData }), [data, error, isPlaceholderData]);
}
