/** Variable declarations (PTX ISA, "Variables"): space, alignment, type, dimensions, initial value. */
import type { ScalarType, Variable, VariableSpace } from './ast.ts';
import { type InitialBytes, readInitialBytes } from './initial-bytes.ts';
import type { Readers } from './readers.ts';
import { CODE, type Scanner } from './scanner.ts';
import { SCALAR_BYTES, scalarTypeOf } from './types.ts';

/** 2^40 B: sizes stay far below 2^53 and above any real memory. */
const LARGEST_BYTES = 2 ** 40;

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

interface Kind {
  readonly type: ScalarType;
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
  const elementBytes = SCALAR_BYTES[kind.type] * kind.vector;
  const declared = readDimensions(readers, elementBytes);
  const init = scanner.take(CODE.equals) ? readInitialBytes(readers, kind.type) : null;
  const sizeBytes = declared ?? (init === null ? 0 : init.bytes.length);
  if (init !== null && init.bytes.length > sizeBytes) scanner.fail(`'${name}' has more initial values than elements`);
  return { variable: { name, space, alignBytes: kind.alignBytes, sizeBytes, extern, ...ofInit(init) }, nameOffset };
}

function ofInit(init: InitialBytes | null): Pick<Variable, 'init' | 'relocations'> {
  return init === null ? { init: null, relocations: [] } : { init: init.bytes, relocations: init.relocations };
}

/** Alignment, type and vector, in the order that nvcc and people choose. */
function readKind(readers: Readers): Kind {
  const { scanner } = readers;
  let type: ScalarType | null = null;
  let vector = 1;
  let alignBytes = 0;
  while (scanner.peek() === CODE.dot) {
    const start = scanner.position;
    const word = scanner.directive();
    const scalar = scalarTypeOf(word);
    if (scalar !== undefined) type = scalar;
    else if (word === '.v2' || word === '.v4') vector = word === '.v2' ? 2 : 4;
    else if (word === '.align') alignBytes = readAlignment(readers);
    else if (word === '.ptr') skipPointee(readers);
    else if (word === '.attribute') skipAttributes(scanner);
    else scanner.fail(`'${word}' is not supported in a declaration`, start);
  }
  if (type === null) return scanner.failExpecting("a type such as '.b32'");
  if (type === 'pred') return scanner.fail("a variable cannot have type '.pred'");
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
function skipAttributes(scanner: Scanner): void {
  scanner.expect(CODE.openParen, "after '.attribute'");
  const end = scanner.text.indexOf(')', scanner.position);
  if (end < 0) scanner.fail("expected ')' after the attributes");
  scanner.position = end + 1;
  // `.unified(a, b)` has parentheses of its own.
  scanner.take(CODE.closeParen);
}

/** `[2][3]` -> bytes of all elements; null = `[]`, to be taken from the initial value. */
function readDimensions({ scanner, literals }: Readers, elementBytes: number): number | null {
  let bytes = elementBytes;
  let open = false;
  let first = true;
  for (; scanner.take(CODE.openBracket); first = false) {
    if (first && scanner.take(CODE.closeBracket)) {
      open = true;
      continue;
    }
    bytes *= literals.count(LARGEST_BYTES);
    if (bytes > LARGEST_BYTES) scanner.fail('the array is larger than 2^40 bytes');
    scanner.expect(CODE.closeBracket, "after the array's length");
  }
  return open ? null : bytes;
}
