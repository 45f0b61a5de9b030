/** Which variable a byte of shared memory belongs to: for messages. */
import type { Program } from './program.ts';

export interface SharedVariable {
  /** As the module has it. */
  readonly name: string;
  /** From the start of the CTA's shared memory. */
  readonly byteOffset: number;
  /** 0 for the launch's dynamic part. */
  readonly sizeBytes: number;
}

/** `'full'`, `'ring[8]'` by elements of so many bytes, `'ring' + 6 B` between them or where they have none; null where nothing is. */
export function nameOfShared(
  { sharedVariables }: Program,
  byteOffset: number,
  elementBytes: number | null,
): string | null {
  const holds = ({ byteOffset: start, sizeBytes }: SharedVariable) =>
    byteOffset >= start && (sizeBytes === 0 || byteOffset < start + sizeBytes);
  const variable = sharedVariables.find(holds);
  if (!variable) return null;
  const inside = byteOffset - variable.byteOffset;
  const name = plainName(variable.name);
  if (variable.sizeBytes === elementBytes) return `'${name}'`;
  const isElement = elementBytes !== null && inside % elementBytes === 0;
  return isElement ? `'${name}[${inside / elementBytes}]'` : `'${name}' + ${inside} B`;
}

/** `_ZZ4kernE4full` -> `full`: of a variable inside a function, its own name (Itanium C++ ABI, "local-name"). */
export function plainName(name: string): string {
  const [lastWord] = name.split(/\W/).slice(-1);
  const local = /E(\d+)([A-Za-z_]\w*)/.exec(lastWord);
  return name.startsWith('_ZZ') && local ? local[2].slice(0, Number(local[1])) : name;
}
