/** Thread-value pictures: the threads that hold each element, in marks and in words. */
import { expect, test } from 'vitest';
import { addressesIn } from '../../model/layout-steps/fragment-reads.ts';
import { FRAGMENT_ATOMS, type Fragment, WGMMA } from '../../model/layout-steps/fragments.ts';
import { ownFragment } from '../../model/layout-steps/own-fragment.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { caseView } from '../cases/builders.ts';
import { themes } from '../theme.ts';
import { threadsTable, threadValueFigure } from './figure.ts';

const view = caseView(themes.light, { width: 760 });
const fragment = (name: string, part: string): Fragment => FRAGMENT_ATOMS.get(name)!.fragment(part, 16);
const A = fragment('mma.m16n8k16 f16 or bf16', 'A');

function addressOf(text: string) {
  const layout = readLayout(text);
  const addresses = layout.ok ? addressesIn(A, layout.value) : layout;
  if (!addresses.ok) throw new Error(addresses.error.message);
  return addresses.value;
}

test('cells name thread and value', () => {
  const { scene } = threadValueFigure({ fragment: A, addressOf: null }, view);
  const texts = scene.layers.flatMap(layer => layer.texts.map(({ text }) => text));
  expect(texts.filter(text => text === 'T31')).toHaveLength(8);
  expect(texts.filter(text => text === 'V7')).toHaveLength(32);
});

test('all that a thread holds is ringed', () => {
  const highlight = { cell: { row: 9, column: 3 }, bank: null };
  const { scene } = threadValueFigure({ fragment: A, addressOf: null }, { ...view, highlight });
  expect(scene.layers.flatMap(layer => layer.rings)).toHaveLength(9);
});

test('the lens names register and bits, and the bank of a matrix in shared memory', () => {
  const figure = threadValueFigure({ fragment: A, addressOf: addressOf('(16,16):(16,1)') }, view);
  expect(figure.markOf({ cell: { row: 9, column: 3 }, bank: null })!.lens).toEqual({
    title: 'thread 5, value 3',
    lines: ['A: row 9, column 3', 'register 1, bits 16 to 31', '0x0126 → bank 9, byte 2'],
  });
  const doubles = threadValueFigure({ fragment: fragment('mma.m8n8k4 f64', 'C'), addressOf: null }, view);
  expect(doubles.markOf({ cell: { row: 0, column: 1 }, bank: null })!.lens.lines[1]).toBe('registers 2 and 3');
});

test('warps of a warpgroup are told apart', () => {
  const accumulators = { fragment: fragment(WGMMA, 'C'), addressOf: null };
  const figure = threadValueFigure(accumulators, view);
  expect(figure.text).toBe('64 × 16; colour = lane, lines part warps');
  const { title } = figure.markOf({ cell: { row: 17, column: 3 }, bank: null })!.lens;
  expect(title).toBe('thread 37 (warp 1, lane 5), value 1');
  const lines = (of: Fragment): number =>
    threadValueFigure({ fragment: of, addressOf: null }, view)
      .scene.layers.map(({ lines: { stroke } }) => stroke.length)
      .reduce((all, each) => all + each);
  expect(lines(accumulators.fragment) - lines(A)).toBe(3);
  expect(threadValueFigure({ fragment: A, addressOf: null }, view).text).toBe('16 × 16; colour = lane');
});

test('an operand in shared memory is held by nobody', () => {
  const of = { fragment: fragment(WGMMA, 'B'), addressOf: null };
  expect(threadValueFigure(of, view).markOf({ cell: { row: 0, column: 0 }, bank: null })!.lens.title).toBe(
    '128 threads, from 0 on',
  );
  expect(threadsTable(of).rows[3]).toEqual(['T3', 'all of them, from shared memory']);
});

test('the table has a row for each thread', () => {
  const { rows } = threadsTable({ fragment: A, addressOf: null });
  expect(rows[5]).toEqual(['T5', '(1, 2)', '(1, 3)', '(9, 2)', '(9, 3)', '(1, 10)', '(1, 11)', '(9, 10)', '(9, 11)']);
});

test('an element may be held by nobody, or by several', () => {
  const own = ownFragment({ shape: [4, 2], stride: [1, 0] }, { rows: 4, columns: 2 }, 4);
  if (!own.ok) throw new Error(own.error.message);
  const { scene, markOf } = threadValueFigure({ fragment: own.value, addressOf: null }, view);
  const texts = scene.layers.flatMap(layer => layer.texts.map(({ text }) => text));
  expect(texts).toContain('T3+');
  expect(markOf({ cell: { row: 1, column: 1 }, bank: null })!.lens.title).toBe('held by no thread');
  expect(markOf({ cell: { row: 1, column: 0 }, bank: null })!.lens.title).toBe('2 threads, from 1 on');
});
