/**
 * The bundled server: one file for a bare Node, with everything in it that the checkout keeps in node_modules; and beside it the
 * thread that holds the history, and the two programs that a compilation with `--allow-source` starts with, processes of their own.
 */
import { build, defineConfig, type Plugin } from 'vite';
import { viewPrograms } from './scripts/node-bundle.ts';
import { thirdPartyLicences } from './scripts/third-party.ts';

/** In one file, with everything that it needs. */
const bundleOf = (entry: string, fileName: string) => ({
  ssr: { noExternal: true as const },
  build: {
    ssr: entry,
    target: 'node22',
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: fileName, codeSplitting: false } },
  },
});

const historyThread: Plugin = {
  name: 'history-thread',
  async generateBundle() {
    const { ssr, build: options } = bundleOf('server/runs/history-thread.ts', 'history-thread.mjs');
    const built = await build({ configFile: false, logLevel: 'error', ssr, build: { ...options, write: false } });
    if (!('output' in built)) throw new Error('the thread is one bundle');
    this.emitFile({ type: 'asset', fileName: 'history-thread.mjs', source: built.output[0].code });
  },
};

const server = bundleOf('cli/gpu/bundle.ts', 'lanescape-server.mjs');

export default defineConfig({
  ...server,
  plugins: [viewPrograms, historyThread, thirdPartyLicences('licences.txt')],
  build: { ...server.build, outDir: 'dist-server', emptyOutDir: true },
});
