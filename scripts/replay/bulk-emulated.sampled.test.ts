/** Tests copies out of shared memory: the emulator runs the program that ran on a GPU, and leaves the same bytes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { type BufferSpec, ELEMENT_BYTES, type Launch, type LaunchParam } from '../../src/trace/launch.ts';
import { sampleOf } from '../fixtures/sweep.ts';
import { type BulkCase, bulkCases, COPY_BYTES, FIRST_TO_SHARED } from './bulk/cases.ts';
import { bulkInput, FAULTED, hashOf } from './bulk/job.ts';
import { bulkEvidence } from './evidence.ts';

const module = parseModule(readFileSync(new URL('./fixtures/bulk-play.sm_90a.ptx', import.meta.url), 'utf8'));
const CASES = bulkCases();
const { outcomes } = bulkEvidence();
/**
 * Cases with their places in the list, which decide their bytes. The step of the sample divides no form's number of
 * cases.
 */
const NUMBERED = sampleOf(
  CASES.map((one, i) => [one, i] as const),
  5,
);

const THREADS = 128;
const WINDOW_ALIGN_BYTES = 2048;

const PAIR = { grid: [2, 1, 1], cluster: [2, 1, 1] } as const;
const CTAS: Readonly<Record<BulkCase['launched'], Pick<Launch, 'grid' | 'cluster'>>> = {
  bytes: { grid: [1, 1, 1] },
  single: { grid: [1, 1, 1], cluster: [1, 1, 1] },
  own: PAIR,
  peer: PAIR,
};

function launchOf(one: BulkCase, number: number): Launch {
  const { to, from } = bulkInput(one, number);
  const buffer = (name: string, bytes: Uint8Array): BufferSpec => ({
    name,
    type: one.type,
    length: bytes.length / ELEMENT_BYTES[one.type],
    init: { kind: 'base64', base64: Buffer.from(bytes).toString('base64') },
  });
  const scalar = (type: 's32' | 'u32', value: number) => ({ kind: 'scalar', type, value }) as const;
  const pointer = (name: string) => ({ kind: 'pointer', buffer: name }) as const;
  const common = {
    ...CTAS[one.launched],
    block: [THREADS, 1, 1],
    buffers: [buffer('to', to), buffer('from', from)],
  } as const;
  if (one.box === null) {
    const scalars = [one.form, one.launched === 'peer' ? 1 : 0].map(value => scalar('s32', value));
    return { ...common, entry: 'reduceBytes', params: [...scalars, pointer('to'), pointer('from')] };
  }
  const { width, height, strideBytes, box, step, swizzle, start, base } = one.box;
  const map: LaunchParam = {
    ...({ kind: 'tensorMap', pass: 'value', buffer: 'to', interleave: 'none', oobFill: 'zero' } as const),
    ...{ type: one.type, dims: [width, height], stridesBytes: [strideBytes], box, elementStrides: [1, step], swizzle },
  };
  const [x, y] = start;
  return {
    ...common,
    entry: 'storeBox',
    dynamicSharedBytes: WINDOW_ALIGN_BYTES + COPY_BYTES,
    params: [map, scalar('s32', one.form), scalar('s32', x), scalar('s32', y), scalar('u32', base), pointer('from')],
  };
}

function emulatedOutcome(one: BulkCase, number: number): string {
  if (!module.ok) throw new Error(module.error.message);
  const result = emulate(module.value, launchOf(one, number));
  if (!result.ok) throw new Error(`${one.id}: ${result.error.field}: ${result.error.message}`);
  const { ok, buffers } = result.value;
  return ok ? hashOf(buffers.get('to')!) : FAULTED;
}

test('of every copy it leaves what the GPU did', { timeout: 120_000 }, () => {
  expect(Object.keys(outcomes)).toEqual(CASES.map(({ id }) => id));
  const differing = NUMBERED.filter(([one, i]) => emulatedOutcome(one, i) !== outcomes[one.id]);
  expect(differing.map(([{ id }]) => id)).toEqual([]);
  expect(Object.values(outcomes).filter(outcome => outcome !== FAULTED).length).toBeGreaterThan(300);
});

test('of the copies within shared memory those trap that are in no cluster', () => {
  for (const { id, launched, form } of CASES) {
    if (form >= FIRST_TO_SHARED) expect([id, outcomes[id] === FAULTED]).toEqual([id, launched === 'bytes']);
  }
});

test('another place of a box in shared memory is noticed', () => {
  const moved = NUMBERED.flatMap(([one, i]) => {
    if (one.box === null || outcomes[one.id] === FAULTED) return [];
    const base = one.box.base + 128;
    return emulatedOutcome({ ...one, box: { ...one.box, base } }, i) === outcomes[one.id] ? [one.box] : [];
  });
  // Nothing is stored of a box that lies outside the tensor.
  expect(moved.every(({ start, width, height }) => start[0] >= width || start[1] >= height)).toBe(true);
});
