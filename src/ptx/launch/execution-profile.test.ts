import { expect, test } from 'vitest';
import { type KernelRun, parsed, runKernel } from '../checks/kernel-run.ts';

const HEAD = '.version 8.0\n.target sm_90\n.address_size 64\n';

/** Two warps: lanes below 8 of each add, all meet at a barrier, and no lane takes the last branch. */
const MODULE = parsed(`${HEAD}
.visible .entry k(.param .u64 k_0)
{
  .reg .pred %p<3>;
  .reg .b32 %r<5>;
  .reg .f32 %f<2>;
  mov.u32 %r1, %laneid;
  setp.ge.u32 %p1, %r1, 8;
  @%p1 bra JOIN;
  add.s32 %r2, %r1, 1;
JOIN:
  bar.sync 0;
  setp.gt.u32 %p2, %r1, 99;
  @%p2 add.f32 %f1, %f1, %f1;
  ret;
}`);

const profileOf = (run: Partial<KernelRun> = {}) => {
  const result = runKernel(MODULE, { entry: 'k', ...run }, { profile: true });
  const { profile } = result;
  if (profile === null) throw new Error('no profile');
  const row = (text: string) => {
    const { pc, class: kind } = profile.instructions.find(i => i.text.includes(text))!;
    const { issues, lanes, diverged, waits } = profile;
    return { kind, issues: issues[pc], lanes: lanes[pc], diverged: diverged[pc], waits: waits[pc] };
  };
  return { result, profile, row };
};

const sum = (column: Float64Array): number => column.reduce((a, b) => a + b, 0);

test('counts executions, lanes, divergence and waits by instruction', () => {
  const { row } = profileOf();
  expect(row('mov.u32')).toEqual({ kind: 'move', issues: 2, lanes: 64, diverged: 0, waits: 0 });
  expect(row('add.s32')).toEqual({ kind: 'integer', issues: 2, lanes: 16, diverged: 2, waits: 0 });
  expect(row('bar.sync')).toMatchObject({ kind: 'barrier', issues: 2, lanes: 64, diverged: 0, waits: 1 });
  expect(row('add.f32')).toEqual({ kind: 'float', issues: 2, lanes: 0, diverged: 0, waits: 0 });
});

test('a part of a warp is whole when the other lanes have never lived', () => {
  expect(profileOf({ block: [20, 1, 1] }).row('mov.u32')).toMatchObject({ issues: 1, lanes: 20, diverged: 0 });
});

test('the columns add up to what the run says it executed', () => {
  const { result, profile } = profileOf({ grid: [3, 1, 1], block: [100, 1, 1] });
  expect(sum(profile.issues)).toBe(result.warpInstructions);
  expect(sum(profile.lanes)).toBe(result.laneInstructions);
});

test('there is none unless it is asked for', () => {
  expect(runKernel(MODULE, { entry: 'k' }).profile).toBeNull();
});
