/** Turns a compiler's output into plain text that may be shown: no escape sequences, and no paths of this machine. */

/** Longer texts are cut, since the first errors matter most. */
const MAX_CHARACTERS = 32 * 1024;
/** Later text is not read, so that reading cannot keep the server from answering. */
const MAX_PRINTED_CHARACTERS = 128 * 1024;
const [ESC, CSI, BEL] = ['\u001b', '\u009b', '\u0007'];
/**
 * ECMA-48, 5.6 and 5.4: sequences that set a title or turn on colours. Node's own `stripVTControlCharacters` reads a text
 * with many openings once for each of them.
 */
const ESCAPES = new RegExp(`${ESC}\\][^${BEL}${ESC}\\n]*${BEL}?|[${ESC}${CSI}]\\[?[0-?]*[ -/]*[@-~]`, 'g');
/** Control characters other than newline and tab. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/**
 * Lines of `ptxas -v` whose numbers are shown elsewhere. Its other remarks (serialised wgmma, ignored setmaxnreg) are
 * kept.
 */
const PTXAS_NUMBERS =
  /^(ptxas info\s*: (\d+ bytes gmem|Compiling entry function|Function properties for|Used \d+ registers|Compile time).*| +\d+ bytes stack frame, .*)$/;

/** @param folder the job's own, whose files are then named as in the checkout. */
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
