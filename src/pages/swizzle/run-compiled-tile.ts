/** Fetches the kernel's PTX, runs it, and reads its dump. Loaded when the page asks for the first tile. */

import { emulateGrid } from '../../app/emulator/client.ts';
import { ok, type Result } from '../../base/result.ts';
import { kernel } from '../../kernels/swizzle/index.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import { rest } from '../exhibit/emulation-questions.ts';
import { fetchShippedPtx } from '../exhibit/ptx-source.ts';
import { differingChunks, dumpedAddress, dumpedAddresses, tileProgram } from './compiled-tile.ts';
import type { CompiledTile } from './use-compiled-tile.ts';

/** A slider on its way asks for nothing. */
const REST_MS = 120;

/** The error says why no kernel lays this tile. Rejects where one does and stops. */
export async function runCompiledTile(
  variant: string,
  tile: SwizzledTile,
  swizzle: Swizzle | null,
  signal: AbortSignal,
): Promise<Result<CompiledTile, string>> {
  const program = tileProgram(variant, tile, swizzle);
  if (!program.ok) return program;
  await rest(REST_MS, signal);
  const { params, arch } = program.value;
  const { text, provenance } = await fetchShippedPtx(kernel, variant, params, arch);
  const job = { ptx: text, launch: kernel.launch(variant, params), output: 'out' };
  const ran = await emulateGrid('swizzle', job, () => undefined, signal);
  if (!ran.ok) throw new Error(`It stopped at ${ran.error.stage}: ${ran.error.message}`);
  const addresses = dumpedAddresses(ran.value.output, program.value, tile.base);
  const place = (linear: number): number | null => dumpedAddress(tile, addresses, linear);
  return ok({
    ...differingChunks(tile, addresses),
    faults: ran.value.faults.length,
    provenance,
    places: { name: 'emulated', place },
  });
}
