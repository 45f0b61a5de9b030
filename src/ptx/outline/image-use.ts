/** What a kernel does with a parameter that is the handle of a texture or a surface. */
import type { ImageSpec } from '../../trace/launch-image.ts';
import type { Instruction, Operand, PtxFunction, ScalarType } from '../parse/ast.ts';
import { typesOf } from './memory-access.ts';
import type { ImageUse } from './module-outline.ts';
import { registersOf } from './operand-registers.ts';

/** The handle of an image instruction, `[handle, {coordinates}]` or `[handle]`; null for other instructions. */
export function imageHandle({ opcode, operands }: Instruction): Operand | null {
  if (!/^(tex|tld4|txq|suld|sust|sured|suq)$/.test(opcode)) return null;
  for (const operand of operands) {
    const first = operand.kind === 'vector' ? operand.elements[0] : operand;
    if (first?.kind === 'address') return first;
  }
  return null;
}

/** Null where no instruction reads or writes the image: a question for its size does not tell what it is. */
export function imageUse(instructions: readonly (readonly [PtxFunction, Instruction])[]): ImageUse | null {
  const accesses = instructions.filter(([, { opcode }]) => opcode !== 'txq' && opcode !== 'suq');
  const [first] = accesses;
  if (first === undefined) return null;
  const [f, instruction] = first;
  const geometry = instruction.modifiers.find(modifier => /^a?[123]d$/.test(modifier));
  if (geometry === undefined) return null;
  const isTexture = instruction.opcode === 'tex' || instruction.opcode === 'tld4';
  const [type = null] = typesOf(instruction);
  return {
    kind: 'image',
    object: isTexture ? 'texture' : 'surface',
    rank: Number(geometry.at(-2)) as ImageUse['rank'],
    isLayered: geometry.startsWith('a'),
    type: isTexture ? texelType(type) : storedType(type),
    channels: isTexture ? channelsUsed(f, instruction.operands[0]) : vectorOf(instruction),
    read: accesses.some(([, { opcode }]) => opcode !== 'sust'),
    written: accesses.some(([, { opcode }]) => opcode === 'sust' || opcode === 'sured'),
  };
}

/** The type that a fetch returns; integers are mostly pixels of bytes. */
const texelType = (type: ScalarType | null): ImageSpec['type'] =>
  type === 'u32' ? 'u8' : type === 's32' ? 's32' : type === 'f16' || type === 'f16x2' ? 'f16' : 'f32';

const storedType = (type: ScalarType | null): ImageSpec['type'] =>
  type === 'b8' ? 'u8' : type === 'b16' ? 'u16' : 'f32';

function vectorOf({ modifiers }: Instruction): ImageSpec['channels'] {
  return modifiers.includes('v4') ? 4 : modifiers.includes('v2') ? 2 : 1;
}

/** A fetch returns four elements; those of a narrower texel are not used. */
function channelsUsed({ instructions }: PtxFunction, result: Operand | undefined): ImageSpec['channels'] {
  const names = result?.kind === 'vector' ? result.elements.map(element => registersOf(element)[0]) : [];
  const read = new Set(instructions.flatMap(({ operands }) => operands.slice(1).flatMap(registersOf)));
  const last = names.findLastIndex(name => name !== undefined && read.has(name));
  return last <= 0 ? 1 : last === 1 ? 2 : 4;
}
