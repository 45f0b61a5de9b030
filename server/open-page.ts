/**
 * Opens the page in the user's browser. Every user of the machine can read the arguments of processes, so the link with
 * the token is written to a file that only its owner can read, and the browser opens that file.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInBrowser } from './exec/exec.ts';

/** Returns a function that removes the file again. @param link made by the server: a URL without quotes. */
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
