/** How many recorded runs the page can show: the kernels' files in each GPU's folder. Below it lies what was noted beside the runs. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CEILINGS_FILE, RECORDINGS_FOLDER } from '../../src/contract/recording.ts';

/** Of the built page, or else of what it would be built from. */
export function countRecordedRuns(checkout: string): number {
  const folders = ['dist', 'public'].map(page => join(checkout, page, RECORDINGS_FOLDER));
  const folder = folders.find(each => existsSync(each));
  if (folder === undefined) return 0;
  const gpus = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  const files = gpus.flatMap(gpu => readdirSync(join(folder, gpu.name)));
  return files.filter(name => name.endsWith('.json') && name !== CEILINGS_FILE).length;
}
