/**
 * The CUDA sources that the page shows lie beside the PTX, as `ptx/transpose/xor.cu`. The bundler puts them there: it
 * writes them into the built page, and `vite` serves them. The manifest lists them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { MANIFEST_PATH, type Manifest, sourceAt } from './kernel-source-paths.ts';

/** @param root the checkout. */
export function kernelSources(root: string): Plugin {
  return {
    name: 'kernel-sources',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = /^\/ptx\/([^?]+)/.exec(request.url ?? '')?.[1];
        if (path === undefined || !shownSources(root).includes(path)) return next();
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.end(readSource(root, path));
      });
    },
    generateBundle() {
      for (const path of shownSources(root))
        this.emitFile({ type: 'asset', fileName: `ptx/${path}`, source: readSource(root, path) });
    },
  };
}

function shownSources(root: string): string[] {
  const { kernels }: Manifest = JSON.parse(readFileSync(join(root, MANIFEST_PATH), 'utf8'));
  return [...new Set(Object.values(kernels).flatMap(({ sources }) => sources))];
}

const readSource = (root: string, path: string): string => readFileSync(join(root, sourceAt(path)), 'utf8');
