/** A kernel of the catalog as a document of one's own: its program, its launch, its answer. */
import type { Expectation, WorkbenchDocument } from '../../contract/workbench-document.ts';
import type { Kernel, Params } from '../../kernels/kernel.ts';
import { fetchKernelText, fetchShippedPtx } from '../../services/ptx-source.ts';
import type { Listing } from '../../state/workbench-store.ts';
import { encodeBase64 } from '../../trace/launch-bytes-base64.ts';
import { selfContained } from './self-contained.ts';

export interface Fork {
  readonly kernel: Kernel;
  readonly variant: string;
  readonly params: Params;
  readonly arch: string;
  /** 'cuda' needs a compiler when it runs; 'ptx' is the text that is shipped, with its CUDA beside it. */
  readonly language: WorkbenchDocument['source']['language'];
}

export interface Opened {
  readonly document: WorkbenchDocument;
  readonly listings: readonly Listing[];
  /** PTX made from the CUDA, if it is known before it is compiled here. */
  readonly compiled?: string | null;
}

/** Opens a variant as a document. As PTX it rejects if the PTX of these parameters is not shipped. */
export async function forkKernel(fork: Fork): Promise<Opened> {
  const { kernel, variant, params, arch, language } = fork;
  const { text, ...beside } = language === 'cuda' ? await cudaOf(fork) : await ptxOf(fork);
  const title = kernel.variants.find(({ id }) => id === variant)?.title ?? variant;
  const sharedBaseBytes = kernel.sharedBaseBytes(params);
  return {
    document: {
      version: 1,
      title: `${kernel.id}, ${title.toLowerCase()}`,
      source: { language, name: `${variant}.${language === 'cuda' ? 'cu' : 'ptx'}`, text },
      arch,
      launch: kernel.launch(variant, params),
      ...(sharedBaseBytes > 0 ? { sharedBaseBytes } : {}),
      guessed: [],
      ctas: null,
      tracedCta: 0,
      faults: 'first',
      expectations: expectationsOf(kernel, variant, params),
    },
    ...beside,
  };
}

interface Program extends Omit<Opened, 'document'> {
  readonly text: string;
}

async function ptxOf({ kernel, variant, params, arch }: Fork): Promise<Program> {
  const build = kernel.build(variant, params);
  const [ptx, texts] = await Promise.all([fetchShippedPtx(kernel, variant, params, arch), kernelTexts(kernel)]);
  const listing = { name: build.source, text: texts.get(build.source) ?? '', alone: selfContained(build, texts) };
  return { text: ptx.text, listings: [listing] };
}

/** The shipped PTX has the same instructions: the names of the parameters are known from it at once. */
async function cudaOf({ kernel, variant, params, arch }: Fork): Promise<Program> {
  const build = kernel.build(variant, params);
  const shipped = fetchShippedPtx(kernel, variant, params, arch).then(
    ({ text }) => text,
    () => null,
  );
  const [texts, compiled] = await Promise.all([kernelTexts(kernel), shipped]);
  return { text: selfContained(build, texts), listings: [], compiled };
}

/** Sources from which the kernel's variants are compiled, by path. */
async function kernelTexts({ id }: Kernel): Promise<ReadonlyMap<string, string>> {
  const manifest: { readonly kernels: Readonly<Record<string, { readonly sources: readonly string[] }>> } = JSON.parse(
    await fetchKernelText('manifest.json'),
  );
  const texts = manifest.kernels[id].sources.map(async path => [path, await fetchKernelText(path)] as const);
  return new Map(await Promise.all(texts));
}

/** Bytes of a reference that a document keeps: larger ones would make it hard to save and share. */
const MAX_EXPECTED_BYTES = 64 * 1024;

const expectationsOf = (kernel: Kernel, variant: string, params: Params): Expectation[] =>
  [...(kernel.tooLarge(params) === null ? kernel.reference(variant, params) : [])]
    .filter(([, bytes]) => bytes.length <= MAX_EXPECTED_BYTES)
    .map(([buffer, bytes]) => ({ buffer, by: { kind: 'base64', base64: encodeBase64(bytes) }, tolerance: 0 }));
