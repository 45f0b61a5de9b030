/** `lanescape plan`: how a tensor permutation moves through shared memory. */
import { err, ok, type Result } from '../src/base/result.ts';
import type { SideCost } from '../src/model/permute/placement.ts';
import { type BlockLayout, type Plan, planPermutation } from '../src/model/permute/plan.ts';
import { planJson } from '../src/model/permute/plan-json.ts';
import { textTable } from './table.ts';
import { defineVerb, JSON_FLAG } from './verb.ts';

export const plan = defineVerb({
  name: 'plan',
  about: `
Plans how a CUDA kernel moves a tensor permutation through shared memory: which block a CTA reads and writes, and how
the block can lie in shared memory so that stores (in the order of the input) and loads (in that of the output) meet no
bank conflict. Shapes follow numpy: the last dimension is fastest, and out.shape[i] = in.shape[perm[i]].

  lanescape plan --shape 2,16,2 --perm 2,0,1 --element-bytes 4

prints one row per strategy: strides by mode of the block, bytes of shared memory and how many of them are padding,
wavefronts of all the block's stores and loads with the ideal and the most of one warp, and whether it fits. A mode is
a dimension's piece, slowest first, or one of its two parts where reads need less of it than writes do.
With --json: {"canonical":{"shape","perm"},"isCopy","block":{"shape","grid","modes":[{"dim","extent","inRead",
"inWrite"}]},"layouts":[{"strategy","strides","xor":[{"bit","from"}],"sharedBytes","waste","fits","store":
{"wavefronts","ideal","worst"},"load":{…},"why","proved"}],"chosen","why"}; strides are in elements, waste in bytes.`,
  options: {
    shape: { kind: 'value', value: 'LIST', required: true, help: 'extents of the input, such as 64,32,8' },
    perm: { kind: 'value', value: 'LIST', required: true, help: 'input dimension of each output dimension' },
    'element-bytes': { kind: 'value', value: 'N', required: true, help: '1, 2, 4, 8 or 16' },
    'shared-bytes': { kind: 'value', value: 'N', help: 'shared memory of a CTA; 49152 when left out' },
    target: { kind: 'value', value: 'N', help: 'elements that the inner read and write blocks should reach' },
    json: JSON_FLAG,
  },
  async run({ options }) {
    const { shape, perm, json } = options;
    const lists = [shape, perm].map(numbersOf);
    if (lists[0] === null) return err(`--shape ${shape}: expected numbers with commas between, such as 64,32,8`);
    if (lists[1] === null) return err(`--perm ${perm}: expected numbers with commas between, such as 2,0,1`);
    const sizes = sizesOf(options);
    if (!sizes.ok) return sizes;
    const planned = planPermutation({ shape: lists[0], perm: lists[1], ...sizes.value });
    if (!planned.ok) return err(planned.error.message);
    process.stdout.write(json ? `${JSON.stringify(planJson(planned.value))}\n` : planText(planned.value));
    return ok(0);
  },
});

interface SizeOptions {
  readonly 'element-bytes': string;
  readonly 'shared-bytes': string | undefined;
  readonly target: string | undefined;
}

interface Sizes {
  readonly elementBytes: number;
  readonly sharedBytes?: number;
  readonly targetElements?: number;
}

function sizesOf(options: SizeOptions): Result<Sizes, string> {
  for (const name of ['element-bytes', 'shared-bytes', 'target'] as const) {
    const text = options[name];
    if (text !== undefined && numberOf(text) === null) return err(`--${name} ${text}: expected a number`);
  }
  const { 'element-bytes': elementBytes, 'shared-bytes': sharedBytes, target } = options;
  return ok({
    elementBytes: Number(elementBytes),
    ...(sharedBytes === undefined ? {} : { sharedBytes: Number(sharedBytes) }),
    ...(target === undefined ? {} : { targetElements: Number(target) }),
  });
}

const numberOf = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

function numbersOf(text: string): readonly number[] | null {
  const numbers = text.split(',').map(numberOf);
  return numbers.includes(null) ? null : (numbers as number[]);
}

const HEAD = ['strategy', 'strides', 'bytes', 'padding', 'store', 'load', 'fits'];

function planText({ canonical, block, layouts, chosen, why }: Plan): string {
  const modes = block.modes.map(({ dim, extent, inRead, inWrite }) => {
    const roles = [inRead ? 'read' : '', inWrite ? 'write' : ''].filter(role => role !== '');
    return [`${extent} of ${canonical.shape[dim]}`, `dimension ${dim}`, roles.join(', ') || 'grid'];
  });
  return [
    `shape ${canonical.shape.join(',') || '()'}  perm ${canonical.perm.join(',') || '()'}  (canonical)\n`,
    `grid  ${block.grid.join(',') || '()'}\n\n`,
    textTable(['mode', 'of', 'inner block'], modes),
    '\n',
    textTable(
      HEAD,
      layouts.map(layout => rowOf(layout, layout.strategy === chosen)),
    ),
    '\n',
    ...layouts.map(layout => `${layout.strategy}: ${layout.why}\n`),
    `\n${why}\n`,
  ].join('');
}

function rowOf({ strategy, strides, sharedBytes, waste, store, load, fits }: BlockLayout, chosen: boolean) {
  const name = chosen ? `${strategy} *` : strategy;
  return [name, strides.join(','), sharedBytes, waste, costText(store), costText(load), fits ? 'yes' : 'no'];
}

/** Of all warps, of all warps without a conflict, and the most of one warp. */
const costText = ({ wavefronts, ideal, worst }: SideCost): string => `${wavefronts}/${ideal} (${worst})`;
