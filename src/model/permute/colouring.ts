/**
 * Finds a place for every element of a block such that neither side has a bank conflict, for any permutation. A group is
 * the set of lanes that the banks serve together: a warp in one request, half a warp for 8 bytes, a quarter for 16. Each
 * element is an edge from the group that stores it to the group that loads it. The edges are coloured so that no two
 * edges of a group have the same colour; the colour is the bank:
 *
 *   store groups   S0     S1            bank of a..d:  a b c d
 *                  a| \b  c| \d    ->                  0 1 1 0     S0 = {a, b} and S1 = {c, d} have both banks,
 *   load groups    L0  L1  L0  L1                                  L0 = {a, c} and L1 = {b, d} too
 *
 * A bipartite multigraph needs no more colours than its largest degree (König, "Über Graphen und ihre Anwendung auf
 * Determinantentheorie und Mengenlehre", 1916), which is the number of banks here. This number is a power of two, so
 * repeated halving finds the colours: it pairs the edges of each vertex and puts the two edges of a pair into different
 * halves (Gabow, "Using Euler partitions to edge color bipartite multigraphs", 1976).
 */

import type { AccessSide } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import { countedOffsets } from './counted-offsets.ts';
import { laneOrder } from './placement.ts';
import { slotOf } from './request-sequence.ts';
import { bankStepElements, lanesPerPhase, residueElements, unpaddedStrides } from './strides.ts';

export const COLOURING_PROOF =
  'Each element belongs to one group of lanes that are served together when it is stored, and to another when it is loaded. No group has more elements than there are banks, so by König’s theorem every element can get a bank that no other element of its two groups has.';

/**
 * The place of each element, by its offset in the block without gaps [elements]. Both sides have their ideal cost. The
 * places end within the block's size, rounded up to whole lines of 128 bytes.
 */
export function colouredTable(move: BlockMove): Uint32Array {
  const halvings = Math.log2(lanesPerPhase(move.elementBytes));
  const colours = edgeColours(groupsOf('store', move), groupsOf('load', move), halvings);
  return placesOf(colours, 2 ** halvings, move.elementBytes);
}

/** For each element, by its offset in the block without gaps: the group of lanes in which one side accesses it. */
function groupsOf(side: AccessSide, move: BlockMove): Uint32Array {
  const offsets = countedOffsets(move, laneOrder(side, move), unpaddedStrides(move));
  const phaseLanes = lanesPerPhase(move.elementBytes);
  const groups = new Uint32Array(offsets.length);
  for (let number = 0; number < groups.length; number++)
    groups[offsets[number]] = Math.floor(slotOf(number, move.vectors[side]) / phaseLanes);
  return groups;
}

/**
 * A colour below 2^halvings for each edge, from the groups at its two ends. No group has more edges than there are
 * colours. No two edges of a group have the same colour, and the numbers of edges of any two colours differ by at most
 * one.
 */
export function edgeColours(storeGroups: Uint32Array, loadGroups: Uint32Array, halvings: number): Uint8Array {
  const inOrder = Uint32Array.from(storeGroups.keys());
  const byStore = sortedBy(storeGroups, inOrder);
  const byLoad = sortedBy(loadGroups, inOrder);
  const colours = new Uint8Array(storeGroups.length);
  for (let i = 0; i < halvings; i++) {
    const storePartners = partnersOf(storeGroups, colours, sortedBy(colours, byStore));
    const loadPartners = partnersOf(loadGroups, colours, sortedBy(colours, byLoad));
    const halves = halvesOf(storePartners, loadPartners);
    for (let edge = 0; edge < colours.length; edge++) colours[edge] = 2 * colours[edge] + halves[edge];
  }
  return colours;
}

/** The edges by ascending key; edges with equal keys keep their order. */
function sortedBy(keys: Uint8Array | Uint32Array, edges: Uint32Array): Uint32Array {
  let most = 0;
  for (let edge = 0; edge < keys.length; edge++) most = Math.max(most, keys[edge]);
  const ends = new Uint32Array(most + 2);
  for (let edge = 0; edge < keys.length; edge++) ends[keys[edge] + 1]++;
  for (let key = 1; key < ends.length; key++) ends[key] += ends[key - 1];
  const sorted = new Uint32Array(keys.length);
  for (let i = 0; i < edges.length; i++) sorted[ends[keys[edges[i]]]++] = edges[i];
  return sorted;
}

const NONE = -1;

/**
 * Pairs the edges of each group and colour. An edge that is left over is paired with the next one of its colour that is
 * left over. So the halves of a group's edges differ by one at most, and if a colour has an even number of edges, all are
 * paired.
 */
function partnersOf(groups: Uint32Array, colours: Uint8Array, sorted: Uint32Array): Int32Array {
  const partners = new Int32Array(sorted.length).fill(NONE);
  let left = NONE;
  for (let at = 0; at < sorted.length; at++) {
    const edge = sorted[at];
    const next = sorted[at + 1];
    if (left !== NONE && colours[left] !== colours[edge]) left = NONE;
    const isPair = at + 1 < sorted.length && groups[next] === groups[edge] && colours[next] === colours[edge];
    const partner = isPair ? next : left;
    if (partner !== NONE) {
      partners[edge] = partner;
      partners[partner] = edge;
      if (isPair) at++;
      else left = NONE;
    } else left = edge;
  }
  return partners;
}

const UNKNOWN = 2;

/**
 * Gives each edge 0 or 1, and its partners the other number. Going from partner to partner, the two sides take turns, so
 * the paths close into rings; each colour with an odd number of edges has one open path.
 */
function halvesOf(storePartners: Int32Array, loadPartners: Int32Array): Uint8Array {
  const halves = new Uint8Array(storePartners.length).fill(UNKNOWN);
  const follow = (first: number, partners: Int32Array, others: Int32Array): void => {
    let [at, turns] = [first, 0];
    for (;;) {
      const next = (turns++ % 2 === 0 ? partners : others)[at];
      if (next === NONE || halves[next] !== UNKNOWN) return;
      halves[next] = 1 - halves[at];
      at = next;
    }
  };
  for (let edge = 0; edge < halves.length; edge++) {
    if (halves[edge] !== UNKNOWN) continue;
    halves[edge] = 0;
    follow(edge, storePartners, loadPartners);
    follow(edge, loadPartners, storePartners);
  }
  return halves;
}

/**
 * Places the elements of each bank one after another, as many in a word as it holds; frequent colours first, then early
 * ones.
 */
function placesOf(colours: Uint8Array, banks: number, elementBytes: number): Uint32Array {
  const bankOf = banksOf(colours, banks);
  const perBank = bankStepElements(elementBytes);
  const line = residueElements(elementBytes);
  const filled = new Uint32Array(banks);
  const places = new Uint32Array(colours.length);
  for (let edge = 0; edge < colours.length; edge++) {
    const turn = filled[colours[edge]]++;
    places[edge] = Math.floor(turn / perBank) * line + bankOf[colours[edge]] * perBank + (turn % perBank);
  }
  return places;
}

function banksOf(colours: Uint8Array, banks: number): Uint8Array {
  const counts = new Uint32Array(banks);
  const byFirst: number[] = [];
  for (let edge = 0; edge < colours.length; edge++) if (counts[colours[edge]]++ === 0) byFirst.push(colours[edge]);
  const bankOf = new Uint8Array(banks);
  for (const [bank, colour] of byFirst.toSorted((a, b) => counts[b] - counts[a]).entries()) bankOf[colour] = bank;
  return bankOf;
}
