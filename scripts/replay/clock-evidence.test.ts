/** Compares the times of the probe on a GPU with the model's wavefronts: a wavefront takes one clock. */
import { expect, test } from 'vitest';
import { tableOf } from '../../src/kernels/probe/params.ts';
import { type Timed, timedRuns } from '../tables/probe-clocks.ts';

const timed = timedRuns();
const textOf = ({ run, wavefronts, clk }: Timed): string => `${run.id}: ${wavefronts} wavefronts, ${clk} clk`;

/** If neighbouring lanes have the same address, wide loads take fewer wavefronts than the model counts (`wavefronts.ts`). */
const isPaired = ({ run }: Timed): boolean => {
  const table = tableOf(run.pattern);
  return run.variant === 'load' && run.size > 4 && table.every((offset, lane) => offset === table[lane ^ 1]);
};

const crowd = timed.filter(({ run }) => run.warps === 8);

test('with eight warps each access takes as many clocks as it has wavefronts', () => {
  const told = crowd.filter(each => each.wavefronts > 1 && !isPaired(each));
  expect(told.length).toBeGreaterThan(70);
  expect(told.filter(({ wavefronts, clk }) => Math.abs(clk / wavefronts - 1) > 0.03).map(textOf)).toEqual([]);
});

test('one wavefront is at most half as much again, since instructions must be issued too', () => {
  const told = crowd.filter(({ wavefronts }) => wavefronts === 1);
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter(({ clk }) => clk < 0.99 || clk > 1.5).map(textOf)).toEqual([]);
});

test('wide loads of lanes that agree in pairs take less', () => {
  const told = crowd.filter(isPaired);
  expect(told.length).toBeGreaterThan(2);
  expect(told.filter(({ wavefronts, clk }) => clk > 0.8 * wavefronts && wavefronts > 2).map(textOf)).toEqual([]);
});

test('every further wavefront of a chained load comes two clocks later', () => {
  const chain = timed.filter(({ run }) => run.order === 'chained' && run.variant === 'load' && run.size === 4);
  const first = chain.find(({ wavefronts }) => wavefronts === 1)!;
  expect(chain.length).toBeGreaterThan(8);
  expect(
    chain.filter(({ wavefronts, clk }) => Math.abs(clk - first.clk - 2 * (wavefronts - 1)) > 0.1).map(textOf),
  ).toEqual([]);
});
