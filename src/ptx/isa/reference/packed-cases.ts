/** A case of one element, made a case of a register that holds two: `add.f16` to `add.f16x2`. */
import { type InstructionCase, instruction } from './instruction-case.ts';

export function bothElements(item: InstructionCase, type: 'f16' | 'bf16' | 'f32'): InstructionCase {
  const bits = type === 'f32' ? 32n : 16n;
  const mask = (1n << bits) - 1n;
  const domain = `${type}x2` as const;
  return instruction(
    item.ptx.replace(new RegExp(`\\.${type}$`), `.${type}x2`),
    domain,
    item.from.map(() => domain),
    (...words) => {
      const low = item.expected(...words.map(w => w & mask));
      const high = item.expected(...words.map(w => w >> bits));
      return low === null || high === null ? null : low | (high << bits);
    },
  );
}
