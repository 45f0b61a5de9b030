/** Checks what a page says of a link that asks for something it does not have. */
import { expect, test } from 'vitest';
import type { FlatSearch, LinkCodec } from '../../state/link-codec.ts';
import { attentionLink } from './attention.ts';
import { layoutsLink } from './layouts.ts';
import { pipelineLink } from './pipeline.ts';
import { runsLink } from './runs.ts';
import { statisticsLink } from './statistics.ts';
import { swizzleLink } from './swizzle.ts';
import { tensorMapLink } from './tensor-map.ts';

const saysOf = ({ decode }: Pick<LinkCodec<object>, 'decode'>, search: FlatSearch) =>
  decode(search).problems.map(({ field, message }) => `${field}: ${message}`);

test('swizzle', () => {
  expect(
    saysOf(swizzleLink, { e: '4', base: '101', swz: '3.4.1', want: 'row-16.up', at: '99.0', colour: 'red' }),
  ).toEqual([
    'swz: 3.4.1 is not a swizzle like 3.4.3; 3.4.3 is shown',
    'want: up is not an access like row-16 or ldmatrix-4; it is left out',
    'base: 101 is not a multiple of 4; 100 is shown',
    'at: 99.0 is not row (a whole number from 0 to 15) . column (a whole number from 0 to 63); 0.0 is shown',
    'colour: is no word of this page; its value red is left out',
  ]);
});

test('tensor map', () => {
  expect(saysOf(tensorMapLink, { dims: '64.64.64', box: '8.8', strides: '128', il: '8B', down: '3' })).toEqual([
    'il: 8B is not one of none, 16B, 32B; none is shown',
    'strides: 128 is not 2 of these with a "." between them: a whole number; it is left out',
    'box: 8.8 is not 3 of these with a "." between them: a whole number; 64.64.1 is shown',
    'down: 3 is not a whole number from 1 to 2; 1 is shown',
  ]);
});

test('layouts', () => {
  expect(saysOf(layoutsLink, { view: 'tree', atom: 'ldmatrix.x2', part: 'A', n: '3' })).toEqual([
    'view: tree is not one of algebra, threads, swizzles; algebra is shown',
    'part: A is not one of registers; registers is shown',
  ]);
});

test('pipeline', () => {
  const search = { a: 'v2-warp-specialized*stages_99*parity.producer.fill_0*soon', b: 'v9', edit: '1', window: '9_3' };
  expect(saysOf(pipelineLink, search)).toEqual([
    'a: stages_99 is not known of v2-warp-specialized, or does not fit it; it is left out',
    'a: soon is not known of v2-warp-specialized, or does not fit it; it is left out',
    'b: v9 is no pipeline; it is left out',
    'window: 9_3 is not two cycles like 4200_6800, the earlier first; it is left out',
    'edit: 1 is not a whole number from 0 to 0; 0 is shown',
  ]);
});

test('attention', () => {
  expect(saysOf(attentionLink, { a: 'v3-wgmma', at: '-5', vs: 'all' })).toEqual([
    'a: v3-wgmma is no pipeline of attention; fa3-forward is shown',
    'at: -5 is not a cycle; it is left out',
  ]);
});

test('runs and statistics', () => {
  expect(saysOf(runsLink, { kernel: '../x', comparison: 'x' })).toEqual([
    'kernel: ../x is not the id of a kernel; transpose is shown',
    'comparison: x is not the id of a run; it is left out',
  ]);
  expect(saysOf(statisticsLink, { sharedKiB: '50', list: 'magic' })).toEqual([
    'sharedKiB: 50 is not one of 16, 48, 64, 99, 163, 227; 48 is shown',
    'list: magic is not a strategy, or one and a bar of it, like odd-row:load:2; it is left out',
  ]);
});
