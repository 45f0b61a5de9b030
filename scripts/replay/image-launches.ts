/** Fetches from textures and accesses of surfaces: the kernels of `textures.cu`, in each way that an object can be made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEXTURE_MODES } from '../../src/ptx/isa/reference/texture-modes.ts';
import type { Dim3, LaunchParam } from '../../src/trace/launch.ts';
import { IMAGE_TYPES, type ImageSpec, type TextureValue } from '../../src/trace/launch-image.ts';
import { projectRoot } from '../tree.ts';
import type { ReplayLaunch, ReplayModule } from './replay-launch.ts';

const PTX = 'src/ptx/isa/fixtures/textures.sm_80.ptx';
const OUT: LaunchParam = { kind: 'pointer', buffer: 'out' };
const float = (value: number): LaunchParam => ({ kind: 'scalar', type: 'f32', value: Math.fround(value) });
const whole = (value: number): LaunchParam => ({ kind: 'scalar', type: 's32', value });

interface Asked {
  readonly id: string;
  readonly entry: string;
  readonly block: Dim3;
  readonly images: readonly ImageSpec[];
  readonly params: readonly LaunchParam[];
  /** Images are outputs, and nothing else is. */
  readonly isStore?: boolean;
}

const texelsOf = ({ dims, layers = 1 }: ImageSpec): number => dims.reduce((product, n) => product * n, layers);

/** Texels of floats are moderate numbers; of others any bits but NaNs, which fetches may change. */
function imageBuffer(image: ImageSpec, isStore: boolean, seed: number) {
  const length = texelsOf(image) * image.channels;
  const isFloat = image.type.startsWith('f');
  const init = isFloat
    ? ({ kind: 'random', seed, low: -128, high: 128 } as const)
    : ({ kind: 'iota', start: seed % 7, step: 37 } as const);
  return { name: image.buffer, type: image.type, length, init, output: isStore };
}

function launchOf({ id, entry, block, images, params, isStore = false }: Asked, seed: number): ReplayLaunch {
  const buffers = [
    { name: 'out', type: 'u32', length: 1024, init: { kind: 'poison' }, output: true } as const,
    ...images.map((image, i) => imageBuffer(image, isStore, seed * 16 + i + 1)),
  ];
  return { id, instruction: null, launch: { entry, grid: [1, 1, 1], block, buffers, params } };
}

const modeWords = ({ addressMode = 'clamp', filter = 'point', normalizedCoordinates }: Partial<TextureValue>): string =>
  `${filter}, ${addressMode}${normalizedCoordinates ? ', coordinates from 0 to 1' : ''}`;

type Form = Omit<TextureValue, 'kind' | 'buffer'>;
const texture = (form: Form): TextureValue => ({ kind: 'texture', buffer: 't', ...form });

function fetches(entry: string, id: string, form: Form, block: Dim3, ...more: readonly LaunchParam[]): Asked {
  const image = texture(form);
  return { id: `${entry}: ${id}`, entry, block, images: [image], params: [OUT, image, ...more] };
}

function* filtered(): Generator<Asked> {
  for (const mode of TEXTURE_MODES) {
    const words = modeWords(mode);
    const isPart = mode.normalizedCoordinates;
    const line = { type: 'f32', channels: 1, dims: [13], ...mode } as const;
    const [scale, first] = isPart ? [0.037, -1.3] : [0.37, -4.2];
    yield fetches('line', words, line, [96, 1, 1], float(scale), float(first));
    for (const type of ['f32', 'f16'] as const) {
      const plane = { type, channels: 1, dims: [7, 5], ...mode } as const;
      const [across, start] = isPart ? [0.21, -0.9] : [0.61, -2.3];
      yield fetches('plane', `${type}, ${words}`, plane, [16, 12, 1], float(across), float(start));
    }
    const volume = { type: 'f32', channels: 1, dims: [5, 4, 3], ...mode } as const;
    yield fetches('volume', words, volume, [64, 1, 1], float(isPart ? 0.043 : 0.43));
  }
}

function* typed(): Generator<Asked> {
  for (const type of IMAGE_TYPES) {
    for (const channels of [1, 2, 4] as const) {
      const form = { type, channels, dims: [8, 4] } as const;
      const words = `${channels} of ${type}`;
      if (type === 'u8') yield fetches('colors', words, form, [8, 4, 1]);
      if (type.startsWith('f')) yield fetches('shades', words, form, [8, 4, 1]);
      if (/^[us](8|16)$/.test(type)) {
        yield fetches('shades', `${words} as parts of 1`, { ...form, read: 'normalized' }, [8, 4, 1]);
        const mixed = { ...form, read: 'normalized', filter: 'linear' } as const;
        yield fetches('shades', `${words} as parts of 1, linear`, mixed, [8, 4, 1]);
      }
    }
  }
}

function* others(): Generator<Asked> {
  const f32 = { type: 'f32', channels: 1 } as const;
  for (const n of [1, 7, -2]) {
    yield fetches('layered', `layer ${n}`, { ...f32, dims: [8, 4], layers: 3 }, [32, 1, 1], whole(n));
  }
  yield fetches('level', 'level 2', { ...f32, dims: [8, 4] }, [32, 1, 1]);
  yield fetches('gathered', 'four texels', { ...f32, dims: [8, 4] }, [32, 1, 1]);
  yield fetches('sizes', 'of a volume', { type: 'u8', channels: 1, dims: [6, 5, 4] }, [1, 1, 1]);
}

function* surfaces(): Generator<Asked> {
  const surface = (buffer: string, form: Omit<ImageSpec, 'buffer'>) => ({ kind: 'surface', buffer, ...form }) as const;
  const square = { type: 'f32', channels: 1, dims: [10, 10] } as const;
  const turned = [surface('to', square), surface('from', square)];
  yield {
    ...{ id: 'turn: a surface into another', entry: 'turn', block: [16, 16, 1], isStore: true },
    ...{ images: turned, params: [...turned, whole(10)] },
  };
  const bytes = surface('s', { type: 'u8', channels: 4, dims: [8, 3] });
  for (const [mode, name] of ['clamped', 'zero outside'].entries()) {
    const params = [OUT, bytes, whole(mode)];
    yield { id: `beyond: ${name}`, entry: 'beyond', block: [16, 8, 1], images: [bytes], params };
  }
  const stored = [
    surface('volume', { type: 's16', channels: 1, dims: [4, 4, 3] }),
    surface('wide', { type: 'f32', channels: 4, dims: [4] }),
    surface('layers', { type: 'f32', channels: 1, dims: [4, 4], layers: 2 }),
  ];
  yield {
    ...{ id: 'stores: volume, line, layers', entry: 'stores', block: [32, 1, 1], isStore: true },
    ...{ images: stored, params: stored },
  };
}

export function imageReplay(): ReplayModule {
  const asked = [...filtered(), ...typed(), ...others(), ...surfaces()];
  return {
    name: 'images',
    ptx: readFileSync(join(projectRoot, PTX), 'utf8'),
    launches: asked.map(launchOf),
  };
}
