/** The page as static files: relative addresses, so that it opens under any base path and with no server of ours. */
import { execFileSync } from 'node:child_process';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { version } from './package.json' with { type: 'json' };
import { kernelSources } from './scripts/kernel-sources.ts';
import { offline } from './scripts/offline.ts';
import { thirdPartyLicences } from './scripts/third-party.ts';

/** What was recorded on a GPU is left out: it comes when a page shows it. */
const KERNEL = /src[\\/]kernels[\\/]([^\\/]+)[\\/](?!recorded[\\/])/;

/** Which Lanescape this is, for reports of faults. In the start file alone: the names of the others follow their contents. */
const versionInPage: Plugin = {
  name: 'version-in-page',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'version', content: `${version}, ${commit()}` } }],
};

function commit(): string {
  try {
    const said = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] });
    return `commit ${String(said).trim()}`;
  } catch {
    return 'no commit known';
  }
}

export default defineConfig({
  base: './',
  plugins: [
    react(),
    versionInPage,
    kernelSources(import.meta.dirname),
    thirdPartyLicences('licences.txt'),
    offline(import.meta.dirname),
  ],
  // Annotations for minifiers stay in a worker unless they are named.
  worker: { format: 'es', rolldownOptions: { output: { comments: { annotation: false } } } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    reportCompressedSize: false,
    // Browsers that run es2023 know modulepreload, or load without it.
    modulePreload: {
      polyfill: false,
      // Lists of what each late part needs cost the first exhibit 3.6 kB; a part's own imports say the same, a moment later.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A group is what it names: what else its modules need is placed by who needs it.
          includeDependenciesRecursively: false,
          groups: [
            // React changes less often than the page: as a file of its own it stays in the browser's cache.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // What is imported from the start, the first exhibit with it, and nothing that is asked for later.
            { name: 'page', tags: ['$initial'], priority: 2 },
            // A kernel comes as one file, whoever asks for which part of it.
            { name: id => KERNEL.exec(id)?.[1] ?? null, debugName: 'kernels', priority: 1 },
          ],
        },
      },
    },
  },
});
