/** Turns what a compiler printed into plain text that may be shown: no escape sequences, no paths of this machine. */
import { stripVTControlCharacters } from 'node:util';

/** Longer texts are cut: the first errors matter. */
const MAX_CHARACTERS = 32 * 1024;
/** Control characters other than newline and tab. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Lines of `ptxas -v` whose numbers are shown elsewhere. Its other remarks (serialised wgmma, ignored setmaxnreg) stay. */
const PTXAS_NUMBERS =
  /^(ptxas info\s*: (\d+ bytes gmem|Compiling entry function|Function properties for|Used \d+ registers|Compile time).*| +\d+ bytes stack frame, .*)$/;

/** `folder` is the job's own: its files are then named as in the checkout. */
export function plainDiagnostics(printed: string, folder: string): string {
  const text = stripVTControlCharacters(printed).replace(/\r\n?/g, '\n').replace(CONTROLS, '');
  const kept = withoutFolder(text, folder)
    .split('\n')
    .filter(line => !PTXAS_NUMBERS.test(line));
  const trimmed = kept.join('\n').trim();
  return trimmed.length <= MAX_CHARACTERS ? trimmed : `${trimmed.slice(0, MAX_CHARACTERS)}\n[cut]`;
}

const withoutFolder = (text: string, folder: string): string =>
  text.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
