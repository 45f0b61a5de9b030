/**
 * All output of the command. Names and printed texts come from files that others may have made: their control characters
 * are shown instead of sent, and no line of theirs becomes a command of the machine that reads the log.
 */

/** Control characters except line feed and tab, and characters that change the direction of writing. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text for a person. Line feeds are kept. */
export const say = (text: string): void => {
  process.stdout.write(printable(text));
};

/** Text for a person, on standard error. */
export const complain = (text: string): void => {
  process.stderr.write(printable(text));
};

/** A workflow command of our own, already encoded. */
export const tellActions = (command: string): void => {
  process.stdout.write(command);
};

/** One line for a program. Control characters are escaped as in JSON, so the value stays the same. */
export const sayJson = (value: unknown): void => {
  process.stdout.write(`${jsonLine(value)}\n`);
};

export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(CONTROL, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The text with `\x1b` for an escape character, and without commands of GitHub Actions and Azure Pipelines. */
export const printable = (text: string): string =>
  visible(text)
    .split('\n')
    .map(line => (line.trimStart().startsWith('::') ? line.replace('::', '\\::') : line))
    .join('\n');

/** The text with `\x1b` for an escape character. `##[…` and `##vso[…` are commands anywhere in a line. */
export const visible = (text: string): string =>
  text
    .replace(CONTROL, c => (c === '\n' || c === '\t' ? c : escapeOf(c.charCodeAt(0))))
    .replace(/##(\w*)\[/g, '##$1\\[');

function escapeOf(code: number): string {
  if (code === 0x0d) return '\\r';
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
