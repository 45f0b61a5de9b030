/** A compiled kernel makes the page's copy in the emulator's worker: what it leaves in shared memory, beside the model's. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CopyOfState } from './copy-of-state.ts';

export interface CompiledCopy {
  /** Of shared memory's 16-byte chunks, those that hold something else. */
  readonly differing: number;
  readonly chunks: number;
  /** Address of the first of them. */
  readonly first: string | null;
  readonly faults: number;
  /** 'nvcc 13.0.88, sm_90a, shipped'. */
  readonly provenance: string;
}

export type CompiledView =
  | { readonly state: 'running' }
  /** Why the kernel has no such copy, or what stopped it, in a sentence. */
  | { readonly state: 'none'; readonly why: string }
  | { readonly state: 'done'; readonly copy: CompiledCopy };

export function useCompiledCopy(shown: CopyOfState): CompiledView {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['tensor-map', shown.copy],
    // The kernel and all that runs it come when the pictures are there.
    queryFn: async ({ signal }) => (await import('./run-compiled-copy.ts')).runCompiledCopy(shown, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error !== null) return { state: 'none', why: error.message };
  if (data === undefined || isPlaceholderData) return { state: 'running' };
  return data.ok ? { state: 'done', copy: data.value } : { state: 'none', why: data.error };
}
