/** `lanescape plan`: how a tensor permutation moves through shared memory. */

import { STATIC_SHARED_BYTES } from '../src/base/hardware.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { SHARED_MEMORY } from '../src/model/permute/occupancy.ts';
import type { PermutationRequest } from '../src/model/permute/permutation.ts';
import { planPermutation } from '../src/model/permute/plan.ts';
import { planJson } from '../src/model/permute/plan-json.ts';
import { planText } from './plan-text.ts';
import { say, sayJson } from './terminal.ts';
import { defineVerb, JSON_FLAG } from './verb.ts';

const ARCHS = [...SHARED_MEMORY.keys()].join(', ');

export const plan = defineVerb({
  name: 'plan',
  about: `
Plans how a CUDA kernel moves a tensor permutation through shared memory: which block a CTA reads and writes, and how
the block can lie in shared memory so that stores (in the order of the input) and loads (in that of the output) meet no
bank conflict. Shapes follow numpy: the last dimension is fastest, and out.shape[i] = in.shape[perm[i]].

  lanescape plan --shape 2,16,2 --perm 2,0,1 --element-bytes 4 --arch sm_90

prints the block's modes: dimensions of the input are A, B, C … in order; AB is A and B fused; A₁ and A₀ are the outer
and inner part of a dimension that is read and written at different lengths. A row for each strategy follows: strides by
mode; bytes of shared memory, and how many of them are padding; wavefronts of all stores and loads of the block, with the
ideal and the most of one request; whether it fits; whether 16 bytes stay aligned and together; and with --arch how many
CTAs fit into an SM's shared memory. Then it gives reasons, and says whether a layout without bank conflicts exists, by
padding or by any address function.
With --json: {"canonical":{"shape","perm"},"fused","isCopy","block":{"shape","grid","modes":[{"dim","extent","inRead",
"inWrite"}]},"spillover":[{"dim","interval","rest","ragged"}],"vectors":{"store","load"},"storeOrder","loadOrder",
"layouts":[{"strategy","strides","xor":[{"bit","from"}],"hasTable","exchange","sharedBytes","waste","fits",
"keepsAlignment","store":{"wavefronts","ideal","worst"},"load":{…},"why","proved"}],"chosen","why","conflictFree":
{"padding":{"answer":"yes"|"no"|"open",…},"anyFunction":{"strategy","sharedBytes"},"why"}}; strides are in elements, waste
in bytes.`,
  options: {
    shape: { kind: 'value', value: 'LIST', required: true, help: 'extents of the input, such as 64,32,8' },
    perm: { kind: 'value', value: 'LIST', required: true, help: 'input dimension of each output dimension' },
    'element-bytes': { kind: 'value', value: 'N', required: true, help: '1, 2, 4, 8 or 16' },
    'shared-bytes': {
      kind: 'value',
      value: 'N',
      help: `shared memory of a CTA in bytes; default: all that --arch has, or ${STATIC_SHARED_BYTES}`,
    },
    target: { kind: 'value', value: 'N', help: 'least number of elements of the inner read and write blocks' },
    access: {
      kind: 'value',
      value: 'WIDTH',
      help: 'accesses to global memory: element, or widest for 16 bytes where aligned',
    },
    arch: { kind: 'value', value: 'ARCH', help: ARCHS },
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
    if (json) sayJson(planJson(planned.value));
    else say(planText(planned.value, options.arch));
    return ok(0);
  },
});

interface SizeOptions {
  readonly 'element-bytes': string;
  readonly 'shared-bytes': string | undefined;
  readonly target: string | undefined;
  readonly access: string | undefined;
  readonly arch: string | undefined;
}

type Sizes = Omit<PermutationRequest, 'shape' | 'perm'>;

function sizesOf(options: SizeOptions): Result<Sizes, string> {
  for (const name of ['element-bytes', 'shared-bytes', 'target'] as const) {
    const text = options[name];
    if (text !== undefined && numberOf(text) === null) return err(`--${name} ${text}: expected a number`);
  }
  const { access = 'element', arch, target } = options;
  if (access !== 'element' && access !== 'widest') return err(`--access ${access}: expected element or widest`);
  const memory = arch === undefined ? undefined : SHARED_MEMORY.get(arch);
  if (arch !== undefined && memory === undefined) return err(`--arch ${arch}: expected one of ${ARCHS}`);
  const sharedBytes = Number(options['shared-bytes'] ?? memory?.perCtaBytes ?? STATIC_SHARED_BYTES);
  if (memory !== undefined && sharedBytes > memory.perCtaBytes)
    return err(`--shared-bytes ${sharedBytes}: a CTA has at most ${memory.perCtaBytes} on ${arch}`);
  return ok({
    elementBytes: Number(options['element-bytes']),
    access,
    sharedBytes,
    ...(target === undefined ? {} : { targetElements: Number(target) }),
  });
}

const numberOf = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

function numbersOf(text: string): readonly number[] | null {
  const numbers = text.split(',').map(numberOf);
  return numbers.includes(null) ? null : (numbers as number[]);
}
