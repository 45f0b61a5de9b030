/** The page's whole state as a flat record of strings. What does not fit falls back to its default; texts are kept as typed. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import { FRAGMENT_ATOMS, WGMMA_SIZES } from '../../model/layout-steps/fragments.ts';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';

export type ViewName = 'algebra' | 'threads';
export type FormatName = 'cpp' | 'dsl' | 'cute' | 'linear' | 'tikz' | 'svg';

export interface LayoutsState {
  readonly view: ViewName;
  readonly op: string;
  readonly a: string;
  /** The tiler. */
  readonly b: string;
  /** Of a complement; '' = A's own cosize. */
  readonly cotarget: string;
  readonly elementBytes: number;
  readonly colour: 'bank' | 'offset';
  readonly atom: string;
  readonly part: string;
  /** Columns of wgmma's B. */
  readonly n: number;
  /** Where the fragment's matrix lies in shared memory; '' = nowhere. */
  readonly shared: string;
  readonly format: FormatName;
  readonly pin: Cell | null;
}

export const ELEMENT_SIZES: readonly number[] = [1, 2, 4, 8, 16];
export const FORMATS: readonly { readonly value: FormatName; readonly label: string }[] = [
  { value: 'cpp', label: 'CuTe C++' },
  { value: 'dsl', label: 'CuTe DSL' },
  { value: 'cute', label: 'CuTe print' },
  { value: 'linear', label: 'Linear layout' },
  { value: 'tikz', label: 'LaTeX' },
  { value: 'svg', label: 'SVG' },
];

export const DEFAULTS: LayoutsState = {
  view: 'algebra',
  op: 'zipped-divide',
  a: '(8,12):(12,1)',
  b: '<4:1, (2,2):(1,6)>',
  cotarget: '',
  elementBytes: 4,
  colour: 'bank',
  atom: 'mma.m16n8k16 f16 or bf16',
  part: 'A',
  n: 64,
  shared: '',
  format: 'cpp',
  pin: null,
};

const MOST_TEXT = 400;

const chosen = <T>(values: readonly T[], text: string | undefined, fallback: T): T =>
  values.find(value => String(value) === text) ?? fallback;

export function decodeLayouts(search: FlatSearch): LayoutsState {
  const text = (name: 'a' | 'b' | 'cotarget' | 'shared'): string =>
    (search[name] ?? DEFAULTS[name]).slice(0, MOST_TEXT);
  const atom = chosen([...FRAGMENT_ATOMS.keys()], search.atom, DEFAULTS.atom);
  const { parts } = FRAGMENT_ATOMS.get(atom)!;
  return {
    view: chosen(['algebra', 'threads'], search.view, DEFAULTS.view),
    op: chosen([...OPERATIONS.keys()], search.op, DEFAULTS.op),
    a: text('a'),
    b: text('b'),
    cotarget: text('cotarget'),
    elementBytes: chosen(ELEMENT_SIZES, search.elementBytes, DEFAULTS.elementBytes),
    colour: chosen(['bank', 'offset'], search.colour, DEFAULTS.colour),
    atom,
    part: chosen(parts, search.part, parts[0]),
    n: chosen(WGMMA_SIZES, search.n, DEFAULTS.n),
    shared: text('shared'),
    format: chosen(
      FORMATS.map(({ value }) => value),
      search.format,
      DEFAULTS.format,
    ),
    pin: pinOf(search.pin),
  };
}

function pinOf(text = ''): Cell | null {
  const match = /^(\d{1,3})\.(\d{1,7})$/.exec(text);
  return match === null ? null : { row: Number(match[1]), column: Number(match[2]) };
}

/** What both views share, and what the shown one needs: the other's state is not worth a long link. */
const NAMES: Readonly<Record<ViewName, readonly (keyof LayoutsState)[]>> = {
  algebra: ['op', 'a', 'b', 'cotarget', 'elementBytes', 'colour', 'format'],
  threads: ['view', 'atom', 'part', 'n', 'shared', 'format'],
};

export function encodeLayouts(state: LayoutsState): FlatSearch {
  const values = NAMES[state.view]
    .filter(name => state[name] !== DEFAULTS[name] || ['op', 'a', 'b', 'atom', 'part'].includes(name))
    .map(name => [name, String(state[name])]);
  const pin = state.pin === null ? [] : [['pin', `${state.pin.row}.${state.pin.column}`]];
  return Object.fromEntries([...values, ...pin]);
}
