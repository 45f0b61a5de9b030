/** The link of the layouts page. Texts are kept as typed: what is wrong with one is said at its field. */
import { FRAGMENT_ATOMS, type FragmentSizes } from '../../model/layout-steps/fragments.ts';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import { choice, int, kept, linkCodec, optional, record, type StateOf, text } from '../../state/link-codec.ts';

/** Entry of the list of instructions: a thread-value layout that is typed. */
export const OWN = 'own layout';

export const ELEMENT_SIZES: readonly number[] = [1, 2, 4, 8, 16];
export const FORMATS = [
  { value: 'cpp', label: 'CuTe C++' },
  { value: 'dsl', label: 'CuTe DSL' },
  { value: 'cute', label: 'CuTe print' },
  { value: 'linear', label: 'Linear layout' },
  { value: 'tikz', label: 'LaTeX' },
  { value: 'svg', label: 'SVG' },
] as const;
export type FormatName = (typeof FORMATS)[number]['value'];

const MOST_TEXT = 400;

export const ATOM_NAMES: readonly string[] = [...FRAGMENT_ATOMS.keys(), OWN];

export const sizesOf = (atom: string): FragmentSizes | null => FRAGMENT_ATOMS.get(atom)?.sizes ?? null;

export const partsOf = (atom: string): readonly string[] => FRAGMENT_ATOMS.get(atom)?.parts ?? ['T V'];

/** The N in the instruction's name; an instruction without one has no use for what the link says. */
function sizeOf(atom: string) {
  const sizes = sizesOf(atom);
  return sizes === null ? { ...int(0, 9999, 64), read: () => 64 } : choice(sizes.values, sizes.usual);
}

/** Fields that both views share, and those of the shown view: the other's state would only make the link longer. */
const NAMES = {
  algebra: ['op', 'a', 'b', 'cotarget', 'elementBytes', 'colour', 'format'],
  threads: ['view', 'atom', 'part', 'tv', 'matrix', 'elementBytes', 'n', 'shared', 'format'],
  swizzles: ['view', 'chain'],
} as const;
export type ViewName = keyof typeof NAMES;

export const layoutsLink = linkCodec(
  {
    view: choice<ViewName>(['algebra', 'threads', 'swizzles']),
    op: kept(choice<string>([...OPERATIONS.keys()], 'zipped-divide')),
    a: kept(text('(8,12):(12,1)', MOST_TEXT)),
    /** The tiler. */
    b: kept(text('<4:1, (2,2):(1,6)>', MOST_TEXT)),
    /** Number up to which a complement goes; '' = A's own cosize. */
    cotarget: text('', MOST_TEXT),
    elementBytes: choice<number>(ELEMENT_SIZES, 4),
    colour: choice(['bank', 'offset']),
    /** Or `OWN`. */
    atom: kept(choice<string>(ATOM_NAMES, 'mma.m16n8k16 f16 or bf16')),
    /** Threads and values of `OWN`, and rows and columns of its matrix. */
    tv: text('((4,8),(2,2)):((32,1),(16,8))', MOST_TEXT),
    matrix: text('16, 8', MOST_TEXT),
    /** Layout of the fragment's matrix in shared memory; '' = none. */
    shared: text('', MOST_TEXT),
    /** Swizzles one after another. */
    chain: kept(text('Sw<3,4,3> o Sw<2,4,3>', MOST_TEXT)),
    format: choice<FormatName>(FORMATS.map(({ value }) => value)),
    pin: optional(record({ row: int(0, 999, 0), column: int(0, 9_999_999, 0) }, '.', { row: 0, column: 0 })),
  },
  ({ atom }) => ({ part: kept(choice<string>(partsOf(atom))), n: sizeOf(atom) }),
  (name, { view }) => name === 'pin' || NAMES[view].some(each => each === name),
);
export type LayoutsState = StateOf<typeof layoutsLink>;
