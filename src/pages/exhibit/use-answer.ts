/** Result of a query as a value on which memos can depend: the query's own result is a new object at every render. */
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
