/**
 * The bundled server: one file for a bare Node, with everything in it that the checkout keeps in node_modules; and beside it the
 * two programs that a compilation with `--allow-source` starts with, which are processes of their own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';

const viewPrograms: Plugin = {
  name: 'view-programs',
  async generateBundle() {
    const path = join(import.meta.dirname, 'server/exec/enter-view.ts');
    const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
    this.emitFile({ type: 'asset', fileName: 'enter-view.mjs', source: code });
    const confine = readFileSync(join(import.meta.dirname, 'server/exec/confine.c'));
    this.emitFile({ type: 'asset', fileName: 'confine.c', source: confine });
  },
};

export default defineConfig({
  plugins: [viewPrograms],
  ssr: { noExternal: true },
  build: {
    ssr: 'cli/gpu/bundle.ts',
    target: 'node22',
    outDir: 'dist-server',
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'lanescape-server.mjs', codeSplitting: false } },
  },
});
