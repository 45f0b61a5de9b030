/**
 * Machine code as `nvdisasm -g -c` prints it, or `cuobjdump -sass`: instructions by address, labels between them, and of which
 * line of the source each one is, where the code was assembled with `-lineinfo`. Encodings and what is no code are left out.
 */
import { err, ok, type Result } from '../base/result.ts';

export type SassLine =
  | {
      readonly kind: 'instruction';
      readonly address: number;
      /** Text of the instruction, with its predicate and without the semicolon. */
      readonly text: string;
      /** Line of source; for an inlined instruction, the line in the innermost function; null if it is not known. */
      readonly source: { readonly file: string; readonly line: number } | null;
    }
  | { readonly kind: 'label'; readonly name: string };

export interface SassListing {
  readonly entry: string;
  readonly lines: readonly SassLine[];
}

const SECTION = /^\s*\.section\s+\.text\.([\w$.]+)/;
const FUNCTION = /^\s*Function : ([\w$.]+)/;
const SOURCE = /^\s*\/\/## File "([^"]*)", line (\d+)/;
const INSTRUCTION = /^\s*\/\*([0-9a-f]{4,})\*\/\s([^;]+);/;
const LABEL = /^(\.L_x_\d+):/;

/** The listing of one entry; the text may hold other entries, too. */
export function parseSass(text: string, entry: string): Result<SassListing, string> {
  const lines: SassLine[] = [];
  let isInside = false;
  let source: Extract<SassLine, { kind: 'instruction' }>['source'] = null;
  for (const line of text.split('\n')) {
    const begins = SECTION.exec(line) ?? FUNCTION.exec(line);
    if (begins !== null) isInside = begins[1] === entry;
    else if (/^\/\/-{10,}/.test(line)) isInside = false;
    if (!isInside) continue;
    const from = SOURCE.exec(line);
    const instruction = INSTRUCTION.exec(line);
    const label = LABEL.exec(line);
    if (from !== null) source = { file: from[1], line: Number(from[2]) };
    if (label !== null) lines.push({ kind: 'label', name: label[1] });
    if (instruction !== null)
      lines.push({
        kind: 'instruction',
        address: Number.parseInt(instruction[1], 16),
        text: instruction[2].trim(),
        source,
      });
  }
  const code = withoutPadding(lines);
  return code.length > 0 ? ok({ entry, lines: code }) : err(`the disassembler printed no instruction of ${entry}`);
}

/** The lines without the padding behind the code: a jump to itself, then NOPs up to the next multiple of 128 bytes. */
function withoutPadding(lines: readonly SassLine[]): SassLine[] {
  const last = lines.findLastIndex(line => line.kind === 'instruction' && line.text !== 'NOP');
  return lines.slice(0, last + 1);
}

/** The listing as text in the form in which it is shipped; `parseSass` reads it again. */
export function sassText({ entry, lines }: SassListing): string {
  const written = [`\t.section\t.text.${entry}`];
  let at = '';
  for (const line of lines) {
    if (line.kind === 'label') {
      written.push(`${line.name}:`);
      continue;
    }
    const from = line.source === null ? at : `//## File "${line.source.file}", line ${line.source.line}`;
    if (from !== at) written.push(from);
    at = from;
    written.push(`/*${hex(line.address)}*/ ${line.text} ;`);
  }
  return `${written.join('\n')}\n`;
}

const hex = (address: number): string => address.toString(16).padStart(4, '0');

/** The instructions that access shared memory, then those that access global memory; the constant bank is neither. */
const MEMORY: readonly RegExp[] = [
  /^(?:@!?U?P\d+ )?(?:LDS|STS|ATOMS|LDGSTS|UTMA|UBLK|HGMMA)/,
  /^(?:@!?U?P\d+ )?(?:LDG|STG|ATOMG|RED)/,
];

/**
 * The listing as shown to a reader: a line for each instruction and label, and the source's line wherever it changes.
 * `litLine` (from 1) is the first instruction of a source line that accesses memory, or else its first instruction; 0
 * if the source line has none.
 */
export function sassView({ lines }: SassListing, file: string, line: number): { text: string; litLine: number } {
  let at = '';
  const shown = lines.map(each => {
    if (each.kind === 'label') return `${each.name}:`;
    const from = each.source === null ? '' : `${each.source.file.replace(/^.*\//, '')}:${each.source.line}`;
    const note = from === at ? '' : `  // ${from}`;
    at = from;
    return `  ${hex(each.address)}  ${each.text}${note}`;
  });
  const isOf = (each: SassLine): boolean =>
    each.kind === 'instruction' && each.source?.line === line && each.source.file.endsWith(file);
  const found = [...MEMORY, /./]
    .map(pattern => lines.findIndex(each => isOf(each) && each.kind === 'instruction' && pattern.test(each.text)))
    .find(index => index >= 0);
  return { text: shown.join('\n'), litLine: found === undefined ? 0 : found + 1 };
}
