/** State from the link, and what the worker says to it. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { Statistics, StatisticsProgress } from '../../model/permute/statistics/statistics.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import { runStatistics } from './client.ts';
import { decodeStatistics, encodeStatistics, optionsOf, type StatisticsState } from './statistics-search.ts';

export interface StatisticsHandle {
  readonly state: StatisticsState;
  /** Replaces the link. */
  readonly update: (patch: Partial<StatisticsState>) => void;
}

export function useStatisticsState(): StatisticsHandle {
  const navigate = useNavigate();
  const state = useSearch({
    strict: false,
    select: search => decodeStatistics(search as FlatSearch),
    structuralSharing: true,
  });
  const update = useCallback(
    (patch: Partial<StatisticsState>) =>
      void navigate({
        to: '.',
        search: encodeStatistics({ ...state, ...patch }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, state],
  );
  return useMemo(() => ({ state, update }), [state, update]);
}

export interface Counting {
  readonly statistics: Statistics | undefined;
  /** The statistics are those of other options. */
  readonly isStale: boolean;
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly progress: StatisticsProgress | null;
  readonly cancel: () => void;
  readonly run: () => void;
}

/** Runs when the options change. */
export function useCounting(state: StatisticsState): Counting {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<StatisticsProgress | null>(null);
  const options = optionsOf(state);
  const queryKey = ['permute statistics', state.set, options];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      setProgress(null);
      return runStatistics(state.set, options, setProgress, signal);
    },
    placeholderData: keepPreviousData,
  });
  return {
    statistics: data,
    isStale: isPlaceholderData,
    isRunning: isFetching,
    error,
    progress,
    cancel: () => void queries.cancelQueries({ queryKey }),
    run: () => void refetch(),
  };
}
