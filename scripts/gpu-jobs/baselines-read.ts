/** Checks the recordings that `cuda/baselines` wrote, copies them below `public/recordings`, and updates the index. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { refreshIndex } from '../../cli/gpu/stale-recordings.ts';
import { baselinesPath, parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import { projectRoot } from '../tree.ts';

export async function run(folder: string): Promise<void> {
  for (const file of globSync('*.json', { cwd: folder }).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    const parsed = parseBaselineRecording(text);
    if (!parsed.ok) throw new Error(`${file}: ${parsed.error.field} ${parsed.error.message}`);
    const [{ gpu }] = parsed.value.baselines;
    const gpuFolder = gpu.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const path = join(projectRoot, 'public', RECORDINGS_FOLDER, baselinesPath(gpuFolder, basename(file, '.json')));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  await refreshIndex(projectRoot, catalog);
}
