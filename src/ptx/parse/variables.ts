/** Variable declarations (PTX ISA, "Variables"): space, alignment, type, dimensions, initial value. */
import type { ScalarType, Variable, VariableSpace } from './ast.ts';
import { CODE } from './characters.ts';
import { type DeclaredKind, REFERENCE_BYTES, readKind } from './declared-kind.ts';
import { readInitialBytes } from './initial-bytes.ts';
import type { Readers } from './readers.ts';
import { SCALAR_BYTES } from './types.ts';

/** 2^40 B: sizes stay far below 2^53 and above any real memory. */
const LARGEST_BYTES = 2 ** 40;
const MOST_DIMENSIONS = 8;
/** Of one range: each variable is an object, unlike a register that nothing names. */
const MOST_IN_A_RANGE = 65_536;

/** A declaration as written, before its name is made unique. */
export interface DeclaredVariable {
  readonly variable: Variable;
  readonly nameOffset: number;
}

/** Reads what follows the space directive, up to and with the ';': `.u32 a, b[4] = {1, 2};`, `.u64 %P<2>;`. */
export function readVariables(readers: Readers, space: VariableSpace, extern: boolean): DeclaredVariable[] {
  const { scanner } = readers;
  const kind = readKind(readers);
  const list: DeclaredVariable[] = [];
  do list.push(...readRange(readers, readNamed(readers, kind, space, extern)));
  while (scanner.take(CODE.comma));
  scanner.expect(CODE.semicolon, 'after the declaration');
  return list;
}

export interface DeclaredParam extends DeclaredVariable {
  readonly type: ScalarType;
}

/** Reads what follows `.param` or `.reg`, up to but without the ',' or ')' behind it. */
export function readParam(readers: Readers): DeclaredParam {
  const kind = readKind(readers);
  // The handle of a texture counts as its bytes.
  const type = kind.type === 'reference' ? 'b64' : kind.type;
  return { ...readNamed(readers, kind, 'param', false), type };
}

/** `%P<2>` declares %P0 and %P1, of one kind; neither may be an array or have an initial value. */
function readRange({ scanner, literals }: Readers, named: DeclaredVariable): DeclaredVariable[] {
  if (!scanner.take(CODE.less)) return [named];
  const count = literals.literalCount(MOST_IN_A_RANGE);
  scanner.expect(CODE.greater, 'after the number of variables');
  return Array.from({ length: count }, (_, i) => ({
    ...named,
    variable: { ...named.variable, name: `${named.variable.name}${i}` },
  }));
}

function readNamed(readers: Readers, kind: DeclaredKind, space: VariableSpace, extern: boolean): DeclaredVariable {
  const { scanner } = readers;
  scanner.peek();
  const nameOffset = scanner.position;
  const name = scanner.name('the name of a variable');
  const contents = kind.type === 'reference' ? readReference(readers) : readContents(readers, kind, name);
  return { variable: { name, space, alignBytes: kind.alignBytes, extern, ...contents }, nameOffset };
}

type Contents = Pick<Variable, 'sizeBytes' | 'init' | 'relocations'>;

/** Dimensions and initial value. */
function readContents(readers: Readers, { type, vector }: DeclaredKind, name: string): Contents {
  const { scanner } = readers;
  if (type === 'pred' || type === 'reference') return scanner.fail("a variable cannot have type '.pred'");
  const bytes = SCALAR_BYTES[type] * vector;
  const { sizeBytes: declared, rowBytes } = readDimensions(readers, bytes);
  if (!scanner.take(CODE.equals)) return { sizeBytes: declared ?? 0, init: null, relocations: [] };
  const { bytes: init, relocations } = readInitialBytes(readers, type, vector > 1 ? [...rowBytes, bytes] : rowBytes);
  const sizeBytes = declared ?? init.length;
  if (init.length > sizeBytes) scanner.fail(`'${name}' has more initial values than elements`);
  return { sizeBytes, init, relocations };
}

/**
 * Reads `.global .samplerref s = { addr_mode_0 = wrap, … }`, and arrays of references. Nothing reads the bytes of a
 * handle, since instructions on textures, samplers and surfaces are refused by name.
 */
function readReference(readers: Readers): Contents {
  const { scanner } = readers;
  const { sizeBytes } = readDimensions(readers, REFERENCE_BYTES);
  if (scanner.take(CODE.equals)) {
    scanner.expect(CODE.openBrace, 'before the properties');
    scanner.skipTo(CODE.closeBrace, 'after the properties');
  }
  return { sizeBytes: sizeBytes ?? REFERENCE_BYTES, init: null, relocations: [] };
}

/** `[2][3]`: bytes of all elements, null = `[]`, to be taken from the initial value; and of the rows, outermost first. */
function readDimensions(
  { scanner, literals }: Readers,
  elementBytes: number,
): { readonly sizeBytes: number | null; readonly rowBytes: readonly number[] } {
  const lengths: number[] = [];
  let bytes = elementBytes;
  while (scanner.take(CODE.openBracket)) {
    if (lengths.length === MOST_DIMENSIONS) scanner.fail(`an array has at most ${MOST_DIMENSIONS} dimensions`);
    const isOpen = lengths.length === 0 && scanner.take(CODE.closeBracket);
    lengths.push(isOpen ? 0 : literals.count(LARGEST_BYTES));
    if (isOpen) continue;
    bytes *= lengths.at(-1)!;
    if (bytes > LARGEST_BYTES) scanner.fail('the array is larger than 2^40 bytes');
    scanner.expect(CODE.closeBracket, "after the array's length");
  }
  const rowBytes = lengths.slice(1).map((_, i) => lengths.slice(i + 1).reduce((size, n) => size * n, elementBytes));
  return { sizeBytes: lengths.length > 0 && lengths[0] === 0 && bytes !== 0 ? null : bytes, rowBytes };
}
