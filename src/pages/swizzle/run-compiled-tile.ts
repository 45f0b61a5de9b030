/** Runs a kernel that lays the tile, and reads its dump. Loaded when the page asks for the first tile. */
import { ok, type Result } from '../../base/result.ts';
import { kernel } from '../../kernels/swizzle/index.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { runCompiled } from '../kit/tile/compiled-run.ts';
import { type CompiledTile, differingChunks, dumpedAddress, dumpedAddresses, tileProgram } from './compiled-tile.ts';

/** The error says why no kernel lays this tile. Rejects where one does and stops. */
export async function runCompiledTile(
  variant: string,
  tile: SwizzledTile,
  swizzle: Swizzle | null,
  signal: AbortSignal,
): Promise<Result<CompiledTile, string>> {
  const program = tileProgram(variant, tile, swizzle);
  if (!program.ok) return program;
  const { params, arch } = program.value;
  const launch = kernel.launch(variant, params);
  const ran = await runCompiled('swizzle', { kernel, variant, params, arch, launch, output: 'out' }, signal);
  const addresses = dumpedAddresses(ran.output, program.value, tile.base);
  const place = (linear: number): number | null => dumpedAddress(tile, addresses, linear);
  const { faults, provenance } = ran;
  return ok({ ...differingChunks(tile, addresses), faults, provenance, places: { name: 'emulated', place } });
}
