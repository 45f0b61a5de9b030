/**
 * Regions of shared memory: what lies where, with its swizzle and its type of elements. Boxes of tensor maps are certain; then come
 * copies, which know the buffer, then matrices that descriptors name, then variables, and last what lanes have touched.
 */
import { plainName } from '../../ptx/outline/variable-name.ts';
import type { ExecutionProfile } from '../../trace/execution-profile.ts';
import type { SharedRegion } from '../../trace/shared-region.ts';
import type { SharedUse } from '../../trace/shared-use.ts';
import { type LaneTouches, lanePieces } from './lane-touches.ts';
import { type FoundPiece, joinedPieces, overlaps, uncovered } from './pieces.ts';
import type { PlaceNames } from './place-names.ts';

/** Regions in the order of their first bytes. */
export function sharedRegions(
  { shared, instructions }: Pick<ExecutionProfile, 'shared' | 'instructions'>,
  touches: LaneTouches,
  names: PlaceNames,
): SharedRegion[] {
  const uses = (by: SharedUse['by']) => shared.uses.filter(use => use.by === by).map(use => pieceOf(use, names));
  const lanes = lanePieces(touches, names, instructions);
  const ofSort = (by: FoundPiece['by'], isNamed = false) =>
    lanes.filter(piece => piece.by === by && (piece.of !== '') === isNamed);
  const variables = shared.variables.filter(({ sizeBytes }) => sizeBytes > 0).map(variablePiece);
  const open = openNames(shared.variables);
  const matrices = bySort(uses('descriptor')).flatMap(joinedPieces);
  const sure: FoundPiece[] = [];
  const found = [uses('mbarrier'), uses('tensorMap'), ofSort('copy', true), matrices, ofSort('copy')].flatMap(
    pieces => {
      const left = pieces.flatMap(piece => (piece.by === 'tensorMap' ? [piece] : uncovered(piece, sure)));
      sure.push(...left);
      return left;
    },
  );
  const plain = variables.filter(variable => !sure.some(piece => overlaps(piece, variable)));
  const loose = uniteLoose(ofSort('accesses')).flatMap(piece => uncovered(piece, [...sure, ...plain]));
  const notes = [...matrices, ...ofSort('accesses')];
  const regions = bySort([...found, ...plain, ...loose]).map(slots => regionOf(slots, notes, variables, open));
  return numbered(regions.sort((a, b) => a.offsets[0] - b.offsets[0]));
}

const pieceOf = ({ type, of, tensorAddress, ...use }: SharedUse, names: PlaceNames): FoundPiece => ({
  ...use,
  of: tensorAddress === null ? of : names.at(tensorAddress) || of,
  types: type === '' ? [] : [type],
});

const variablePiece = (variable: { readonly name: string; readonly byteOffset: number; readonly sizeBytes: number }) =>
  ({
    ...{ by: 'variable', of: plainName(variable.name), byteOffset: variable.byteOffset },
    ...{ sizeBytes: variable.sizeBytes, types: [], swizzle: null, rowBytes: 0 },
  }) satisfies FoundPiece;

/** Arrays without a size (`extern __shared__ float tile[]`). All of them begin behind the variables with a size, at the same byte. */
const openNames = (variables: ExecutionProfile['shared']['variables']): ReadonlySet<string> =>
  new Set(variables.filter(({ sizeBytes }) => sizeBytes === 0).map(({ name }) => plainName(name)));

/** Dynamic shared memory has the name of its array, unless it has several. */
const loneName = (names: ReadonlySet<string>): string => (names.size === 1 ? [...names].join() : 'bytes');

/** Accesses of several types to the same bytes are one piece without a type of its own: the notes say which. */
const uniteLoose = (pieces: readonly FoundPiece[]): FoundPiece[] =>
  joinedPieces(pieces.map(piece => ({ ...piece, types: [] })));

/** Slots of a ring are alike in all but their place. Matrices of one operand may differ in size, and so may variables. */
function bySort(pieces: readonly FoundPiece[]): FoundPiece[][] {
  const sorts = new Map<string, FoundPiece[]>();
  for (const piece of pieces) {
    const { by, of, types, swizzle, sizeBytes } = piece;
    const key = `${by} ${of} ${types} ${swizzle} ${by === 'descriptor' ? '' : sizeBytes}`;
    sorts.set(key, [...(sorts.get(key) ?? []), piece]);
  }
  return [...sorts.values()];
}

function regionOf(
  slots: readonly FoundPiece[],
  notes: readonly FoundPiece[],
  variables: readonly FoundPiece[],
  open: ReadonlySet<string>,
): SharedRegion {
  const [first] = slots;
  const offsets = [...new Set(slots.map(({ byteOffset }) => byteOffset))].sort((a, b) => a - b);
  const sizeBytes = Math.max(...slots.map(slot => slot.sizeBytes));
  const about = notes.filter(note => slots.some(slot => overlaps(slot, note)));
  const owner = variables.find(variable => slots.every(slot => overlaps(slot, variable)));
  const operands = about.filter(({ by }) => by === 'descriptor').map(({ of }) => `${of} of products`);
  const own = first.by === 'descriptor' ? `${first.of} of products` : first.of;
  const holds = [...new Set([first.by === 'variable' ? '' : own, ...operands])].filter(of => of !== '');
  const told = about.flatMap(({ types }) => types);
  const types = first.types.length > 0 ? first.types : [...new Set(told)];
  const swizzle = first.swizzle ?? about.find(note => note.swizzle !== null)?.swizzle ?? null;
  const rowBytes = first.rowBytes || (about.find(note => note.rowBytes > 0)?.rowBytes ?? 0);
  const name = owner?.of ?? (first.by === 'mbarrier' ? 'mbarrier' : own || loneName(open));
  const isBarrier = first.by === 'mbarrier';
  return {
    ...{ name, by: first.by, offsets, sizeBytes, holds },
    ...(isBarrier ? { types: [], swizzle: null, rowBytes: 0 } : { types, swizzle, rowBytes }),
  };
}

/** Names are told apart: 'a', 'a 2'. */
function numbered(regions: readonly SharedRegion[]): SharedRegion[] {
  const times = new Map<string, number>();
  return regions.map(region => {
    const time = (times.get(region.name) ?? 0) + 1;
    times.set(region.name, time);
    return time === 1 ? region : { ...region, name: `${region.name} ${time}` };
  });
}
