/** ptxas names lines of the PTX; people write CUDA. Its messages get the source lines that the PTX itself tells of (`.loc`). */

const PTXAS = /^ptxas [^\s,]+, line (\d{1,9}); (error|warning|info) *: (.*)$/;
const LOC = /^\s*\.loc\s+(\d{1,9})\s+(\d{1,9})\s+\d+(?:,\s*function_name\s+\S+,\s*inlined_at\s+(\d{1,9})\s+(\d{1,9}))?/;
const FILE = /^\s*\.file\s+(\d{1,9})\s+"([^"]*)"/;
const BODY = /^\s*(?:\.visible |\.weak )?\.(?:entry|func)\b/;

interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** `own.cu(3): error: ptxas: …`, as the compiler's other stages write it; each message once, and as it was where the PTX tells no line. */
export function atSourceLines(diagnostics: string, ptx: string): string {
  const lines = diagnostics.split('\n');
  if (!lines.some(line => PTXAS.test(line))) return diagnostics;
  const places = sourceLines(ptx.split('\n'));
  const known = new Set<string>();
  return lines
    .map(line => {
      const [, number, kind, words] = PTXAS.exec(line) ?? [];
      const place = number === undefined ? undefined : places[Number(number) - 1];
      return place ? `${place.file}(${place.line}): ${kind}: ptxas: ${words}` : line;
    })
    .filter(line => !/ptxas/.test(line) || (!known.has(line) && known.add(line)))
    .join('\n');
}

/** Source of each line of the PTX, counted from 0. */
function sourceLines(lines: readonly string[]): readonly (SourceLine | null)[] {
  const files = new Map<string, string>();
  for (const text of lines) {
    const [, number, name] = FILE.exec(text) ?? [];
    if (number !== undefined) files.set(number, name);
  }
  let place: SourceLine | null = null;
  return lines.map(text => {
    if (BODY.test(text)) place = null;
    const loc = LOC.exec(text);
    if (loc) place = placeOf(loc, files) ?? place;
    return place;
  });
}

/** Place of an instruction; for a line of the toolkit, the call that leads there. */
function placeOf([, file, line, callFile, callLine]: readonly string[], files: ReadonlyMap<string, string>) {
  const [own, call] = [files.get(file) ?? '', callFile === undefined ? '' : (files.get(callFile) ?? '')];
  const isOwn = own !== '' && !own.startsWith('toolkit/');
  if (isOwn || call === '') return own === '' || line === '0' ? null : { file: own, line: Number(line) };
  return { file: call, line: Number(callLine) };
}
