/** Gets a variant's machine code from shipped files, or from the toolkit of this machine. */

import type { Params } from '../../contract/param-field.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { serverApi, serverIsKnown } from '../../services/server/server.ts';
import { fetchAnswer } from '../../services/server/server-requests.ts';
import { parseSass, type SassListing } from '../../trace/sass-listing.ts';

export interface SassSource {
  readonly listing: SassListing;
  /** 'nvdisasm 13.0.88, assembled for sm_90a, shipped'. */
  readonly provenance: string;
}

export interface SassRequest {
  readonly kernel: Kernel;
  readonly variant: string;
  readonly params: Params;
  readonly arch: string;
  /** Whether the PTX on screen was compiled here: shipped machine code is of shipped PTX. */
  readonly isCompiledHere: boolean;
}

/** Rejects with the reason why there is none, for a person. */
export async function fetchSass(request: SassRequest, signal: AbortSignal): Promise<SassSource> {
  const shipped = request.isCompiledHere ? null : await fetchShipped(request);
  if (shipped !== null) return shipped;
  if (!(await serverIsKnown())) throw new Error(absence(request));
  return disassembled(request, signal);
}

const absence = ({ arch, isCompiledHere }: SassRequest): string =>
  isCompiledHere
    ? 'The local server, which has the machine code of what it compiled, does not answer.'
    : `No machine code is shipped for ${arch} with these parameters. A local server (npm start) with the CUDA toolkit makes it.`;

/** Hopper's: the machine code that is shipped was assembled for that. */
const isShippedFor = (arch: string): boolean => /^sm_90a?$/.test(arch);

/** Machine code shipped beside the PTX of the same name; null if there is none. */
async function fetchShipped({ kernel, variant, params, arch }: SassRequest): Promise<SassSource | null> {
  if (!isShippedFor(arch)) return null;
  const response = await fetchAnswer(`sass/${kernel.ptxPath(variant, params, arch).replace(/\.ptx$/, '.sass')}`);
  const text = response.ok ? await response.text() : '';
  // A file server may answer an address that it does not know with a page.
  if (!text.startsWith('// ')) return null;
  const [head] = text.split('\n', 1);
  return {
    listing: listingIn(text, kernel.build(variant, params).entry),
    provenance: `${head.slice(3).split(',')[0]}, assembled for sm_90a, shipped`,
  };
}

function listingIn(text: string, entry: string): SassListing {
  const listing = parseSass(text, entry);
  if (!listing.ok) throw new Error(listing.error);
  return listing.value;
}

async function disassembled({ kernel, variant, params, arch }: SassRequest, signal: AbortSignal): Promise<SassSource> {
  const { disassemble } = await serverApi();
  for await (const event of disassemble({ kernel: kernel.id, variant, params, arch }, signal)) {
    if (event.stage === 'failed') throw new Error(event.message);
    if (event.stage !== 'done') continue;
    const listing = listingIn(event.sass, kernel.build(variant, params).entry);
    return { listing, provenance: `${event.by} ${event.nvcc}, ${arch}, made here` };
  }
  throw new Error('the server ended without a listing');
}
