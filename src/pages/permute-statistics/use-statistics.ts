/** State from the link, and what the worker says to it. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { type LinkHandle, type LinkState, useLinkState } from '../kit/use-link-state.ts';
import { optionsOf, type StatisticsState, statisticsLink } from '../links/statistics.ts';
import { runStatistics } from './client.ts';
import type { StatisticsReport } from './statistics.worker.ts';

export type StatisticsHandle = LinkHandle<StatisticsState>;

export const useStatisticsState = (): LinkState<StatisticsState> => useLinkState(statisticsLink);

export interface Counting {
  readonly statistics: Statistics | undefined;
  /** Cases that the figures cover: all, those that are done, or those of other options until there are new ones. */
  readonly extent: 'all' | 'part' | 'stale';
  readonly isRunning: boolean;
  readonly error: Error | null;
  /** How far the run is, or was when it was cancelled. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly cancel: () => void;
  readonly run: () => void;
}

interface Run {
  /** Options that it counts: a report of other options is dropped. */
  readonly of: string;
  readonly progress: Counting['progress'];
  readonly soFar: Statistics | null;
}

/** Latest report of the run of `of`; `null` starts anew. */
function useReports(of: string): [Run | null, (report: StatisticsReport | null) => void] {
  const [last, setLast] = useState<Run | null>(null);
  const report = (news: StatisticsReport | null) =>
    setLast(before => {
      if (news === null) return null;
      const { soFar, ...progress } = news;
      return { of, progress, soFar: soFar ?? (before?.of === of ? before.soFar : null) };
    });
  return [last?.of === of ? last : null, report];
}

/** Runs when the options change. */
export function useCounting(state: StatisticsState): Counting {
  const queries = useQueryClient();
  const options = optionsOf(state);
  const queryKey = ['permute statistics', state.set, options];
  const [current, report] = useReports(JSON.stringify(queryKey));
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      report(null);
      return runStatistics(state.set, options, report, signal);
    },
    placeholderData: keepPreviousData,
  });
  const soFar = isPlaceholderData || data === undefined ? (current?.soFar ?? null) : null;
  return {
    statistics: soFar ?? data,
    extent: soFar ? 'part' : isPlaceholderData ? 'stale' : 'all',
    isRunning: isFetching,
    error,
    progress: current?.progress ?? null,
    cancel: () => void queries.cancelQueries({ queryKey }),
    run: () => void refetch(),
  };
}
