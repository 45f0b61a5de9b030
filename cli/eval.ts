/** `lanescape eval`: reads requests, one JSON object per line, and writes the replies in the same order. */

import { fstatSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { err, ok } from '../src/base/result.ts';
import { type Line, type LineError, LineSplitter } from './lines.ts';
import { answerTo, OP_NAMES } from './ops/answer.ts';
import { type OpAnswer, refused } from './ops/op.ts';
import { PRESET_IDS } from './ops/pipeline.ts';
import { jsonLine } from './terminal.ts';
import { defineVerb, type Outcome } from './verb.ts';

const MAX_LINE_BYTES = 2 ** 20;

const LINE_PROBLEMS: Readonly<Record<LineError, OpAnswer>> = {
  tooLong: refused('tooLong', null, `line of more than ${MAX_LINE_BYTES} bytes`),
  notUtf8: refused('notUtf8', null, 'line is not UTF-8'),
};

export const evaluate = defineVerb({
  name: 'eval',
  about: `
Reads JSON Lines from standard input, one request per line, and prints one reply per line in the same order.
A bad request is answered with {"error":{"code","message","field"}} and the next ones are still read; the exit code stays 0.
Lines with only spaces are skipped. A line may have ${MAX_LINE_BYTES} bytes.

  {"op":"banks","instruction":"ld","widthBytes":4,"addresses":[0,4,8,…]}
      instruction  ld, st, ldmatrix, stmatrix
      widthBytes   1, 2, 4, 8, 16: bytes per lane (not needed for matrices, whose rows have 16)
      addresses    32 byte addresses in shared memory, null for an idle lane
      matrices     1, 2, 4: lanes 8j to 8j+7 give the rows of matrix j; default 4
    → {"wavefronts","ideal","excess","phases":[{"lanes","wavefronts","words"}]}

  {"op":"layout","fn":"composition","args":["(6,2):(8,2)","(4,3):(3,1)"]}
      fn            eval_idx (layout, indices), eval_coord (layout, coordinates), size, cosize, coalesce (layout, profile?),
                    filter (layout, profile?), composition (A, tiler), complement (layout, cotarget), right_inverse, left_inverse,
                    logical_divide, zipped_divide, tiled_divide, logical_product, zipped_product, tiled_product (A, tiler),
                    hier_unzip (name, A, tiler), slice, dice (coordinate, layout), idx2crd (indices, shape, stride?),
                    crd2idx (coordinate, shape, stride?), product, inner_product, prefix_product, shape_div
      args          layouts, coordinates and int tuples as CuTe writes them; a tiler is a layout, or a list with a layout,
                    an integer N for N:1 or null for each mode; \`Sw<3,4,3> o 0 o (8,64):(64,1)\` is a swizzled layout
    → {"value"}: a layout or int tuple as text, a number, or a list of those; slice gives "offset", too

  {"op":"swizzle","b":3,"m":4,"s":3,"values":[0,128]}
      b, m, s       Swizzle<B,M,S>; S may be negative
      values        offsets from 0 to 2^53; or \`layout\` and \`offset\`: offset + layout(i) for all i
    → {"values"}

  {"op":"tma.offsets","swizzle":"128B","rows":8,"innerBytes":128,"base":1024}
      swizzle       NONE, 32B, 64B, 128B, 128B_ATOM_32B, 128B_ATOM_32B_FLIP_8B, 128B_ATOM_64B
      innerBytes    bytes of a row: a multiple of 16, at most the swizzle's width; a narrower row still takes that width
      base          byte address of the tile in shared memory, a multiple of 128
    → {"offsets"}: by row and 16-byte chunk, byte offset from the base at which the copy engine puts the chunk

  {"op":"permute.plan","shape":[2,16,2],"perm":[2,0,1],"elementBytes":4}
      shape, perm   as in numpy: the last dimension is fastest, out.shape[i] = in.shape[perm[i]]
      elementBytes  1, 2, 4, 8, 16
      sharedBytes   shared memory of a CTA in bytes; default 49152
    → what \`lanescape plan --json\` prints, which \`lanescape plan --help\` explains

  {"op":"permute.apply","shape":[2,16,2],"perm":[2,0,1],"elementBytes":4,"engine":"reference"}
      element i of the input holds i modulo 2^(8·elementBytes), least byte first (16 bytes: i as 8 bytes, then ~i)
      engine        reference, or emulated: the compiled kernel on the emulator
      strategy      a strategy of the plan for the emulated kernel; default: whole rows, or the plan's choice
    → {"sha256","wrong"}: hash of the output's bytes; how many elements differ from the reference

  {"op":"pipeline","preset":"v2-warp-specialized","set":{"stages":4,"copyLatencyClk":650}}
      preset        ${PRESET_IDS.join(', ')}
      set           numbers and switches of the preset; for an unknown name the error lists all of them
      scenario      instead of both: roles, barriers, buffers and resources, as src/model/pipeline/README.md explains
    → {"totalClk","bound","busy","limitClk","landedBytes","storedBytes","flop","deadlock","faults","spans"}: busy is each unit's
      share of the time; bound and limitClk say what the critical path was spent on; a deadlock lists its waiting roles

Known ops: ${OP_NAMES.join(', ')}.`,
  options: { json: { kind: 'flag', help: 'accepted without effect, since replies are always JSON' } },
  run: async () => {
    // Node reads a folder as an empty stream, so it is refused here.
    if (fstatSync(0).isDirectory())
      return err('eval: standard input is a folder; expected requests, one JSON object per line');
    return answerAll(process.stdin, process.stdout);
  },
});

async function answerAll(input: Readable, output: Writable): Promise<Outcome> {
  try {
    await pipeline(input, repliesTo, output, { end: false });
    return ok(0);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The reader has closed the pipe, which is no failure.
    if (code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') return ok(0);
    if (code !== undefined) return err(`eval: cannot read requests from standard input: ${message}`);
    throw error;
  }
}

/** One piece of text for each chunk, so that a caller who writes one request and waits gets its reply at once. */
async function* repliesTo(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const lines = new LineSplitter(MAX_LINE_BYTES);
  for await (const chunk of chunks) yield repliesOf(lines.push(chunk));
  yield repliesOf(lines.end());
}

function repliesOf(lines: Iterable<Line>): string {
  let text = '';
  for (const line of lines) {
    if (line.ok && line.value.trim() === '') continue;
    const answer = line.ok ? answerTo(line.value) : LINE_PROBLEMS[line.error];
    text += `${jsonLine(answer.ok ? answer.value : { error: answer.error })}\n`;
  }
  return text;
}
