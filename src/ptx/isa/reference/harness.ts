/** Runs instruction cases: writes a kernel around the instruction, emulates it, reads the results. */
import type { Launch } from '../../../trace/launch.ts';
import { emulate } from '../../index.ts';
import { parseModule } from '../../parse/module.ts';
import { bitsOf, type Domain, edgesOf, type InstructionCase } from './instruction-case.ts';

const NAMES = ['a', 'b', 'c', 'e', 'f'] as const;
const BLOCK = 96;

/** Brings a 64-bit word into a register of the domain's width, and back. */
const unpack = (domain: Domain, register: string, word: string): string => {
  const bits = bitsOf(domain);
  if (bits === 64) return `mov.b64 ${register}, ${word};`;
  if (bits === 1) return `setp.ne.s64 ${register}, ${word}, 0;`;
  return `cvt.u${bits}.u64 ${register}, ${word};`;
};
const pack = (domain: Domain, word: string, register: string): string => {
  const bits = bitsOf(domain);
  if (bits === 64) return `mov.b64 ${word}, ${register};`;
  if (bits === 1) return `selp.u64 ${word}, 1, 0, ${register};`;
  return `cvt.u64.u${bits} ${word}, ${register};`;
};
const declare = (domain: Domain, name: string): string => {
  const bits = bitsOf(domain);
  return `.reg ${bits === 1 ? '.pred' : `.b${bits}`} ${name};`;
};

const registerOf = (source: number): string => `%${NAMES[source]}`;

function instructionText({ ptx, from, suffix = '', body }: InstructionCase): string {
  const operands = ['%d', ...from.map((_, i) => registerOf(i))].join(', ');
  return body ?? `${ptx} ${operands}${suffix};`;
}

/** Thread i computes on word i of each input. */
export function kernelText(item: InstructionCase): string {
  const { to, from } = item;
  return `.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 count)
{
.reg .b64 %at, %base, %word; .reg .b32 %i, %n, %m; .reg .pred %p;
${declare(to, '%d')}
${from.map((domain, i) => declare(domain, registerOf(i))).join('\n')}
mov.u32 %i, %ctaid.x; mov.u32 %n, %tid.x; mad.lo.s32 %i, %i, ${BLOCK}, %n;
ld.param.u32 %m, [count]; setp.ge.u32 %p, %i, %m; @%p ret;
ld.param.u64 %base, [in];
mad.wide.u32 %at, %i, ${8 * from.length}, %base;
${from.map((domain, i) => `ld.global.u64 %word, [%at+${8 * i}];\n${unpack(domain, registerOf(i), '%word')}`).join('\n')}
${instructionText(item)}
${pack(to, '%word', '%d')}
ld.param.u64 %base, [out];
mad.wide.u32 %at, %i, 8, %base;
st.global.u64 [%at], %word;
ret;
}
`;
}

/** The results of the emulated instruction on each row of operands. */
export function run(test: InstructionCase, rows: readonly (readonly bigint[])[]): bigint[] {
  const module = parseModule(kernelText(test));
  if (!module.ok) throw new Error(`${test.ptx}: line ${module.error.line}: ${module.error.message}`);
  const values = rows.flat().map(v => BigInt.asUintN(64, v).toString());
  const launch: Launch = {
    grid: [Math.ceil(rows.length / BLOCK), 1, 1],
    block: [BLOCK, 1, 1],
    buffers: [
      { name: 'out', type: 'u64', length: rows.length, init: { kind: 'poison' } },
      { name: 'in', type: 'u64', length: values.length, init: { kind: 'values', values } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      { kind: 'scalar', type: 'u32', value: rows.length },
    ],
  };
  const result = emulate(module.value, launch);
  if (!result.ok) throw new Error(`${test.ptx}: ${result.error.message}`);
  if (!result.value.ok) throw new Error(`${test.ptx}: ${result.value.faults[0].message}`);
  return [...new BigUint64Array(result.value.buffers.get('out')!.buffer as ArrayBuffer)];
}

/** All combinations of edge values, cut to a fair sample where they are many. */
export function edgeRows(test: InstructionCase, most = 2500): bigint[][] {
  let rows: bigint[][] = [[]];
  test.from.forEach((domain, i) => {
    const edges = test.edges?.[i] ?? edgesOf(domain);
    rows = rows.flatMap(row => edges.map(v => [...row, v]));
  });
  const step = Math.ceil(rows.length / most);
  // A step that shares no factor with the edge counts meets all values of each operand.
  const odd = step > 1 && step % 2 === 0 ? step + 1 : step;
  return rows.filter((_, i) => i % odd === 0);
}
