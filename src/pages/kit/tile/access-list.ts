/** The accesses that the page knows, by the ids that links hold: 'column-4', 'ldmatrix-2', 'wgmma', 'own-4'. */
import type { AccessPattern } from '../../../model/swizzle/accesses.ts';

export type LaneOffsets = readonly (number | null)[];

/** Sizes of one lane's load or store, smallest first. */
const WIDTHS_BYTES = [1, 2, 4, 8, 16] as const;
const MATRICES = [1, 2, 4] as const;

/** Accesses that make sense for elements of this size; the user's own table comes last. */
export function accessIds(elementBytes: number): string[] {
  // Narrower than a word is worth a line only as one element a lane.
  const widths = WIDTHS_BYTES.filter(bytes => bytes === elementBytes || (bytes >= 4 && bytes > elementBytes));
  const own = Math.max(4, elementBytes);
  return [
    ...widths.map(bytes => `row-${bytes}`),
    ...widths.map(bytes => `column-${bytes}`),
    ...MATRICES.map(matrices => `ldmatrix-${matrices}`),
    'wgmma',
    ...WIDTHS_BYTES.filter(bytes => bytes >= own).map(bytes => `own-${bytes}`),
  ];
}

/** Null for an id that is none. */
export function accessOf(id: string, offsets: LaneOffsets): AccessPattern | null {
  const [kind, text] = id.split('-');
  if (kind === 'wgmma') return { kind };
  if (kind === 'ldmatrix') {
    const matrices = MATRICES.find(count => `${count}` === text);
    return matrices === undefined ? null : { kind, matrices };
  }
  const widthBytes = WIDTHS_BYTES.find(bytes => `${bytes}` === text);
  if (widthBytes === undefined) return null;
  if (kind === 'row' || kind === 'column') return { kind, widthBytes };
  return kind === 'own' ? { kind, widthBytes, offsets } : null;
}

export function accessName(id: string): string {
  const [kind, size] = id.split('-');
  if (kind === 'ldmatrix') return `ldmatrix/stmatrix .x${size}`;
  if (kind === 'wgmma') return 'wgmma core matrices';
  const of = kind === 'own' ? 'Own table' : kind === 'row' ? 'Row' : 'Column';
  return `${of}, ${size} B a lane`;
}

const WORDS: Readonly<Record<string, string>> = {
  row: 'The lanes read side by side, and go on in the next row.',
  column: 'Each lane reads the same bytes of its own row.',
  ldmatrix: 'A phase is a matrix: 16 bytes of each of 8 rows; stmatrix writes in the same phases.',
  wgmma:
    'Core matrices of 8 rows × 16 B, of 64 rows and one k-step, as banks would serve them; how the tensor core fetches them is not published.',
  own: 'Lane by lane as in your table.',
};

/** One sentence about the access. */
export const accessWords = (id: string): string => WORDS[id.split('-')[0]];
