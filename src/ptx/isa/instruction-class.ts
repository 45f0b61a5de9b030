/**
 * The unit that an instruction keeps busy, roughly, by its mnemonic, types and state space. ptxas may choose another
 * one.
 */
import type { InstructionClass } from '../../trace/execution-profile.ts';
import type { Instruction } from '../parse/ast.ts';
import type { Row } from './row.ts';

/** Parameters lie in a constant bank; a generic address is global nearly always. */
const SPACES: Readonly<Record<string, InstructionClass>> = {
  shared: 'shared',
  local: 'local',
  const: 'constant',
  param: 'constant',
};

/** Class of an instruction; 'other' if it has no row, since the emulator then lacks it. */
export function classOf(row: Row | undefined, { modifiers }: Pick<Instruction, 'modifiers'>): InstructionClass {
  if (!row) return 'other';
  if (row.class === 'type') return classOfType(modifiers.find(word => TYPE.test(word)) ?? '');
  if (row.class === 'space') return modifiers.map(word => SPACES[word.split('::')[0]]).find(found => found) ?? 'global';
  return row.class;
}

const TYPE = /^(pred|[busf]\d+|bf16|tf32)(x2)?$/;

function classOfType(type: string): InstructionClass {
  if (type === 'pred') return 'predicate';
  if (type === 'f64') return 'double';
  if (/^b?f16/.test(type)) return 'half';
  return type.startsWith('f32') ? 'float' : 'integer';
}
