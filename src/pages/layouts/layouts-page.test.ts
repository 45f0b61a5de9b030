/** The page without a browser: its link, its answers, its formats. */
import { describe, expect, test } from 'vitest';
import { IN_LAYOUTS } from '../../gallery/links.ts';
import { FRAGMENT_ATOMS } from '../../model/layout-steps/fragments.ts';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import { swizzleChain } from '../../model/layout-steps/swizzle-chain.ts';
import { plain } from '../../model/layout-text/operand.ts';
import { readChain } from '../../model/layout-text/read-chain.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { bitMatrixFigure } from '../../pictures/bit-matrix/figure.ts';
import { pictureCases } from '../../pictures/cases/index.ts';
import type { Figure } from '../../pictures/figure.ts';
import { layoutGridFigure } from '../../pictures/layout-grid/figure.ts';
import { themes } from '../../pictures/theme.ts';
import { threadValueFigure } from '../../pictures/thread-value/figure.ts';
import { defaultView } from '../../pictures/view.ts';
import { FORMATS, type LayoutsState, layoutsLink, OWN } from '../links/layouts.ts';
import { answerOf, readCotarget, refusalOf } from './algebra-answer.ts';
import { EXAMPLES } from './examples.ts';
import { drawnOf, fragmentChecks, fragmentOf } from './fragment-answer.ts';
import { fragmentOperand, printed } from './printed.ts';

const state = (changes: Partial<LayoutsState>): LayoutsState => ({ ...layoutsLink.defaults, ...changes });

describe('the link', () => {
  test('holds all that a view needs', () => {
    const algebra = state({ op: 'complement', a: '4:2', cotarget: '24', colour: 'offset', pin: { row: 2, column: 7 } });
    expect(layoutsLink.stateOf(layoutsLink.encode(algebra))).toEqual(algebra);
    const threads = state({ view: 'threads', atom: 'ldmatrix.x2', part: 'registers', shared: '(16,8):(64,1)' });
    expect(layoutsLink.stateOf(layoutsLink.encode(threads))).toEqual(threads);
    for (const n of [1, 4, 64]) {
      const tmem = state({ view: 'threads', atom: 'tcgen05.ld/st.16x64b.xN', part: 'registers', n });
      expect(layoutsLink.stateOf(layoutsLink.encode(tmem))).toEqual(tmem);
    }
    const chain = state({ view: 'swizzles', chain: 'Sw<1,0,1> o Sw<1,1,1>', pin: { row: 1, column: 0 } });
    expect(layoutsLink.stateOf(layoutsLink.encode(chain))).toEqual(chain);
    const own = state({ view: 'threads', atom: OWN, part: 'T V', tv: '(4,2):(1,4)', matrix: '4,2', elementBytes: 8 });
    expect(layoutsLink.stateOf(layoutsLink.encode(own))).toEqual(own);
  });

  test('falls back where it says nothing that fits', () => {
    const wrong = { view: 'x', op: 'y', atom: 'z', part: 'Q', n: '9', elementBytes: '3', format: '', pin: '1,2' };
    expect(layoutsLink.stateOf(wrong)).toEqual(layoutsLink.defaults);
    expect(layoutsLink.stateOf({ a: 'x'.repeat(9999) }).a).toHaveLength(400);
  });
});

test('a picture of the gallery opens what it shows', () => {
  for (const [id, search] of Object.entries(IN_LAYOUTS)) {
    const next = layoutsLink.stateOf(search);
    expect(layoutsLink.encode(next), id).toMatchObject(search);
    const kept = pictureCases.find(each => each.id === id)!;
    expect(kept.view.selection ?? null, id).toEqual(next.pin);
    expect(figureOf(next).detail, id).toBe(kept.figure(themes.light).detail);
  }
});

function figureOf(next: LayoutsState): Figure {
  const view = defaultView(themes.light, 'predicted', 394);
  if (next.view === 'swizzles') {
    const chain = readChain(next.chain);
    if (!chain.ok) throw new Error(chain.error.message);
    return bitMatrixFigure({ of: next.chain, matrix: swizzleChain(chain.value).matrix }, view);
  }
  if (next.view === 'threads') {
    const drawn = drawnOf(fragmentOf(next), next.shared);
    if (!drawn.ok) throw new Error(drawn.error.message);
    return threadValueFigure(drawn.value, view);
  }
  const answer = answerOf(next);
  if (!answer.ok) throw new Error(answer.error.message);
  const { colour, elementBytes } = next;
  return layoutGridFigure({ steps: answer.value.steps, colourBy: colour, elementBytes }, view);
}

test('every example can be drawn', () => {
  for (const { title, state: patch } of EXAMPLES) {
    const next = layoutsLink.stateOf(layoutsLink.encode(state(patch)));
    expect(next, title).toMatchObject(patch);
    if (next.view === 'algebra') expect(answerOf(next).ok, title).toBe(true);
    else expect(figureOf(next).detail, title).not.toBe('');
  }
});

describe('a refusal', () => {
  const blamed = (changes: Partial<LayoutsState>) => {
    const next = state(changes);
    const { a, b } = refusalOf(answerOf(next), next);
    return [a?.message ?? null, b?.message ?? null];
  };

  test('is the second operand’s where there is one', () => {
    expect(blamed({ op: 'composition', a: '(4,2):(1,8)', b: '6:1' })[1]).toContain('a size of 4 or 8 would do');
    expect(blamed({ op: 'complement', a: '(4,4):(1,2)' })[0]).toContain('strides overlap');
    expect(blamed({ op: 'left-inverse', a: '(4,4):(0,1)' })[0]).toContain('stride 0');
  });

  test('is nobody’s where a text cannot be read: its own field says so', () => {
    expect(blamed({ a: '(4' })).toEqual([null, null]);
    expect(blamed({ op: 'composition', b: '(4' })).toEqual([null, null]);
    expect(blamed({ op: 'complement', cotarget: '-3' })).toEqual([null, null]);
    expect(readCotarget('-3').ok).toBe(false);
    expect(readCotarget(' 24 ')).toEqual({ ok: true, value: 24 });
  });
});

describe('formats', () => {
  const layout = readLayout('Sw<2,0,3> o 0 o (8,4):(4,1)');
  if (!layout.ok) throw new Error(layout.error.message);
  const printable = { operand: layout.value, fragment: null, svg: () => '<svg/>' };

  test('code is read back as the layout', () => {
    for (const format of ['cpp', 'dsl', 'cute'] as const) {
      const text = printed(printable, format);
      expect(text.ok && readLayout(text.value), format).toEqual(layout);
    }
  });

  test('every fragment is printed in every format, or refused for its sizes', () => {
    for (const { parts, sizes, fragment: of } of FRAGMENT_ATOMS.values())
      for (const part of parts) {
        const fragment = of(part, sizes?.values[2] ?? 0);
        for (const { value } of FORMATS) {
          const text = printed({ operand: fragmentOperand(fragment), fragment, svg: () => '<svg/>' }, value);
          if (!text.ok) expect(text.error.message).toMatch(/powers of two|TeX holds/);
          else expect(text.value).not.toMatch(/undefined|NaN/);
        }
      }
  });

  test('a layout too large for TeX is refused before it is drawn', () => {
    const large = printed({ operand: plain({ shape: 2 ** 40, stride: 1 }), fragment: null, svg: () => '' }, 'tikz');
    expect(large.ok ? '' : large.error.message).toContain('too many for TeX');
  });
});

describe('threads and values that are typed', () => {
  const found = (changes: Partial<LayoutsState>) => {
    const answer = drawnOf(fragmentOf(state({ atom: OWN, ...changes })), changes.shared ?? '');
    return answer.ok ? answer.value.reads.length : answer.error.message;
  };

  test('are drawn, and read from shared memory', () => {
    expect(found({})).toBe(0);
    expect(found({ elementBytes: 2, shared: '(16,8):(8,1)' })).toBe(2);
    expect(found({ elementBytes: 16, shared: '(16,8):(8,1)' })).toBe(2);
  });

  test('are refused for a reason', () => {
    expect(found({ matrix: '8,8' })).toBe('thread 2, value 0 lies outside the matrix of 8 × 8');
    expect(found({ matrix: '' })).toContain('rows and columns');
    expect(found({ tv: 'Sw<1,0,1> o 0 o (4,2):(1,4)' })).toContain('not threads');
    expect(found({ shared: '(4,4):(1,4)' })).toBe('a layout of 16 for 16 × 8 elements');
  });

  test('have a check that notices what is held twice, or not at all', () => {
    const own = fragmentOf(state({ atom: OWN, tv: '(4,2):(1,0)', matrix: '4,2' }));
    expect(own.ok && fragmentChecks(own.value).map(({ verdict }) => verdict.kind)).toEqual(['differ', 'differ']);
  });
});

test('all operations are examples of something', () => {
  for (const id of OPERATIONS.keys()) {
    const next = state({ op: id, a: '(4,8):(8,1)', b: '4:1' });
    expect(answerOf(next).ok, id).toBe(true);
  }
});
