/** How many recorded runs the page can show: the JSON files among its recordings. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CEILINGS_FILE, RECORDINGS_FOLDER } from '../../src/contract/recording.ts';

/** Beside the runs: the list of them, and what a GPU can do at most. */
const OTHER_FILES = new Set(['index.json', CEILINGS_FILE]);

/** Of the built page, or else of what it would be built from. */
export function countRecordedRuns(checkout: string): number {
  const folders = ['dist', 'public'].map(page => join(checkout, page, RECORDINGS_FOLDER));
  const folder = folders.find(each => existsSync(each));
  if (folder === undefined) return 0;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile() && entry.name.endsWith('.json') && !OTHER_FILES.has(entry.name)).length;
}
