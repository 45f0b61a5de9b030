/** Tests of the steps of every operation: they agree with the algebra, and wrong layouts are found. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { compactLayouts, layouts, smallStrides, tableOf } from '../layout/fixtures/arbitrary-layouts.ts';
import { sizeOf } from '../layout/layout.ts';
import type { Refusable } from '../layout/layout-error.ts';
import { offsetsOf, operandText, plain } from '../layout-text/operand.ts';
import { readLayout } from '../layout-text/read-layout.ts';
import { readTiler } from '../layout-text/read-tiler.ts';
import { ascending, covers, disjoint, injective, MOST_POINTS, sameFunction } from './checks.ts';
import { OPERATIONS } from './operations.ts';
import type { LayoutSteps } from './steps.ts';

function run(id: string, a: string, b = ''): Refusable<LayoutSteps> {
  const operation = OPERATIONS.get(id)!;
  const left = readLayout(a);
  if (!left.ok) throw new Error(left.error.message);
  if (operation.takes === 'nothing') return operation.run(left.value);
  if (operation.takes === 'cotarget') return operation.run(left.value, b === '' ? null : Number(b));
  const right = readTiler(b);
  if (!right.ok) throw new Error(right.error.message);
  return operation.run(left.value, right.value);
}

function stepsOf(id: string, a: string, b = ''): LayoutSteps {
  const steps = run(id, a, b);
  if (!steps.ok) throw new Error(steps.error.message);
  return steps.value;
}

/** The titles of all panels, with their layouts. */
const panelsOf = (steps: LayoutSteps): string[] =>
  steps.panels.map(({ title, layout }) => `${title} ${operandText(layout)}`);
const verdicts = (steps: LayoutSteps): string[] => steps.checks.map(({ verdict }) => verdict.kind);

/**
 * In the panels that `isOneElement` selects, expects each trace to go through a cell of the element that the result
 * gives.
 */
function expectTraces(steps: LayoutSteps, isOneElement: (title: string) => boolean): void {
  const result = steps.panels.at(-1)!;
  for (let trace = 0; trace < Math.min(steps.traces, 300); trace++) {
    const element = result.elementOf(result.cellOf(trace));
    for (const { title, cellOf, elementOf, layout } of steps.panels) {
      const cell = cellOf(trace);
      expect(cell).toBeLessThan(sizeOf(layout.layout));
      if (cell >= 0 && isOneElement(title)) expect(elementOf(cell), `${title} at ${trace}`).toBe(element);
    }
  }
}

describe('what a divide goes through', () => {
  test('in one mode', () => {
    const steps = stepsOf('logical-divide', '(4,2,3):(2,1,8)', '4:2');
    expect(panelsOf(steps)).toEqual([
      'A (4,2,3):(2,1,8)',
      'B 4:2',
      'complement(B, 24) (2,3):(1,8)',
      '(B, complement) (4,(2,3)):(2,(1,8))',
      'R = A ⊘ B ((2,2),(2,3)):((4,1),(2,8))',
    ]);
    expect(verdicts(steps)).toEqual(['agree', 'agree']);
    expectTraces(steps, title => !['B', 'complement(B, 24)'].includes(title));
  });

  test.each(['logical-divide', 'zipped-divide', 'tiled-divide'])('by modes: %s', id => {
    const steps = stepsOf(id, '(9,(4,8)):(59,(13,1))', '<3:3, (2,4):(1,8)>');
    expect(steps.panels.map(({ title }) => title)).toEqual([
      'A',
      'B₀',
      'complement(B₀, 9)',
      'B₁',
      'complement(B₁, 32)',
      '(B, complement)',
      'R = A ⊘ B',
    ]);
    expect(verdicts(steps)).toEqual(['agree', 'agree']);
    expectTraces(steps, title => ['A', '(B, complement)'].includes(title));
    const [, b0, rest0, b1, rest1] = steps.panels;
    const seen = new Set<string>();
    for (let i = 0; i < steps.traces; i++) seen.add([b0, rest0, b1, rest1].map(({ cellOf }) => cellOf(i)).join());
    expect(seen.size).toBe(288);
  });

  test('that does not divide', () => {
    expect(verdicts(stepsOf('logical-divide', '10:1', '4:1'))).toEqual(['agree', 'skipped']);
    expect(verdicts(stepsOf('zipped-divide', '(10,4):(1,10)', '<4, 2>'))).toEqual(['skipped', 'skipped']);
  });

  test('with a mode left as it is, and a swizzle in front', () => {
    const steps = stepsOf('zipped-divide', 'Sw<2,0,2> o 0 o (4,4,2):(4,1,16)', '<2, _>');
    expect(verdicts(steps)).toEqual(['agree', 'agree']);
    expectTraces(steps, title => ['A', '(B, complement)'].includes(title));
    expect(operandText(steps.result)).toMatch(/^Sw<2,0,2> o 0 o /);
  });
});

describe('what a product goes through', () => {
  test('in one mode', () => {
    const steps = stepsOf('logical-product', '(2,2):(4,1)', '6:1');
    expect(panelsOf(steps)).toEqual([
      'A (2,2):(4,1)',
      'B 6:1',
      'complement(A) (2,3):(2,8)',
      'complement(A) ∘ B (2,3):(2,8)',
      'R = A ⊗ B ((2,2),(2,3)):((4,1),(2,8))',
    ]);
    expect(verdicts(steps)).toEqual(['agree', 'agree']);
    expectTraces(steps, () => false);
  });

  test.each(['logical-product', 'zipped-product', 'tiled-product'])('by modes: %s', id => {
    const steps = stepsOf(id, '(2,5):(1,2)', '<3:1, 4:1>');
    expect(verdicts(steps)[0]).toBe('agree');
    const [a, b0] = steps.panels;
    expect(new Set(Array.from({ length: steps.traces }, (_, i) => `${a.cellOf(i)} ${b0.cellOf(i)}`)).size).toBe(30);
  });

  test('of a swizzle is refused', () => {
    const refused = run('logical-product', 'Sw<1,0,1> o 0 o 8:1', '2:1');
    expect(refused.ok ? '' : refused.error.message).toContain('no product');
  });
});

test('composition by modes', () => {
  const steps = stepsOf('composition', '(12,(4,8)):(59,(13,1))', '<3:4, 8:2>');
  expect(panelsOf(steps)).toEqual(['A (12,(4,8)):(59,(13,1))', 'B₀ 3:4', 'B₁ 8:2', 'R = A ∘ B (3,(2,4)):(236,(26,1))']);
  expect(verdicts(steps)).toEqual(['agree']);
  expectTraces(steps, title => title === 'A');
});

test('complement', () => {
  const steps = stepsOf('complement', '(4,3):(1,8)', '48');
  expect(panelsOf(steps).slice(1)).toEqual([
    'R = complement(A, 48) (2,2):(4,24)',
    '(A, R) ((4,3),(2,2)):((1,8),(4,24))',
  ]);
  expect(verdicts(steps)).toEqual(['agree', 'agree', 'agree']);
  const holes = stepsOf('complement', '(2,2):(1,3)', '12');
  expect(holes.checks[2].verdict).toMatchObject({ kind: 'differ' });
});

test('inverses', () => {
  const right = stepsOf('right-inverse', '(4,8):(8,1)');
  expect(operandText(right.result)).toBe('(8,4):(4,1)');
  expect(verdicts(right)).toEqual(['agree']);
  const left = stepsOf('left-inverse', '(4,8):(1,5)');
  expect(verdicts(left)).toEqual(['agree']);
  for (const id of ['right-inverse', 'left-inverse', 'complement'])
    expect(run(id, 'Sw<1,0,1> o 0 o 8:1').ok, id).toBe(false);
});

test('whatever the algebra answers passes its checks', () => {
  let answered = 0;
  const tiles = layouts(smallStrides, [1, 2, 3, 4]);
  fc.assert(
    fc.property(fc.oneof(compactLayouts, layouts(smallStrides)), tiles, (a, b) => {
      for (const operation of OPERATIONS.values()) {
        const left: ComposedLayout = plain(a);
        const steps =
          operation.takes === 'tiler'
            ? operation.run(left, b)
            : operation.takes === 'cotarget'
              ? operation.run(left, null)
              : operation.run(left);
        if (!steps.ok) continue;
        answered++;
        for (const { claim, verdict } of steps.value.checks)
          if (!claim.includes('reaches')) expect(verdict.kind, `${operation.id}: ${claim}`).not.toBe('differ');
        expect(tableOf(steps.value.result.layout)).toEqual(
          Array.from({ length: sizeOf(steps.value.result.layout) }, (_, i) => offsetsOf(steps.value.result)(i)),
        );
      }
    }),
  );
  expect(answered).toBeGreaterThan(200);
});

test('checks notice what is wrong', () => {
  const values =
    (...list: number[]) =>
    (i: number) =>
      list[i];
  expect(sameFunction('', 3, values(0, 1, 2), values(0, 1, 3)).verdict).toEqual({
    kind: 'differ',
    at: 2,
    found: '2 instead of 3',
  });
  expect(ascending('', 3, values(0, 2, 2)).verdict).toMatchObject({ kind: 'differ', at: 2 });
  expect(disjoint('', [2, values(0, 4)], [3, values(0, 3, 4)], 1).verdict).toMatchObject({ kind: 'differ', at: 2 });
  expect(injective('', 3, values(5, 1, 5)).verdict).toMatchObject({ kind: 'differ', at: 2, found: '5 as at 0' });
  expect(covers('', 3, 2, values(0, 2)).verdict).toMatchObject({ kind: 'differ', at: 1 });
  expect(ascending('', MOST_POINTS + 1, i => i).verdict.kind).toBe('skipped');
  expect(covers('', 3, MOST_POINTS + 1, i => i).verdict.kind).toBe('skipped');
});
