/** A compiled kernel lays the page's tile in the emulator's worker: where it puts each word, beside where the pattern has it. */
import type { OtherPlaces } from '../../pictures/swizzle/records.ts';
import { type CompiledCheck, type CompiledView, useCompiled } from '../kit/tile/compiled-view.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import type { Tiles } from './tile-of-state.ts';

export interface CompiledTile extends CompiledCheck {
  readonly places: OtherPlaces;
}

export type CompiledTileView = CompiledView<CompiledTile>;

export function useCompiledTile({ run }: SwizzleState, { after, swizzle }: Tiles): CompiledTileView {
  const { rows, columns, elementBytes, padBytes, base } = after;
  return useCompiled(
    ['swizzle', run, rows, columns, elementBytes, padBytes, base, swizzle],
    // The kernel and all that runs it come when the pictures are there.
    async signal => (await import('./run-compiled-tile.ts')).runCompiledTile(run, after, swizzle, signal),
  );
}
