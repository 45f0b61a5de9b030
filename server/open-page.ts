/**
 * Opens the page in the user's browser. A process list shows arguments to every user of the machine, so the link with the
 * token goes into a file that only its owner can read, and the browser is given that file.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInBrowser } from './exec/exec.ts';

/** Returns what removes the file again. `link` is our own: a URL without quotes. */
export function openPage(link: string, folder: string, open = openInBrowser): () => void {
  const file = join(folder, `open-${process.pid}.html`);
  const remove = (): void => rmSync(file, { force: true });
  remove();
  writeFileSync(file, redirectPage(link), { mode: 0o600, flag: 'wx' });
  open(file);
  return remove;
}

const redirectPage = (link: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Lanescape</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${link}">
<p><a href="${link}">Open Lanescape</a></p>
</html>
`;
