/** `lanescape export`: code of a kernel for programs that do not have Lanescape. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../src/base/assert.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { MOST_COUNTED } from '../src/kernels/permute/index.ts';
import { jobOf } from '../src/kernels/permute/job.ts';
import { schema } from '../src/kernels/permute/params.ts';
import { fastestWide, wideLaunch } from '../src/kernels/permute/wide-launch.ts';
import { kernelText } from '../src/model/permute/code/kernel.ts';
import { libraryText } from '../src/model/permute/code/library.ts';
import { sourcePathOf } from '../src/model/permute/code/source-paths.ts';
import { wideKernelText } from '../src/model/permute/code/wide-kernel.ts';
import type { PermutationRequest } from '../src/model/permute/permutation.ts';
import { planPermutation } from '../src/model/permute/plan.ts';
import { writing } from './files.ts';
import { say } from './terminal.ts';
import { defineVerb } from './verb.ts';

const CUDA = join(import.meta.dirname, '../cuda');

/** The text of a CUDA source of the permutation. */
export function sourceAt(path: string): string {
  const source = sourcePathOf(path);
  return readFileSync(join(CUDA, source.startsWith('include/') ? source : join('kernels', source)), 'utf8');
}

export const exportVerb = defineVerb({
  name: 'export',
  about: `
Writes code to take along.

  lanescape export permute --library --out lanescape_permute.hpp

is a C++17 header without dependencies that plans any tensor permutation (ranks up to 12, 2^31 elements of 1, 2, 4, 8 or 16
bytes) and, compiled by nvcc, launches it: the kernels \`tile-v\`, \`tile-bulk\`, \`tile-odd\`, \`tile-short\`, \`rows-v\` and \`rows-odd\` of the page. Its first lines show how to call it.

  lanescape export permute --shape 28,48,28 --perm 2,0,1 --element-bytes 4 --out permute.cu

is one permutation: the kernel with its plan compiled in, its launch, and a program that checks every element on a GPU. Tensors of a few MB take
0.2 to 1.7 µs less of an H200 than by the library, large ones about as long. Above 2^31 elements it is the kernel of the plan, whose offsets have 64 bits, and not the fastest of the page, which count in 32.`,
  operand: 'kernel',
  options: {
    library: { kind: 'flag', help: 'the header that plans and launches' },
    shape: { kind: 'value', value: 'LIST', help: 'extents of the input, such as 64,32,8' },
    perm: { kind: 'value', value: 'LIST', help: 'input dimension of each output dimension' },
    'element-bytes': { kind: 'value', value: 'N', help: '1, 2, 4, 8 or 16' },
    out: { kind: 'value', value: 'FILE', help: 'where to write it; default: standard output' },
  },
  async run({ options, operands }) {
    if (operands.length !== 1 || operands[0] !== 'permute')
      return err(`expected the kernel 'permute', got ${operands.map(word => `'${word}'`).join(', ') || 'none'}`);
    const { library, shape, perm, 'element-bytes': elementBytes, out } = options;
    const one = [shape, perm, elementBytes];
    if (library === one.some(given => given !== undefined))
      return err('expected either --library, or --shape, --perm and --element-bytes; see --help');
    const text = library ? ok(libraryText(sourceAt)) : permutationText(shape, perm, elementBytes);
    if (!text.ok) return text;
    if (out === undefined) {
      say(text.value);
      return ok(0);
    }
    const written = await writing(out, () => writeFile(out, text.value));
    return written.ok ? ok(0) : written;
  },
});

function permutationText(shape?: string, perm?: string, elementBytes?: string): Result<string, string> {
  if (shape === undefined || perm === undefined || elementBytes === undefined)
    return err('expected --shape, --perm and --element-bytes together; see --help');
  const params = schema.check({ shape, perm, elementBytes: Number(elementBytes) });
  if (!params.ok)
    return err(
      `--${params.error.field === 'elementBytes' ? 'element-bytes' : params.error.field} ${params.error.message}`,
    );
  const job = jobOf(params.value);
  const able = fastestWide(job);
  if (able === null) return err('--perm: nothing changes place, a copy of the bytes does it');
  if (job.elements > MOST_COUNTED) return plannedText(job.request);
  return ok(wideKernelText(wideLaunch(job, able), sourceAt));
}

/** The planned block with its chosen layout: its offsets are as wide as the tensor needs. */
function plannedText(request: PermutationRequest): Result<string, string> {
  const plan = planPermutation(request);
  if (!plan.ok) return err(`--${plan.error.field} ${plan.error.message}`);
  const layout = plan.value.layouts.find(({ strategy }) => strategy === plan.value.chosen);
  assert(layout !== undefined, 'a plan has the layout that it chose');
  return ok(kernelText({ request, plan: plan.value, layout }));
}
