/** Parts that the bundles for Node share: the programs that lie beside them as processes of their own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';
import { projectRoot } from './tree.ts';

/** The two programs that a compilation with `--allow-source` begins with. */
export const viewPrograms: Plugin = {
  name: 'view-programs',
  async generateBundle() {
    const path = join(projectRoot, 'server/exec/enter-view.ts');
    const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
    this.emitFile({ type: 'asset', fileName: 'enter-view.mjs', source: code });
    const confine = readFileSync(join(projectRoot, 'server/exec/confine.c'));
    this.emitFile({ type: 'asset', fileName: 'confine.c', source: confine });
  },
};
