/** A compiled kernel lays the page's tile in the emulator's worker: where it puts each word, beside where the pattern has it. */
import { type CompiledView, useCompiled } from '../kit/tile/compiled-view.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import type { CompiledTile } from './compiled-tile.ts';
import type { Tiles } from './tile-of-state.ts';

export type CompiledTileView = CompiledView<CompiledTile>;

export function useCompiledTile({ run }: SwizzleState, { after, swizzle }: Tiles): CompiledTileView {
  const { rows, columns, elementBytes, padBytes, base } = after;
  return useCompiled(
    ['swizzle', run, rows, columns, elementBytes, padBytes, base, swizzle],
    // The kernel and all that runs it come when the pictures are there.
    async signal => (await import('./run-compiled-tile.ts')).runCompiledTile(run, after, swizzle, signal),
  );
}
