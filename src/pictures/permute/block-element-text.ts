/** Words about one element of a block: its index, its place in shared memory, and the lane that moves it. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { bankText } from '../address-text.ts';
import { coordinatesOf, moverOf, numberOn, placesOf } from './block-elements.ts';
import type { PermutedBlock } from './records.ts';

/** Byte address of an element's place; null where the block goes through no shared memory. */
export function elementAddress({ move, layout, baseBytes }: PermutedBlock, element: number): number | null {
  const places = placesOf(move, layout);
  return places === null ? null : baseBytes + places.placeOf[element] * move.elementBytes;
}

/** 'A 3, B 1, C₀ 5'. */
export function indexText({ move, names }: PermutedBlock, element: number): string {
  const coordinates = coordinatesOf(move, element);
  const parts = names.flatMap((name, mode) => (move.modes[mode].extent > 1 ? `${name} ${coordinates[mode]}` : []));
  return parts.length === 0 ? 'the only element' : parts.join(', ');
}

/** Everything that links the element's places: number in both pieces, address, bank, and a lane on each side. */
export function elementLines(block: PermutedBlock, element: number): string[] {
  return [
    `input ${element} → output ${numberOn('load', block.move, element)}`,
    ...placeLines(block, element),
    moverText('store', block, element),
    moverText('load', block, element),
  ];
}

function placeLines(block: PermutedBlock, element: number): string[] {
  const address = elementAddress(block, element);
  if (address === null) return ['goes from register to register'];
  const { baseBytes, move } = block;
  const base = baseBytes === 0 ? '' : `${addressText(baseBytes)} + ${addressText(address - baseBytes)} = `;
  return [placeFormula(block, element), `${base}${addressText(address)} → ${bankText(address, move.elementBytes)}`];
}

/** 'word 368 = 2·136 + 12·8', with '⊕ 5' behind it, or 'table[…]' round it, as the layout has it. */
function placeFormula({ move, layout }: PermutedBlock, element: number): string {
  const { strides, table } = layout;
  const coordinates = coordinatesOf(move, element);
  const used = coordinates.map((_, mode) => mode).filter(mode => move.modes[mode].extent > 1);
  const offset = used.reduce((sum, mode) => sum + coordinates[mode] * strides[mode], 0);
  const terms = used.map(mode =>
    strides[mode] === 1 ? `${coordinates[mode]}` : `${coordinates[mode]}·${strides[mode]}`,
  );
  const sum = terms.length === 0 ? '0' : terms.join(' + ');
  const place = placesOf(move, layout)!.placeOf[element];
  const unit = move.elementBytes === WORD_BYTES ? 'word' : 'element';
  if (table !== null) return `${unit} ${place} = table[${sum}]`;
  return place === offset ? `${unit} ${place} = ${sum}` : `${unit} ${place} = (${sum}) ⊕ ${offset ^ place}`;
}

/** 'stored by warp 3, lane 5'; with the number of the request where a lane moves several elements. */
function moverText(side: AccessSide, { move, layout }: PermutedBlock, element: number): string {
  const { warp, k, lane } = moverOf(side, move, element);
  const request = move.vectors[side] > 1 ? `, request ${k}` : '';
  const verb = layout.exchange === null ? { store: 'stored', load: 'loaded' } : { store: 'read', load: 'written' };
  return `${verb[side]} by warp ${warp}${request}, lane ${lane}`;
}
