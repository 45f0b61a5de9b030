/** Alignment, type and vector length of what a declaration names, in the order that nvcc and people choose. */
import type { ScalarType, VariableSpace } from './ast.ts';
import { CODE } from './characters.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';
import { SCALAR_BYTES, scalarTypeOf } from './types.ts';

const SPACES: ReadonlyMap<string, VariableSpace> = new Map([
  ['.global', 'global'],
  ['.const', 'const'],
  ['.shared', 'shared'],
  ['.local', 'local'],
  ['.param', 'param'],
]);

export const variableSpaceOf = (directive: string): VariableSpace | undefined => SPACES.get(directive);

const REFERENCES = new Set(['.texref', '.samplerref', '.surfref']);
/** Bytes of the handle of a texture, sampler or surface. */
export const REFERENCE_BYTES = 8;

export interface DeclaredKind {
  readonly type: ScalarType | 'reference';
  /** 1, 2 or 4: `.v2`, `.v4`. */
  readonly vector: number;
  readonly alignBytes: number;
}

export function readKind(readers: Readers): DeclaredKind {
  const { scanner } = readers;
  let type: DeclaredKind['type'] | null = null;
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
  scanner.skipTo(CODE.closeParen, 'after the attributes');
  // `.unified(a, b)` has parentheses of its own.
  scanner.take(CODE.closeParen);
}
