/** Variable declarations (PTX ISA, "Variables"): space, alignment, type, dimensions, initial value. */
import type { ScalarType, Variable, VariableSpace } from './ast.ts';
import { CODE } from './characters.ts';
import { type InitialBytes, readInitialBytes } from './initial-bytes.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';
import { SCALAR_BYTES, scalarTypeOf } from './types.ts';

/** 2^40 B: sizes stay far below 2^53 and above any real memory. */
const LARGEST_BYTES = 2 ** 40;
const MOST_DIMENSIONS = 8;

const SPACES: ReadonlyMap<string, VariableSpace> = new Map([
  ['.global', 'global'],
  ['.const', 'const'],
  ['.shared', 'shared'],
  ['.local', 'local'],
  ['.param', 'param'],
]);

export const variableSpaceOf = (directive: string): VariableSpace | undefined => SPACES.get(directive);

/** A declaration as written, before its name is made unique. */
export interface DeclaredVariable {
  readonly variable: Variable;
  readonly nameOffset: number;
}

const REFERENCES = new Set(['.texref', '.samplerref', '.surfref']);

interface Kind {
  readonly type: ScalarType | 'reference';
  /** 1, 2 or 4: `.v2`, `.v4`. */
  readonly vector: number;
  readonly alignBytes: number;
}

/** Reads what follows the space directive, up to but without the ';', ',' or ')' behind it. */
export function readVariable(readers: Readers, space: VariableSpace, extern: boolean): DeclaredVariable {
  const { scanner } = readers;
  const kind = readKind(readers);
  scanner.peek();
  const nameOffset = scanner.position;
  const name = scanner.name('the name of a variable');
  if (kind.type === 'reference') return readReference(readers, name, nameOffset, space, extern);
  const { bytes: declared, rowBytes } = readDimensions(readers, SCALAR_BYTES[kind.type] * kind.vector);
  const init = scanner.take(CODE.equals) ? readInitialBytes(readers, kind.type, rowBytes) : null;
  const sizeBytes = declared ?? (init === null ? 0 : init.bytes.length);
  if (init !== null && init.bytes.length > sizeBytes) scanner.fail(`'${name}' has more initial values than elements`);
  return { variable: { name, space, alignBytes: kind.alignBytes, sizeBytes, extern, ...ofInit(init) }, nameOffset };
}

/** The bytes of a handle; nothing reads them, for instructions on textures, samplers and surfaces are refused by name. */
const REFERENCE_BYTES = 8;

/** `.global .samplerref s = { addr_mode_0 = wrap, … }`, and arrays of references. */
function readReference(
  readers: Readers,
  name: string,
  nameOffset: number,
  space: VariableSpace,
  extern: boolean,
): DeclaredVariable {
  const { scanner } = readers;
  const { bytes } = readDimensions(readers, REFERENCE_BYTES);
  if (scanner.take(CODE.equals)) {
    scanner.expect(CODE.openBrace, 'before the properties');
    const end = scanner.text.indexOf('}', scanner.position);
    if (end < 0) scanner.fail("expected '}' after the properties");
    scanner.position = end + 1;
  }
  const sizeBytes = bytes ?? REFERENCE_BYTES;
  return { variable: { name, space, alignBytes: REFERENCE_BYTES, sizeBytes, extern, ...ofInit(null) }, nameOffset };
}

function ofInit(init: InitialBytes | null): Pick<Variable, 'init' | 'relocations'> {
  return init === null ? { init: null, relocations: [] } : { init: init.bytes, relocations: init.relocations };
}

/** Alignment, type and vector, in the order that nvcc and people choose. */
function readKind(readers: Readers): Kind {
  const { scanner } = readers;
  let type: Kind['type'] | null = null;
  let vector = 1;
  let alignBytes = 0;
  while (scanner.peek() === CODE.dot) {
    const start = scanner.position;
    const word = scanner.directive();
    const scalar = scalarTypeOf(word);
    if (scalar !== undefined) type = scalar;
    else if (REFERENCES.has(word)) type = 'reference';
    else if (word === '.v2' || word === '.v4') vector = word === '.v2' ? 2 : 4;
    else if (word === '.align') alignBytes = readAlignment(readers);
    else if (word === '.ptr') skipPointee(readers);
    else if (word === '.attribute') skipAttributes(scanner);
    else scanner.fail(`'${word}' is not supported in a declaration`, start);
  }
  if (type === null) return scanner.failExpecting("a type such as '.b32'");
  if (type === 'pred') return scanner.fail("a variable cannot have type '.pred'");
  if (type === 'reference') return { type, vector, alignBytes: REFERENCE_BYTES };
  return { type, vector, alignBytes: alignBytes || SCALAR_BYTES[type] * vector };
}

function readAlignment({ scanner, literals }: Readers): number {
  const start = scanner.position;
  const alignBytes = literals.count(2 ** 30);
  if (alignBytes === 0 || (alignBytes & (alignBytes - 1)) !== 0) scanner.fail('expected a power of two', start);
  return alignBytes;
}

/** `.ptr .global .align 4` tells what the pointer points to; the parameter itself keeps the alignment of its type. */
function skipPointee(readers: Readers): void {
  const { scanner } = readers;
  for (;;) {
    scanner.peek();
    const start = scanner.position;
    const word = scanner.directive();
    if (word === '.align') readAlignment(readers);
    else if (!SPACES.has(word)) {
      scanner.position = start;
      return;
    }
  }
}

/** `.attribute(.managed)` and its like: who may touch the memory, which makes no difference here. */
export function skipAttributes(scanner: Scanner): void {
  scanner.expect(CODE.openParen, "after '.attribute'");
  const end = scanner.text.indexOf(')', scanner.position);
  if (end < 0) scanner.fail("expected ')' after the attributes");
  scanner.position = end + 1;
  // `.unified(a, b)` has parentheses of its own.
  scanner.take(CODE.closeParen);
}

/** `[2][3]`: bytes of all elements, null = `[]`, to be taken from the initial value; and of the rows, outermost first. */
function readDimensions(
  { scanner, literals }: Readers,
  elementBytes: number,
): { readonly bytes: number | null; readonly rowBytes: readonly number[] } {
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
  return { bytes: lengths.length > 0 && lengths[0] === 0 && bytes !== 0 ? null : bytes, rowBytes };
}
