/** A compiled kernel lays the page's tile in the emulator's worker: where it puts each word, beside where the pattern has it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Result } from '../../base/result.ts';
import type { OtherPlaces } from '../../pictures/swizzle-records.ts';
import type { SwizzleState } from './swizzle-state.ts';
import type { Tiles } from './tile-of-state.ts';

export interface CompiledTile {
  readonly differing: number;
  readonly chunks: number;
  readonly faults: number;
  /** 'nvcc 13.0.88, sm_90a, shipped'. */
  readonly provenance: string;
  readonly places: OtherPlaces;
}

export type CompiledView =
  | { readonly state: 'running' }
  /** Why no kernel lays such a tile, or what stopped it, in a sentence. */
  | { readonly state: 'none'; readonly why: string }
  | { readonly state: 'done'; readonly tile: CompiledTile };

export function useCompiledTile({ run }: SwizzleState, { after, swizzle }: Tiles): CompiledView {
  const { rows, columns, elementBytes, padBytes, base } = after;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['swizzle', run, rows, columns, elementBytes, padBytes, base, swizzle],
    // The kernel and all that runs it come when the pictures are there.
    queryFn: async ({ signal }) =>
      (await import('./run-compiled-tile.ts')).runCompiledTile(run, after, swizzle, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useMemo(() => viewOf(data, error, isPlaceholderData), [data, error, isPlaceholderData]);
}

function viewOf(data: Result<CompiledTile, string> | undefined, error: Error | null, isOld: boolean): CompiledView {
  if (error !== null) return { state: 'none', why: error.message };
  if (data === undefined || isOld) return { state: 'running' };
  return data.ok ? { state: 'done', tile: data.value } : { state: 'none', why: data.error };
}
