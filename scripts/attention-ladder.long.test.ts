/**
 * Tests the attention ladder as nvcc compiles it: what ptxas makes of each build, and that the kernel which judges them on a GPU
 * equals the reference to the last bit.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ptxFlags } from '../server/toolchain/command-line.ts';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { KERNEL_FOLDER } from '../server/toolchain/source-tree.ts';
import { buildSpec } from '../src/kernels/attention/build.ts';
import { gpuReference } from '../src/kernels/attention/gpu-reference.ts';
import { kernel } from '../src/kernels/attention/index.ts';
import { type AttentionParams, schema } from '../src/kernels/attention/params.ts';
import { isKnownWrong, variants } from '../src/kernels/attention/variants.ts';
import type { BuildSpec } from '../src/kernels/kernel.ts';
import { differing } from './fixtures/judging-kernel.ts';
import { ARCH, assemble } from './gemm-resources.ts';
import { projectRoot } from './tree.ts';

const [nvcc] = nvccCandidates();
const PATIENCE_MS = 60_000;
const FOLDER = join(projectRoot, KERNEL_FOLDER, 'attention');

/** ptxas executes products one after another, or waits where the source does not: C7510 and similar. */
const COMPLAINT = /warning|\(C75\d\d\)/i;

/** The sources include headers of their folder, also where their text lies in another one. */
const flagsOf = (spec: BuildSpec): string[] => [...ptxFlags(spec, ARCH), `-I${FOLDER}`];

function reportOf(text: string, spec: BuildSpec): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-attention-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const source = join(folder, 'version.cu');
  writeFileSync(source, text);
  return assemble(nvcc, flagsOf(spec), source, ARCH).report;
}

const textOf = ({ source }: BuildSpec): string => readFileSync(join(projectRoot, KERNEL_FOLDER, source), 'utf8');

const builds = variants
  .map(({ id }) => id)
  .filter(id => !isKnownWrong(id))
  .flatMap(id =>
    ([64, 128, 256] as const).flatMap(headDim =>
      (['bf16', 'f16', 'e4m3'] as const).map(elementType => ({ id, params: schema.parse({ headDim, elementType }) })),
    ),
  )
  .filter(({ id, params }) => kernel.shortfall(id, params, ARCH) === null);

describe.skipIf(nvcc === undefined)('what ptxas makes of the ladder', () => {
  it.each(builds.map(({ id, params }) => [`${id} ${params.headDim} ${params.elementType}`, id, params] as const))(
    '%s spills nothing, and its products run asynchronously',
    (_, id, params) => {
      const spec = buildSpec(id, params);
      const report = reportOf(textOf(spec), spec);
      expect(report).toMatch(/ 0 bytes spill stores/);
      expect(report).not.toMatch(/[1-9]\d* bytes spill/);
      expect(report).not.toMatch(COMPLAINT);
    },
    PATIENCE_MS,
  );

  it(
    'is complained of where weights are written while products read them',
    () => {
      const spec = buildSpec('a4-overlap', schema.parse({ headDim: 64 }));
      const early = '    shared.k.release(keys);\n    softmax.update(scores);\n';
      const text = textOf(spec);
      expect(text.split(early)).toHaveLength(2);
      const touched = text.replace(early, `${early}    output[0][0] *= softmax.rescale[0];\n`);
      expect(reportOf(touched, spec)).toMatch(COMPLAINT);
    },
    PATIENCE_MS,
  );
});

const PROBLEMS: Partial<AttentionParams>[] = [
  { queries: 5, keys: 37, headDim: 64 },
  { queries: 3, keys: 530, headDim: 128, elementType: 'f16', group: 2 },
  { queries: 9, keys: 4, headDim: 64, causal: 'causal' },
  { queries: 4, keys: 150, headDim: 128, elementType: 'e4m3' },
];

function wrongIn(text: string, params: Partial<AttentionParams>): number {
  const reference = gpuReference(schema.parse(params));
  return differing(text, [nvcc, ...flagsOf(reference.build)], reference);
}

describe.skipIf(nvcc === undefined)('the reference kernel', () => {
  const text = readFileSync(join(FOLDER, 'reference.cu'), 'utf8');

  it.each(PROBLEMS)('is the CPU bit by bit at %j', problem => expect(wrongIn(text, problem)).toBe(0), PATIENCE_MS);

  it.each([
    ['leaves out a key of each chunk', 'key < count; key++)', 'key < count - 1; key++)'],
    ['rounds no weights', 'weigh(key, rounded(', 'weigh(key, ('],
    ['forgets what rounding costs', '__dmul_rn(2, rounding)', '0.0'],
  ])(
    'is known to be wrong when it %s',
    (_, right, wrong) => {
      expect(text.split(right)).toHaveLength(2);
      expect(wrongIn(text.replace(right, wrong), PROBLEMS[0])).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});
