/** The page's whole state as a flat record of strings. What does not fit falls back to its default; texts are kept as typed. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import { FRAGMENT_ATOMS, type FragmentSizes } from '../../model/layout-steps/fragments.ts';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import type { FlatSearch } from '../../state/exhibit-search.ts';

export type ViewName = 'algebra' | 'threads' | 'swizzles';
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
  /** Or `OWN`. */
  readonly atom: string;
  readonly part: string;
  /** Threads and values of `OWN`, and rows and columns of its matrix. */
  readonly tv: string;
  readonly matrix: string;
  /** The N in the instruction's name, where there is one. */
  readonly n: number;
  /** Where the fragment's matrix lies in shared memory; '' = nowhere. */
  readonly shared: string;
  /** Swizzles one after another. */
  readonly chain: string;
  readonly format: FormatName;
  readonly pin: Cell | null;
}

/** In the list of instructions: a thread-value layout that is typed. */
export const OWN = 'own layout';

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
  tv: '((4,8),(2,2)):((32,1),(16,8))',
  matrix: '16, 8',
  n: 64,
  shared: '',
  chain: 'Sw<3,4,3> o Sw<2,4,3>',
  format: 'cpp',
  pin: null,
};

const MOST_TEXT = 400;

const chosen = <T>(values: readonly T[], text: string | undefined, fallback: T): T =>
  values.find(value => String(value) === text) ?? fallback;

export const ATOM_NAMES: readonly string[] = [...FRAGMENT_ATOMS.keys(), OWN];

export const sizesOf = (atom: string): FragmentSizes | null => FRAGMENT_ATOMS.get(atom)?.sizes ?? null;

export const partsOf = (atom: string): readonly string[] => FRAGMENT_ATOMS.get(atom)?.parts ?? ['T V'];

type TextName = 'a' | 'b' | 'cotarget' | 'tv' | 'matrix' | 'shared' | 'chain';

export function decodeLayouts(search: FlatSearch): LayoutsState {
  const text = (name: TextName): string => (search[name] ?? DEFAULTS[name]).slice(0, MOST_TEXT);
  const atom = chosen(ATOM_NAMES, search.atom, DEFAULTS.atom);
  return {
    view: chosen(['algebra', 'threads', 'swizzles'], search.view, DEFAULTS.view),
    op: chosen([...OPERATIONS.keys()], search.op, DEFAULTS.op),
    a: text('a'),
    b: text('b'),
    cotarget: text('cotarget'),
    elementBytes: chosen(ELEMENT_SIZES, search.elementBytes, DEFAULTS.elementBytes),
    colour: chosen(['bank', 'offset'], search.colour, DEFAULTS.colour),
    atom,
    part: chosen(partsOf(atom), search.part, partsOf(atom)[0]),
    tv: text('tv'),
    matrix: text('matrix'),
    n: sizeIn(sizesOf(atom), search.n),
    shared: text('shared'),
    chain: text('chain'),
    format: chosen(FORMAT_NAMES, search.format, DEFAULTS.format),
    pin: pinOf(search.pin),
  };
}

const FORMAT_NAMES = FORMATS.map(({ value }) => value);

const sizeIn = (sizes: FragmentSizes | null, text: string | undefined): number =>
  sizes === null ? DEFAULTS.n : chosen(sizes.values, text, sizes.usual);

function pinOf(text = ''): Cell | null {
  const match = /^(\d{1,3})\.(\d{1,7})$/.exec(text);
  return match === null ? null : { row: Number(match[1]), column: Number(match[2]) };
}

/** What both views share, and what the shown one needs: the other's state is not worth a long link. */
const NAMES: Readonly<Record<ViewName, readonly (keyof LayoutsState)[]>> = {
  algebra: ['op', 'a', 'b', 'cotarget', 'elementBytes', 'colour', 'format'],
  threads: ['view', 'atom', 'part', 'tv', 'matrix', 'elementBytes', 'n', 'shared', 'format'],
  swizzles: ['view', 'chain'],
};

export function encodeLayouts(state: LayoutsState): FlatSearch {
  const usual = { ...DEFAULTS, n: sizesOf(state.atom)?.usual ?? state.n };
  const values = NAMES[state.view]
    .filter(name => state[name] !== usual[name] || ['op', 'a', 'b', 'atom', 'part', 'chain'].includes(name))
    .map(name => [name, String(state[name])]);
  const pin = state.pin === null ? [] : [['pin', `${state.pin.row}.${state.pin.column}`]];
  return Object.fromEntries([...values, ...pin]);
}
