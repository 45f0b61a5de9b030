/** Random boxes: every rank, mode and fill, over edges, with gaps between rows and elements. */
import { ELEMENT_BYTES, type TensorMap } from '../../../src/trace/launch.ts';
import { SPAN_BYTES } from '../../../src/trace/tensor-map-rules.ts';
import { Choices } from '../../random.ts';
import { copyOf, type TmaCase } from './case.ts';

/** The modes that an H200 accepts. */
const MODES = ['none', '32B', '64B', '128B'] as const;
const TYPES = ['u8', 'bf16', 'f32', 'f64'] as const;
const MOST_ROWS = 300;

function paddedStrides(choices: Choices, type: TensorMap['type'], dims: readonly number[]): number[] {
  const strides: number[] = [];
  for (const length of dims.slice(0, -1)) {
    const packed = length * (strides.at(-1) ?? ELEMENT_BYTES[type]);
    strides.push((Math.ceil(packed / 16) + choices.below(3)) * 16);
  }
  return strides;
}

function randomCopy(choices: Choices, rank: number): Pick<TmaCase, 'map' | 'start' | 'base'> {
  const type = choices.of(TYPES);
  const swizzle = choices.of(MODES);
  const span = swizzle === 'none' ? 256 : SPAN_BYTES[swizzle];
  const outer = (of: (dim: number) => number) => Array.from({ length: rank - 1 }, (_, i) => of(i + 1));
  const dims = [1 + choices.below(90), ...outer(() => 1 + choices.below(9))];
  const most = Math.floor(MOST_ROWS ** (1 / Math.max(rank - 1, 1)));
  const stridesBytes = paddedStrides(choices, type, dims);
  const map: TensorMap = {
    ...{ type, dims, stridesBytes, swizzle, interleave: 'none' },
    box: [
      ((1 + choices.below(span / 16)) * 16) / ELEMENT_BYTES[type],
      ...outer(() => 1 + choices.below(Math.min(most, 12))),
    ],
    elementStrides: [1 + choices.below(2), ...outer(() => 1 + choices.below(3))],
    oobFill: type !== 'u8' && choices.below(2) === 1 ? 'nan' : 'zero',
  };
  const chunk = 16 / ELEMENT_BYTES[type];
  const start = dims.map((length, dim) => {
    const anywhere = choices.below(2 * length) - Math.floor(length / 2);
    return dim === 0 ? Math.floor(anywhere / chunk) * chunk : anywhere;
  });
  return { map, start, base: choices.below(16) * 128 };
}

export function randomCopies(count: number): TmaCase[] {
  const choices = new Choices(5);
  return Array.from({ length: count }, (_, i) => {
    const { map, start, base } = randomCopy(choices, 1 + (i % 5));
    return copyOf(`random ${i}`, map, { start, base });
  });
}
