/** A compiled kernel makes the page's copy in the emulator's worker: what it leaves behind, beside the model's. */
import type { OtherChunks } from '../../pictures/swizzle/records.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { type CompiledView, useCompiled } from '../kit/tile/compiled-view.ts';
import type { TensorMapState } from '../links/tensor-map.ts';
import type { CompiledCopy } from './compiled-copy.ts';

export type CompiledCopyView = CompiledView<CompiledCopy>;

export const useCompiledCopy = ({ run }: TensorMapState, shown: CopyOfState): CompiledCopyView =>
  useCompiled(
    ['tensor-map', run, shown.copy],
    // The kernel and all that runs it come when the pictures are there.
    async signal => (await import('./run-compiled-copy.ts')).runCompiledCopy(run, shown, signal),
  );

/** Differences for the pictures; null if there are none. */
export const differencesIn = (compiled: CompiledCopyView): OtherChunks | null =>
  compiled.state === 'done' && compiled.found.differing > 0 ? compiled.found.other : null;
