/**
 * The command of the npm package, `dist-command/`: all verbs and the server, with everything that a checkout keeps in
 * node_modules. A verb loads its part on demand; threads are files of their own. All files lie in one folder, since several look
 * for others beside them.
 */
import { defineConfig } from 'vite';
import { viewPrograms } from './scripts/node-bundle.ts';
import { thirdPartyLicences } from './scripts/third-party.ts';

export default defineConfig({
  ssr: { noExternal: true },
  plugins: [viewPrograms, thirdPartyLicences('licences.txt')],
  build: {
    ssr: true,
    target: 'node20.19',
    copyPublicDir: false,
    outDir: 'dist-command',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        lanescape: 'cli/packaged.ts',
        'part-worker': 'cli/part-worker.ts',
        'history-thread': 'server/runs/history-thread.ts',
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
