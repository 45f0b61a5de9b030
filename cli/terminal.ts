/**
 * The one way by which the command writes to its reader. Names and printed texts come from files that somebody else may
 * have made: their control characters are shown and not sent, and none of their lines is a command of the machine that
 * reads a log.
 */

/** Control characters but line feed and tab, and what turns the direction of writing. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** For a person. Lines stay lines. */
export const say = (text: string): void => {
  process.stdout.write(printable(text));
};

/** For a person, on standard error. */
export const complain = (text: string): void => {
  process.stderr.write(printable(text));
};

/** A workflow command of our own, already encoded. */
export const tellActions = (command: string): void => {
  process.stdout.write(command);
};

/** One line, for a program: what a terminal would obey is escaped as JSON has it, and means the same. */
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

/** The text with `\x1b` for an escape character; `##[…` and `##vso[…` are commands wherever they stand in a line. */
export const visible = (text: string): string =>
  text
    .replace(CONTROL, c => (c === '\n' || c === '\t' ? c : escapeOf(c.charCodeAt(0))))
    .replace(/##(\w*)\[/g, '##$1\\[');

function escapeOf(code: number): string {
  if (code === 0x0d) return '\\r';
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
