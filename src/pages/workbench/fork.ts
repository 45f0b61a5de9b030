/** A kernel of the catalog as a document of one's own: its compiled PTX, its source beside it, its launch, its answer. */
import type { Expectation, WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { Kernel, Params } from '../../kernels/kernel.ts';
import type { Listing } from '../../state/workbench-store.ts';
import { fetchCuda, fetchShippedPtx } from '../exhibit/ptx-source.ts';

export interface Fork {
  readonly kernel: Kernel;
  readonly variant: string;
  readonly params: Params;
  readonly arch: string;
}

export interface Opened {
  readonly document: WorkbenchDocument;
  readonly listings: readonly Listing[];
}

/** Rejects where the PTX of these parameters is not shipped. */
export async function forkKernel({ kernel, variant, params, arch }: Fork): Promise<Opened> {
  const [ptx, cuda] = await Promise.all([
    fetchShippedPtx(kernel, variant, params, arch),
    fetchCuda(kernel, variant, params),
  ]);
  const title = kernel.variants.find(({ id }) => id === variant)?.title ?? variant;
  const { source } = kernel.build(variant, params);
  return {
    document: {
      version: 1,
      title: `${kernel.id}, ${title.toLowerCase()}`,
      source: { language: 'ptx', name: `${kernel.id}-${variant}.ptx`, text: ptx.text },
      arch,
      launch: kernel.launch(variant, params),
      guessed: [],
      ctas: null,
      tracedCta: 0,
      faults: 'first',
      expectations: expectationsOf(kernel, variant, params),
    },
    listings: [{ name: source, text: cuda }],
  };
}

/** Bytes of a reference that a document keeps: larger ones would make it hard to save and share. */
const MAX_EXPECTED_BYTES = 64 * 1024;

const expectationsOf = (kernel: Kernel, variant: string, params: Params): Expectation[] =>
  [...kernel.reference(variant, params)]
    .filter(([, bytes]) => bytes.length <= MAX_EXPECTED_BYTES)
    .map(([buffer, bytes]) => ({ buffer, by: { kind: 'base64', base64: base64Of(bytes) }, tolerance: 0 }));

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
