/**
 * Reads CuTe layouts. `A -> B` copies a tensor from layout A to layout B of the same coordinates. One layout alone is
 * copied to the layout that CuTe gives a shape without strides: the first mode is fastest.
 */
import { ARROW } from './axis-sides.ts';
import { type CuteTree, TreeReader } from './cute-trees.ts';
import { type Reading, Unreadable } from './reading.ts';

interface FlatMode {
  readonly extent: number;
  readonly stride: number;
}

interface Layout {
  readonly at: number;
  readonly modes: readonly FlatMode[];
}

export function readCute(text: string): Reading {
  const arrow = ARROW.exec(text);
  const source = layoutOf(text.slice(0, arrow?.index ?? text.length), 0);
  const behind = arrow === null ? 0 : arrow.index + arrow[0].length;
  const target = arrow === null ? compactLeft(source) : layoutOf(text.slice(behind), behind);
  const pieces = commonPieces(source, target);
  const input = memoryOrder(pieces, 0, source.at);
  const output = memoryOrder(pieces, 1, target.at);
  return {
    notation: 'CuTe',
    shape: input.map(piece => pieces[piece].extent),
    perm: output.map(piece => input.indexOf(piece)),
    elementBytes: null,
    note: arrow === null ? 'Copied to the layout without strides: its first mode is fastest.' : '',
  };
}

function compactLeft({ modes, at }: Layout): Layout {
  let stride = 1;
  const compact = modes.map(({ extent }) => {
    const mode = { extent, stride };
    stride *= extent;
    return mode;
  });
  return { at, modes: compact };
}

/** An extent at which both layouts can be cut, with its stride in each; coordinates count the first mode fastest. */
interface SharedPiece {
  readonly extent: number;
  readonly strides: readonly [source: number, target: number];
}

function commonPieces(source: Layout, target: Layout): SharedPiece[] {
  const pieces: SharedPiece[] = [];
  const [left, right] = [source, target].map(({ modes }) => modes.map(mode => ({ ...mode })));
  while (left.length > 0 && right.length > 0) {
    const [a, b] = [left[0], right[0]];
    const extent = Math.min(a.extent, b.extent);
    if (a.extent % extent !== 0 || b.extent % extent !== 0) break;
    pieces.push({ extent, strides: [a.stride, b.stride] });
    for (const [side, mode] of [
      [left, a],
      [right, b],
    ] as const) {
      mode.extent /= extent;
      mode.stride *= extent;
      if (mode.extent === 1) side.shift();
    }
  }
  if (left.length + right.length > 0) throw new Unreadable(target.at, 'expected two layouts of the same shape');
  return pieces;
}

/** Slowest first. */
function memoryOrder(pieces: readonly SharedPiece[], side: 0 | 1, at: number): number[] {
  const strideOf = (piece: number) => pieces[piece].strides[side];
  const order = pieces.map((_, piece) => piece).sort((a, b) => strideOf(b) - strideOf(a) || a - b);
  let expected = 1;
  for (const piece of order.toReversed()) {
    const { extent } = pieces[piece];
    if (extent > 1 && strideOf(piece) !== expected)
      throw new Unreadable(at, `expected a compact layout: no mode has stride ${expected}`);
    expected *= extent;
  }
  return order;
}

function layoutOf(text: string, at: number): Layout {
  const reader = new TreeReader(text, at);
  const start = reader.position;
  const shape = reader.tree();
  reader.expect(':');
  const stride = reader.tree();
  reader.expectEnd();
  return { at: start, modes: flatten(shape, stride, start) };
}

function flatten(shape: CuteTree, stride: CuteTree, at: number): FlatMode[] {
  if (typeof shape === 'number' && typeof stride === 'number') {
    if (shape < 1) throw new Unreadable(at, `expected sizes from 1 up, got ${shape}`);
    return [{ extent: shape, stride }];
  }
  if (typeof shape === 'number' || typeof stride === 'number' || shape.length !== stride.length)
    throw new Unreadable(at, 'expected as many strides as sizes, nested alike');
  return shape.flatMap((part, i) => flatten(part, stride[i], at));
}
