/**
 * Finds the texels that a fetch reads, and their weights: coordinates, texels outside, linear filtering (CUDA C++
 * Programming Guide, "Texture Fetching"). It uses no memory.
 */
import type { AddressMode, TextureValue } from '../../../trace/launch-image.ts';

/** One texel along a dimension; `index` -1 is outside, where there is nothing. */
interface Tap {
  readonly index: number;
  /** Weight in units of 1 / `WHOLE_WEIGHT`; the weights along a dimension sum to one. */
  readonly weight: number;
}

export interface Sample {
  /** Index of the texel in its layer: x + width (y + height z); -1 for one outside. */
  readonly index: number;
  /** Weight in units of 1 / `WHOLE_WEIGHT`; the weights of a fetch sum to one. */
  readonly weight: number;
}

/** Fractions of a step between two texels have 8 bits, and so have their products. */
export const WHOLE_WEIGHT = 256;

/** The texels at the coordinates, fastest dimension first. */
export function samplesAt(texture: TextureValue, coordinates: readonly number[]): Sample[] {
  const { dims, filter = 'point' } = texture;
  const taps = dims.map((size, i) => {
    const at = texelCoordinate(texture, coordinates[i], size);
    return filter === 'linear' ? linearTaps(texture, at, size) : [pointTap(texture, at, size)];
  });
  return combined(taps, dims);
}

/** Texels at whole numbers, as `tex1Dfetch` and surfaces have it: what is outside is nothing. */
export const sampleAt = ({ dims }: TextureValue, coordinates: readonly number[]): Sample[] =>
  combined(
    dims.map((size, i) => [
      { index: coordinates[i] >= 0 && coordinates[i] < size ? coordinates[i] : -1, weight: WHOLE_WEIGHT },
    ]),
    dims,
  );

/** The four texels between which linear filtering would go, of an image with two dimensions: (0,1), (1,1), (1,0), (0,0). */
export function gatheredAt(texture: TextureValue, coordinates: readonly number[]): Sample[] {
  const [x, y] = texture.dims.map((size, i) =>
    linearTaps(texture, texelCoordinate(texture, coordinates[i], size), size),
  );
  const corners = [
    [x[0], y[1]],
    [x[1], y[1]],
    [x[1], y[0]],
    [x[0], y[0]],
  ];
  return corners.flatMap(([column, row]) => combined([[column], [row]], texture.dims));
}

/**
 * Order in which the weights of dimensions are multiplied: with three, the result depends on it. It is the order of an
 * H200.
 */
const WEIGHT_ORDER = [0, 2, 1] as const;

/** A texel that is outside along one dimension is outside. */
function combined(taps: readonly (readonly Tap[])[], dims: readonly number[]): Sample[] {
  const strides = [1, dims[0], dims[0] * dims[1]];
  let samples: Sample[] = [{ index: 0, weight: WHOLE_WEIGHT }];
  for (const dimension of WEIGHT_ORDER) {
    if (dimension >= taps.length) continue;
    const along = taps[dimension];
    const end = samples.length - 1;
    samples = samples.flatMap(({ index, weight }, sample) => {
      const product = (weight * along.at(-1)!.weight) / WHOLE_WEIGHT;
      // Halves go to the last texel of a plane, so that those of a dimension come to its weight.
      const last = sample === end ? Math.floor(product + 0.5) : Math.ceil(product - 0.5);
      return along.map((tap, i) => ({
        index: index < 0 || tap.index < 0 ? -1 : index + tap.index * strides[dimension],
        weight: i === along.length - 1 ? last : weight - last,
      }));
    });
  }
  return samples;
}

/** Coordinate in texels from 0; wrapped and mirrored ones lie between 0 and the size. NaN counts as 0. */
function texelCoordinate({ normalizedCoordinates, addressMode }: TextureValue, given: number, size: number): number {
  const x = Number.isNaN(given) ? 0 : given;
  if (!normalizedCoordinates) return x;
  if (!Number.isFinite(x)) return addressMode === 'wrap' || addressMode === 'mirror' ? 0 : x;
  const whole = Math.floor(x);
  if (addressMode === 'wrap') return (x - whole) * size;
  if (addressMode === 'mirror') return (whole % 2 === 0 ? x - whole : 1 - (x - whole)) * size;
  return x * size;
}

const pointTap = ({ addressMode = 'clamp' }: TextureValue, at: number, size: number): Tap => ({
  index: inside(Math.floor(at), size, addressMode),
  weight: WHOLE_WEIGHT,
});

function linearTaps({ addressMode = 'clamp' }: TextureValue, at: number, size: number): [Tap, Tap] {
  const between = at - 0.5;
  const first = Math.floor(between);
  const [here, next] = [inside(first, size, addressMode), inside(first + 1, size, addressMode)];
  // At an edge a texel is its own neighbour, so no weight is split.
  const part = here !== next && Number.isFinite(between) ? Math.round((between - first) * WHOLE_WEIGHT) : 0;
  return [
    { index: here, weight: WHOLE_WEIGHT - part },
    { index: next, weight: part },
  ];
}

function inside(index: number, size: number, mode: AddressMode): number {
  if (index >= 0 && index < size) return index;
  if (mode === 'border') return -1;
  if (mode === 'wrap') return ((index % size) + size) % size;
  return index < 0 ? 0 : size - 1;
}
