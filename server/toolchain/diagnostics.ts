/** Turns what a compiler printed into plain text that may be shown: no escape sequences, no paths of this machine. */

/** Longer texts are cut: the first errors matter. */
const MAX_CHARACTERS = 32 * 1024;
/** What stands behind is not looked at: reading must not keep the server from answering. */
const MAX_PRINTED_CHARACTERS = 128 * 1024;
const [ESC, CSI, BEL] = ['\u001b', '\u009b', '\u0007'];
/**
 * ECMA-48, 5.6 and 5.4: what sets a title, and what turns colours on. Node's own `stripVTControlCharacters` reads a text of
 * many openings once for each of them.
 */
const ESCAPES = new RegExp(`${ESC}\\][^${BEL}${ESC}\\n]*${BEL}?|[${ESC}${CSI}]\\[?[0-?]*[ -/]*[@-~]`, 'g');
/** Control characters other than newline and tab. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Lines of `ptxas -v` whose numbers are shown elsewhere. Its other remarks (serialised wgmma, ignored setmaxnreg) stay. */
const PTXAS_NUMBERS =
  /^(ptxas info\s*: (\d+ bytes gmem|Compiling entry function|Function properties for|Used \d+ registers|Compile time).*| +\d+ bytes stack frame, .*)$/;

/** `folder` is the job's own: its files are then named as in the checkout. */
export function plainDiagnostics(printed: string, folder: string): string {
  const read = printed.slice(0, MAX_PRINTED_CHARACTERS);
  const text = read.replace(ESCAPES, '').replace(/\r\n?/g, '\n').replace(CONTROLS, '');
  const kept = withoutFolder(text, folder)
    .split('\n')
    .filter(line => !PTXAS_NUMBERS.test(line));
  const trimmed = kept.join('\n').trim();
  const isWhole = trimmed.length <= MAX_CHARACTERS && read.length === printed.length;
  return isWhole ? trimmed : `${trimmed.slice(0, MAX_CHARACTERS)}\n[cut]`;
}

const withoutFolder = (text: string, folder: string): string =>
  text.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
