import { describe, expect, it } from 'vitest';
import { planPermutation } from '../src/model/permute/plan.ts';
import { planJson } from '../src/model/permute/plan-json.ts';
import { isOneLine, lanescape } from './fixtures/in-process.ts';
import { answerTo } from './ops/answer.ts';

const WORDS = ['plan', '--shape', '2,16,2', '--perm', '2,0,1', '--element-bytes', '4'];
const SKINNY = { shape: [2, 16, 2], perm: [2, 0, 1], elementBytes: 4 };

function jsonOf(sizes: object): object {
  const plan = planPermutation({ ...SKINNY, ...sizes });
  return plan.ok ? planJson(plan.value) : plan;
}

describe('lanescape plan', () => {
  it('prints a row per strategy and marks the choice', async () => {
    const { code, stdout, stderr } = await lanescape(WORDS);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^shape 32,2 {2}perm 1,0 {2}\(canonical\)\n/);
    expect(stdout).toMatch(/\nAB₁ +2 +32 +write\nAB₀ +16 +32 +read, write\nC +2 +2 +read\n/);
    expect(stdout).toMatch(/\nnone +32,2,1 +256 +0 +2\/2 \(1\) +4\/2 \(2\) +yes +no\n/);
    expect(stdout).toMatch(/\nxor \* +32,2,1 +256 +0 +2\/2 \(1\) +2\/2 \(1\) +yes +no\n/);
    expect(stdout).toMatch(/\nsearched +33,2,1 +260 +4 +/);
    expect(stdout).toMatch(/\nregister exchange +registers +0 +0 +yes\n/);
    expect(stdout).toMatch(/\nPadding avoids every conflict: .*, with 4 bytes of it, .*\n$/);
  });

  it('takes the memory of an architecture and says how many CTAs an SM holds', async () => {
    const words = ['plan', '--shape', '70,500', '--perm', '1,0', '--element-bytes', '4', '--access', 'widest'];
    const { stdout } = await lanescape([...words, '--arch', 'sm_120']);
    expect(stdout).toMatch(/\nglobal accesses {2}4 read, 1 written \[elements a lane\]\n/);
    expect(stdout).toMatch(/\nA +32 +70 +6 +write\nB +32 +500 +20 +read\n/);
    expect(stdout).toMatch(/\nnone .* yes +yes +20\n/);
    const large = ['plan', '--shape', '512,512', '--perm', '1,0', '--element-bytes', '16', '--target', '64'];
    const block = async (arch: string) =>
      JSON.parse((await lanescape([...large, '--arch', arch, '--json'])).stdout).block;
    expect((await block('sm_75')).shape).toEqual([64, 64]);
    expect((await block('sm_90')).shape).toEqual([64, 64]);
    expect(JSON.parse((await lanescape([...large, '--json'])).stdout).block.shape).toEqual([32, 32]);
  });

  it('prints the plan as JSON, with the sizes that were asked for', async () => {
    const { code, stdout } = await lanescape([...WORDS, '--shared-bytes', '200', '--target', '64', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(jsonOf({ sharedBytes: 200, targetElements: 64 }));
  });

  it.each([
    { words: ['--shape', '2,x', '--perm', '1,0'], says: /--shape 2,x: expected numbers/ },
    { words: ['--shape', '2,3', '--perm', '1;0'], says: /--perm 1;0: expected numbers/ },
    { words: ['--shape', '2,3', '--perm', '1,1'], says: /perm\[1\]: expected each of 0 to 1 once, got 1/ },
    { words: ['--shape', '2,3', '--perm', '1,0', '--target', 'all'], says: /--target all: expected a number/ },
    {
      words: ['--shape', '2,3', '--perm', '1,0', '--access', 'wide'],
      says: /--access wide: expected element or widest/,
    },
    { words: ['--shape', '2,3', '--perm', '1,0', '--arch', 'sm_1'], says: /--arch sm_1: expected one of sm_75, / },
    {
      words: ['--shape', '2,3', '--perm', '1,0', '--arch', 'sm_86', '--shared-bytes', '102400'],
      says: /--shared-bytes 102400: a CTA has at most 101376 on sm_86/,
    },
    { words: ['--shape', '2,3'], says: /--perm LIST is missing/ },
  ])('$words is bad input', async ({ words, says }) => {
    const { code, stdout, stderr } = await lanescape(['plan', ...words, '--element-bytes', '4']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(isOneLine(stderr)).toBe(true);
  });
});

const answer = (request: object) => answerTo(JSON.stringify(request));

describe('permute.plan', () => {
  it('answers with the plan', () => {
    expect(answer({ op: 'permute.plan', ...SKINNY })).toEqual({ ok: true, value: jsonOf({}) });
    const sharedBytes = 100;
    expect(answer({ op: 'permute.plan', ...SKINNY, sharedBytes })).toEqual({
      ok: true,
      value: jsonOf({ sharedBytes }),
    });
  });

  it.each([
    [[28, 48, 28, 28, 48], [4, 0, 3, 2, 1], 'tile-v'],
    [[384, 384, 368], [1, 0, 2], 'rows-v'],
    [[6, 7], [0, 1], 'rows'],
    [[], [], 'rows'],
  ])('chosen alone: what moves %j by %j fastest, and why', (shape, perm, chosen) => {
    const found = answer({ op: 'permute.plan', shape, perm, elementBytes: 4, only: 'chosen' });
    expect(found).toMatchObject({
      ok: true,
      value: { chosen, why: expect.stringMatching(/^\w+-bound: /), launch: { grid: expect.any(Number) } },
    });
  });

  it('has what is documented, and no lists as long as the block', () => {
    const { canonical, isCopy, block, chosen, why, layouts } = JSON.parse(JSON.stringify(jsonOf({})));
    expect({ canonical, isCopy, chosen }).toEqual({
      canonical: { shape: [32, 2], perm: [1, 0] },
      isCopy: false,
      chosen: 'xor',
    });
    expect(block).toMatchObject({ shape: [32, 2], grid: [1, 1] });
    expect(why).toMatch(/^'xor'/);
    const side = { wavefronts: 2, ideal: 2, worst: 1 };
    const searched = layouts.find((layout: { strategy: string }) => layout.strategy === 'searched');
    const bytes = { sharedBytes: 260, waste: 4, fits: true };
    expect(searched).toMatchObject({ strides: [33, 2, 1], ...bytes, store: side, load: side, hasTable: false });
    for (const layout of layouts) expect(layout).not.toHaveProperty('table');
  });

  it.each([
    { change: { shape: 7 }, code: 'wrongValue', field: 'shape' },
    { change: { shape: [2, '16', 2] }, code: 'wrongValue', field: 'shape[1]' },
    { change: { perm: undefined }, code: 'missingField', field: 'perm' },
    { change: { perm: [2, 2, 1] }, code: 'perm', field: 'perm[1]' },
    { change: { elementBytes: '4' }, code: 'wrongValue', field: 'elementBytes' },
    { change: { sharedBytes: null }, code: 'wrongValue', field: 'sharedBytes' },
    { change: { strategy: 'xor' }, code: 'unknownKey', field: 'strategy' },
    { change: { only: 'why' }, code: 'wrongValue', field: 'only' },
    { change: { only: 'chosen', sharedBytes: 4096 }, code: 'wrongValue', field: 'sharedBytes' },
    { change: { only: 'chosen', perm: [2, 2, 1] }, code: 'perm', field: 'perm[1]' },
    { change: { only: 'chosen', shape: [65_536, 65_536], perm: [1, 0] }, code: 'tooLarge', field: 'shape' },
  ])('refuses $change', ({ change, code, field }) => {
    const request = { op: 'permute.plan', ...SKINNY, ...change };
    expect(answer(request)).toMatchObject({ ok: false, error: { code, field } });
  });
});
