/** What a compiled kernel makes of the drawn tile in the emulator's worker: not asked, running, or finished. */
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Result } from '../../../base/result.ts';

export interface CompiledCheck {
  /** Number of 16-byte chunks that differ from the drawing. */
  readonly differing: number;
  readonly chunks: number;
  readonly faults: number;
  /** 'nvcc 13.0.88, sm_90a, shipped'. */
  readonly provenance: string;
}

export type CompiledView<C extends CompiledCheck> =
  | { readonly state: 'running' }
  /** One sentence that says why no kernel does this, or what stopped it. */
  | { readonly state: 'none'; readonly why: string }
  | { readonly state: 'done'; readonly found: C };

/** `run`'s error says why there is no such kernel; it rejects where there is one and it stops. */
export function useCompiled<C extends CompiledCheck>(
  key: QueryKey,
  run: (signal: AbortSignal) => Promise<Result<C, string>>,
): CompiledView<C> {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => run(signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useMemo(() => viewOf(data, error, isPlaceholderData), [data, error, isPlaceholderData]);
}

function viewOf<C extends CompiledCheck>(
  data: Result<C, string> | undefined,
  error: Error | null,
  isOld: boolean,
): CompiledView<C> {
  if (error !== null) return { state: 'none', why: error.message };
  if (data === undefined || isOld) return { state: 'running' };
  return data.ok ? { state: 'done', found: data.value } : { state: 'none', why: data.error };
}
