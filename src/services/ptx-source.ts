/** Gets a variant's PTX and CUDA text from shipped files, or from nvcc on this machine. */

import type { Build, CompileEvent } from '../contract/api.ts';
import type { Params } from '../contract/param-field.ts';
import type { Kernel } from '../kernels/kernel.ts';
import { serverApi, serverIsKnown } from './server/server.ts';
import { fetchAnswer } from './server/server-requests.ts';

export interface PtxText {
  readonly text: string;
  /** Equal texts have equal identities, so that results can be kept by identity. */
  readonly identity: string;
  readonly provenance: string;
  /** Report of ptxas, for PTX that was compiled here. */
  readonly build: Build | null;
}

async function fetchText(path: string): Promise<string> {
  const response = await fetchAnswer(path);
  if (!response.ok) throw new Error(`${path}: the file server answered ${response.status}`);
  return response.text();
}

/** `path`: below `cuda/kernels`. */
export const fetchKernelText = (path: string): Promise<string> => fetchText(`ptx/${path}`);

/** nvcc writes its release into the head of the PTX. */
const compilerOf = (ptx: string): string => /release [\d.]+, V([\d.]+)/.exec(ptx)?.[1] ?? '(unknown release)';

export async function fetchShippedPtx(kernel: Kernel, variant: string, params: Params, arch: string): Promise<PtxText> {
  const path = kernel.ptxPath(variant, params, arch);
  const text = await fetchText(`ptx/${path}`);
  return { text, identity: `shipped ${path}`, provenance: `nvcc ${compilerOf(text)}, ${arch}, shipped`, build: null };
}

export async function compilePtx(
  kernel: Kernel,
  variant: string,
  params: Params,
  arch: string,
  signal: AbortSignal,
  onEvent: (event: CompileEvent) => void,
): Promise<PtxText> {
  if (!(await serverIsKnown()))
    throw new Error(
      `PTX for ${arch} is not shipped; a local server with nvcc (npm start; installed: npx lanescape) compiles it`,
    );
  const { compile } = await serverApi();
  for await (const event of compile({ kernel: kernel.id, variant, params, arch }, signal)) {
    onEvent(event);
    if (event.stage === 'failed') throw new Error(`${event.at}: ${event.message}`);
    if (event.stage === 'done') return compiledText(event, kernel.ptxPath(variant, params, arch), arch);
  }
  throw new Error('the server ended the compilation without a result');
}

function compiledText(event: CompileEvent & { readonly stage: 'done' }, path: string, arch: string): PtxText {
  const { stage: _, cached: __, durationMs: ___, ...build } = event;
  return {
    text: build.ptx,
    identity: `compiled ${build.sourceHash} ${path}`,
    provenance: `nvcc ${build.nvcc}, ${arch}, compiled here`,
    build,
  };
}
