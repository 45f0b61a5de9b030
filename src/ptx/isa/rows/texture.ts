/** tex, tld4 and txq: fetches from textures, and what one can ask of them (PTX ISA, "Texture Instructions"). */
import { lowestBit32 } from '../../../base/bits.ts';
import type { TextureValue } from '../../../trace/launch-image.ts';
import { givesFloats } from '../../../trace/launch-image.ts';
import { fail } from '../../machine/faults.ts';
import { NO_SLOT, type Operation, type Run } from '../../machine/operation.ts';
import type { PlacedImage } from '../../machine/placed-image.ts';
import type { Warp } from '../../machine/warp.ts';
import { bitsOfNumber } from '../float.ts';
import type { Form } from '../form.ts';
import { gatheredAt, type Sample, sampleAt, samplesAt, WHOLE_WEIGHT } from '../images/sample.ts';
import { fetched, texelReader } from '../images/texel.ts';
import { type Row, row } from '../row.ts';
import { eachImage, handleSlot, type ImageOperand, imageOperand, requireImage, takeGeometry } from './image-operand.ts';
import { setPredicate } from './predicates.ts';
import { TexelAccess } from './texel-access.ts';

const T = 'Texture Instructions';
const CHANNELS = 4;
/** Most samples of a fetch: linear filtering in three dimensions. */
const MOST_SAMPLES = 8;

interface Fetch {
  readonly operand: ImageOperand;
  /** Slots of the four results. */
  readonly results: readonly number[];
  /** Predicate, or `NO_SLOT`. */
  readonly isThere: number;
  readonly isFloat: boolean;
  readonly samples: (texture: TextureValue, coordinates: readonly number[]) => Sample[];
  readonly access: TexelAccess;
  /** For tld4: the channel of all four results. */
  readonly channel: number | null;
}

/** `{r, g, b, a}`, perhaps with a predicate that tells whether the texels are there: they always are. */
function resultSlots(form: Form): Pick<Fetch, 'results' | 'isThere'> {
  form.oneOf(['v4']);
  const given = form.operand(0);
  const [target, predicate] = given.kind === 'pair' ? [given.first, given.second] : [given, null];
  if (target.kind !== 'vector' || target.elements.length !== CHANNELS) return form.refuse('needs four results');
  return {
    results: target.elements.map(element => form.destination(element, 's32')),
    isThere: predicate === null ? NO_SLOT : form.destination(predicate, 'pred'),
  };
}

/** `{r, g, b, a}, [texture, {coordinates}]`; with one level of detail, that or gradients make no difference. */
function fetch(form: Form): Run {
  const level = form.take('level') || form.take('base') ? 'level' : form.take('grad') ? 'grad' : null;
  const most = { level: 3, grad: 4, null: 2 }[level ?? 'null'];
  const geometry = takeGeometry(form);
  const results = resultSlots(form);
  form.finish();
  if (form.operandCount > most) form.refuse('offsets and comparisons of depth are not here');
  const isWhole = form.type(1) === 's32';
  const operand = imageOperand(form, form.operand(1), geometry, isWhole);
  const samples = isWhole ? sampleAt : samplesAt;
  return run({
    operand,
    ...results,
    isFloat: form.type() === 'f32',
    samples,
    access: new TexelAccess(form),
    channel: null,
  });
}

/** `tld4.r.2d …`: one channel of four texels. */
function gather(form: Form): Run {
  const channel = ['r', 'g', 'b', 'a'].indexOf(form.oneOf(['r', 'g', 'b', 'a']));
  const geometry = takeGeometry(form);
  if (geometry !== '2d' && geometry !== 'a2d') form.refuse('texels of two dimensions are gathered');
  const results = resultSlots(form);
  form.finish();
  if (form.operandCount > 2) form.refuse('offsets and comparisons of depth are not here');
  const operand = imageOperand(form, form.operand(1), geometry, false);
  const isFloat = form.type() === 'f32';
  return run({ operand, ...results, isFloat, samples: gatheredAt, access: new TexelAccess(form), channel });
}

const run =
  (item: Fetch): Run =>
  (warp, operation, mask) => {
    eachImage(warp, operation, item.operand.handle, mask, (image, lanes) => {
      requireImage(warp, operation, lanes, image, { geometry: item.operand.geometry, kind: 'texture' });
      fetchLanes(warp, operation, lanes, image, item);
    });
    if (item.isThere !== NO_SLOT) setPredicate(warp.r, item.isThere, -1, mask);
    return 0;
  };

/** Texels by lane, sample and channel. */
const texels = new Float64Array(32 * MOST_SAMPLES * CHANNELS);

function fetchLanes(warp: Warp, operation: Operation, lanes: number, image: PlacedImage, item: Fetch): void {
  const texture = image.value as TextureValue;
  if (givesFloats(texture) !== item.isFloat) {
    const [gives, wants] = item.isFloat ? ['integers', 'floats'] : ['floats', 'integers'];
    fail(
      warp,
      operation,
      lanes,
      { kind: 'badOperand' },
      `'${texture.buffer}' gives ${gives}, and the instruction wants ${wants}`,
    );
  }
  const samples = readTexels(warp, operation, lanes, image, item);
  for (let m = lanes; m !== 0; m &= m - 1) {
    const lane = lowestBit32(m);
    for (let result = 0; result < CHANNELS; result++) {
      const sum = item.channel === null ? mixed(samples[lane], lane, result) : texelOf(lane, result, item.channel);
      const value = fetched(texture, sum);
      warp.r[item.results[result] + lane] = item.isFloat ? bitsOfNumber(Math.fround(value)) : value | 0;
    }
  }
}

const texelOf = (lane: number, sample: number, channel: number): number =>
  texels[(lane * MOST_SAMPLES + sample) * CHANNELS + channel];

function mixed(samples: readonly Sample[], lane: number, channel: number): number {
  if (samples.length === 1) return texelOf(lane, 0, channel);
  let sum = 0;
  // A texel of weight 0 may be infinite.
  samples.forEach(({ weight }, i) => {
    if (weight !== 0) sum += weight * texelOf(lane, i, channel);
  });
  return sum / WHOLE_WEIGHT;
}

/** Fills `texels`, one access for each sample of the lanes; returns their samples. */
function readTexels(warp: Warp, operation: Operation, lanes: number, image: PlacedImage, item: Fetch): Sample[][] {
  const texture = image.value as TextureValue;
  const read = texelReader(texture, image.texelBytes);
  const all: Sample[][] = Array.from({ length: 32 }, () => []);
  for (let m = lanes; m !== 0; m &= m - 1) all[lowestBit32(m)] = samplesOf(warp, lowestBit32(m), texture, item);
  const count = all[lowestBit32(lanes)].length;
  for (let i = 0; i < count; i++) {
    let there = 0;
    for (let m = lanes; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      const { index } = all[lane][i];
      if (index < 0) for (let c = 0; c < CHANNELS; c++) texels[(lane * MOST_SAMPLES + i) * CHANNELS + c] = 0;
      else {
        there |= 1 << lane;
        item.access.place(
          warp,
          lane,
          image.byteOffset + layerOffset(warp, lane, image, item) + index * image.texelBytes,
        );
      }
    }
    if (there === 0) continue;
    item.access.read(warp, operation, there, image.texelBytes, (memory, byteOffset, lane) => {
      const at = (lane * MOST_SAMPLES + i) * CHANNELS;
      for (let c = 0; c < CHANNELS; c++) texels[at + c] = read(memory, byteOffset, c);
    });
  }
  return all;
}

function samplesOf({ r, f }: Warp, lane: number, texture: TextureValue, { operand, samples }: Fetch): Sample[] {
  const values = samples === sampleAt ? r : f;
  return samples(
    texture,
    operand.coordinates.map(slot => values[slot + lane]),
  );
}

/** A number of 32 bits without a sign; of one beyond the last, the last layer. */
function layerOffset({ r }: Warp, lane: number, { value, sizes, texelBytes }: PlacedImage, { operand }: Fetch): number {
  if (operand.layer === null) return 0;
  const layer = Math.min((value.layers ?? 1) - 1, r[operand.layer + lane] >>> 0);
  return layer * sizes[0] * sizes[1] * texelBytes;
}

const QUERIES = {
  width: ({ sizes }: PlacedImage): number => sizes[0],
  height: ({ sizes }: PlacedImage): number => sizes[1],
  depth: ({ sizes }: PlacedImage): number => sizes[2],
  array_size: ({ value }: PlacedImage): number => value.layers ?? 0,
};

/** `txq.width.b32 d, [texture]`, `suq` of a surface. */
function query(form: Form): Run {
  const ask = QUERIES[form.oneOf(Object.keys(QUERIES) as (keyof typeof QUERIES)[])];
  form.finish();
  form.operation.d = form.destination(form.operand(0), 's32');
  const handle = handleSlot(form, form.operand(1));
  return (warp, operation, mask) => {
    eachImage(warp, operation, handle, mask, (image, lanes) => {
      for (let m = lanes; m !== 0; m &= m - 1) warp.r[operation.d + lowestBit32(m)] = ask(image);
    });
    return 0;
  };
}

const RESULTS = ['u32', 's32', 'f32'];

export const TEXTURE_ROWS: readonly Row[] = [
  row('tex', { types: [RESULTS, ['s32', 'f32']], class: 'global', section: `${T}: tex`, decode: fetch }),
  row('tld4', { types: [RESULTS, ['f32']], class: 'global', section: `${T}: tld4`, decode: gather }),
  row('txq', { types: [['b32']], class: 'other', section: `${T}: txq`, decode: query }),
  row('suq', { types: [['b32']], class: 'other', section: 'Surface Instructions: suq', decode: query }),
];
