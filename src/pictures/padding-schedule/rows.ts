/** The padding schedule as numbers: per mode what a warp steps through and wants, per variant where those steps land. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { padsOf } from '../../model/permute/pad-sweep.ts';
import { laneOrder } from '../../model/permute/placement.ts';
import { lanesPerPhase, residueElements, wantedResidues } from '../../model/permute/strides.ts';
import { bankOf } from '../address-text.ts';
import { elementAt, placesOf } from '../permute/block-elements.ts';
import type { ChosenRequest, PaddingScheduleRecords, PermutedBlock } from '../permute/records.ts';
import type { Request } from '../records.ts';
import { type LaneCoordinates, lanesOf, type WarpRequests, warpRequests } from './requests.ts';

/** Place of one step along a mode. */
export interface ElementLanding {
  readonly index: number;
  readonly element: number;
  readonly byteAddress: number;
  readonly bank: number;
}

/** The means that gives an element its place. */
export type PlacedBy = 'strides' | 'xor' | 'table' | 'registers';

export interface ScheduleCell {
  readonly pad: number;
  readonly stride: number;
  readonly residue: number;
  /** One per index of the mode that the warp's lanes have; none where nothing is stored. */
  readonly landings: readonly ElementLanding[];
  /** 'bits 5–9 XORed into 0–4'; '' where none of the mode's bits is. */
  readonly xorText: string;
}

export interface ScheduleRow {
  readonly mode: number;
  readonly name: string;
  /** Dimension of the canonical input; it decides the colour. */
  readonly dim: number;
  readonly elementBytes: number;
  readonly extent: number;
  /** Null where any residue will do: lanes that are served together do not step along the mode. */
  readonly wanted: number | null;
  /** Indices of the mode among the warp's lanes, in their order. */
  readonly steps: readonly number[];
  /** Cell of each variant. */
  readonly cells: readonly ScheduleCell[];
}

export interface Schedule {
  readonly rows: readonly ScheduleRow[];
  /** The warp's on both sides. */
  readonly warps: readonly WarpRequests[];
  /** The chosen ones, by variant; null where nothing goes through shared memory. */
  readonly requests: readonly (Request | null)[];
  readonly placedBy: readonly PlacedBy[];
  /** Elements after which the banks repeat. */
  readonly modulus: number;
}

export const placedBy = ({ layout }: PermutedBlock): PlacedBy => {
  if (layout.exchange !== null) return 'registers';
  if (layout.table !== null) return 'table';
  return layout.xor.length > 0 ? 'xor' : 'strides';
};

/** Modes of one element are left out. Fastest first, as the lanes count. */
export function scheduleOf(records: PaddingScheduleRecords): Schedule {
  const { variants, chosen } = records;
  const { move } = variants[0];
  const warps = warpRequests(records);
  const modes = laneOrder(chosen.side, move).filter(mode => move.modes[mode].extent > 1);
  return {
    rows: rowsOf(variants, chosen, modes),
    warps,
    requests: warps.find(({ isChosen }) => isChosen)!.requests,
    placedBy: variants.map(placedBy),
    modulus: residueElements(move.elementBytes),
  };
}

function rowsOf(variants: readonly PermutedBlock[], chosen: ChosenRequest, modes: readonly number[]): ScheduleRow[] {
  const { move, names } = variants[0];
  const { elementBytes } = move;
  const lanes = lanesOf(move, chosen);
  const wanted = wantedResidues(chosen.side, move);
  const isRuled = move.vectors[chosen.side] === 1;
  return modes.map(mode => {
    const { dim, extent } = move.modes[mode];
    const steps = [...new Set(lanes.map(at => at[mode]))];
    const wants = isRuled && isStepped(lanes, mode, lanesPerPhase(elementBytes));
    const cells = variants.map(variant => cellOf(variant, mode, lanes[0] ?? [], steps));
    return { mode, name: names[mode], dim, extent, elementBytes, wanted: wants ? wanted[mode] : null, steps, cells };
  });
}

/** Whether lanes that are served together differ in a mode's index. */
const isStepped = (lanes: LaneCoordinates, mode: number, phase: number): boolean =>
  lanes.some((at, lane) => at[mode] !== lanes[lane - (lane % phase)][mode]);

/** The steps of the lanes along one mode; all other indices are those of the first lane. */
function cellOf(
  variant: PermutedBlock,
  mode: number,
  first: readonly number[],
  steps: readonly number[],
): ScheduleCell {
  const { move, layout, baseBytes } = variant;
  const places = placesOf(move, layout);
  if (places === null) return { pad: 0, stride: 0, residue: 0, landings: [], xorText: '' };
  const landings = steps.map(index => {
    const element = elementAt(move, first.with(mode, index));
    const byteAddress = baseBytes + places.placeOf[element] * move.elementBytes;
    return { index, element, byteAddress, bank: bankOf(byteAddress) };
  });
  const stride = layout.strides[mode];
  return {
    pad: padsOf(move, layout.strides)[mode],
    stride,
    residue: stride % residueElements(move.elementBytes),
    landings,
    xorText: xorText(variant, mode),
  };
}

function xorText({ move, layout }: PermutedBlock, mode: number): string {
  const low = Math.log2(layout.strides[mode]);
  const high = low + Math.log2(move.modes[mode].extent);
  const bits = layout.xor.filter(({ from }) => from >= low && from < high);
  if (bits.length === 0) return '';
  return `bits ${numbersText(bits.map(({ from }) => from))} XORed into ${numbersText(bits.map(({ bit }) => bit))}`;
}

/** '5–9' where they follow each other, else '5, 7'. */
export function numbersText(numbers: readonly number[]): string {
  const first = numbers[0];
  const isRun = numbers.length > 2 && numbers.every((n, i) => n === first + i);
  return isRun ? `${first}–${first + numbers.length - 1}` : numbers.join(', ');
}

/** Words of one element; 1 where a word holds several. */
export const wordsOf = (elementBytes: number): number => Math.max(1, elementBytes / WORD_BYTES);

/** Wavefronts of the phase that needs most of them. */
export const worstPhase = ({ cost }: Request): number => Math.max(1, ...cost.phases.map(phase => phase.wavefronts));

/** For each bank: distinct words in the phase that has most of them there. */
export const wordsPerBank = ({ cost }: Request): number[] =>
  Array.from({ length: cost.phases[0].wordsPerBank.length }, (_, bank) =>
    Math.max(...cost.phases.map(phase => phase.wordsPerBank[bank])),
  );

export const verdictText = (degree: number): string => (degree > 1 ? `${degree}-way` : 'conflict-free');
