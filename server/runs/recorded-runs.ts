/** How many recorded runs the page can show: the kernels' files in each GPU's folder. Notes about the runs lie below it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CEILINGS_FILE, RECORDINGS_FOLDER } from '../../src/contract/recording.ts';

/** Counts in the built page, or else in the files from which it would be built. */
export function countRecordedRuns(checkout: string): number {
  const folders = ['dist', 'public'].map(page => join(checkout, page, RECORDINGS_FOLDER));
  const folder = folders.find(each => existsSync(each));
  if (folder === undefined) return 0;
  const gpus = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  const files = gpus.flatMap(gpu => readdirSync(join(folder, gpu.name)));
  return files.filter(name => name.endsWith('.json') && name !== CEILINGS_FILE).length;
}
