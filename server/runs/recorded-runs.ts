/** How many recorded runs the page can show: the JSON files below `public/recordings`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CEILINGS_FILE } from '../../src/contract/recording.ts';

/** Beside the runs: the list of them, and what a GPU can do at most. */
const OTHER_FILES = new Set(['index.json', CEILINGS_FILE]);

export function countRecordedRuns(checkout: string): number {
  try {
    const entries = readdirSync(join(checkout, 'public/recordings'), { recursive: true, withFileTypes: true });
    return entries.filter(entry => entry.isFile() && entry.name.endsWith('.json') && !OTHER_FILES.has(entry.name))
      .length;
  } catch {
    return 0;
  }
}
