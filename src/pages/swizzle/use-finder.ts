/** The search for swizzles in a worker of its own, so that bits and tiles never wait for it, and so that it can be called off. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { rest } from '../../services/emulator/emulation-questions.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import type { FinderInput, Found } from './finder-rows.ts';

export interface Finder {
  /**
   * Results of an earlier question while `isSearching`, or after a search was cancelled; null before the first answer.
   */
  readonly found: Found | null;
  readonly isSearching: boolean;
  /** No answer to this question, and none on its way. */
  readonly isCalledOff: boolean;
  readonly callOff: () => void;
  readonly search: () => void;
}

/** A slider on its way asks for nothing. */
const REST_MS = 120;

export function useFinder({ rows, columns, elementBytes, base, wanted, lanes }: SwizzleState): Finder {
  const queries = useQueryClient();
  const queryKey = ['swizzles', rows, columns, elementBytes, base, wanted, lanes];
  const { data, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      await rest(REST_MS, signal);
      return searchInWorker({ rows, columns, elementBytes, base, wanted, lanes }, signal);
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isAnswered = data !== undefined && !isPlaceholderData;
  return {
    found: data ?? null,
    isSearching: isFetching,
    isCalledOff: !isAnswered && !isFetching,
    callOff: () => void queries.cancelQueries({ queryKey }),
    search: () => void refetch(),
  };
}

function searchInWorker(input: FinderInput, signal: AbortSignal): Promise<Found> {
  const worker = new Worker(new URL('./finder.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Found>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.onmessage = ({ data }: MessageEvent<Found>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`the search stopped: ${message}`));
    worker.postMessage(input);
  }).finally(() => worker.terminate());
}
