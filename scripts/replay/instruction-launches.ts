/** A kernel around each instruction case, and its operands: combined edge values, then random ones. */
import { edgeRows, kernelText } from '../../src/ptx/isa/reference/harness.ts';
import { bitsOf, type InstructionCase } from '../../src/ptx/isa/reference/instruction-case.ts';
import type { Launch } from '../../src/trace/launch.ts';

const HEADER = '.version 9.0\n.target sm_90a\n.address_size 64\n';

export function instructionModule(
  cases: readonly { readonly item: InstructionCase; readonly entry: string }[],
): string {
  const entries = cases.map(({ item, entry }) => {
    const text = kernelText(item);
    return text.slice(text.indexOf('.visible .entry')).replace('.entry k(', `.entry ${entry}(`);
  });
  return HEADER + entries.join('');
}

const BLOCK = 96;
const EDGE_ROWS = 1024;
const RANDOM_ROWS = 1024;
/** An approximation is tested on more operands. */
const RANDOM_ROWS_APPROXIMATE = 16_384;

/** xorshift64, seeded by the instruction's name, so that operands are the same each time. */
function randomWords(name: string): (bits: number) => bigint {
  let x = [...name].reduce((hash, letter) => (hash * 31n + BigInt(letter.charCodeAt(0))) & MASK, 0x2026_1120n);
  return bits => {
    x ^= (x << 13n) & MASK;
    x ^= x >> 7n;
    x ^= (x << 17n) & MASK;
    return x >> BigInt(64 - bits);
  };
}
const MASK = 0xffff_ffff_ffff_ffffn;

export function instructionRows(item: InstructionCase): bigint[][] {
  const count = item.tolerance ? RANDOM_ROWS_APPROXIMATE : RANDOM_ROWS;
  const random = randomWords(item.ptx);
  const randomRows = Array.from({ length: count }, () => item.from.map(domain => random(bitsOf(domain))));
  return [...edgeRows(item, EDGE_ROWS), ...randomRows];
}

/** Thread i computes row i; the buffers `out` and `in` hold 64-bit words. */
export function instructionLaunch(item: InstructionCase): Launch {
  const words = BigUint64Array.from(instructionRows(item).flat());
  const rows = words.length / item.from.length;
  return {
    grid: [Math.ceil(rows / BLOCK), 1, 1],
    block: [BLOCK, 1, 1],
    buffers: [
      { name: 'out', type: 'u64', length: rows, init: { kind: 'poison' }, output: true },
      {
        name: 'in',
        type: 'u64',
        length: words.length,
        init: { kind: 'base64', base64: Buffer.from(words.buffer).toString('base64') },
      },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      { kind: 'scalar', type: 'u32', value: rows },
    ],
  };
}
