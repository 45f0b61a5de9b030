/** How many recorded runs the page can show: the JSON files below `public/recordings`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** An index lists runs and is none. */
const INDEX = 'index.json';

export function countRecordedRuns(checkout: string): number {
  try {
    const entries = readdirSync(join(checkout, 'public/recordings'), { recursive: true, withFileTypes: true });
    return entries.filter(entry => entry.isFile() && entry.name.endsWith('.json') && entry.name !== INDEX).length;
  } catch {
    return 0;
  }
}
