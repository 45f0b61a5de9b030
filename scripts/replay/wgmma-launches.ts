/** Launches that compute products of warpgroups on a GPU. */
import { type BufferSpec, ELEMENT_BYTES, type Launch } from '../../src/trace/launch.ts';
import { sha256 } from './compare.ts';
import type { ReplayLaunch, ReplayModule } from './replay-launch.ts';
import { CASES_PER_LAUNCH, type DescriptorKind, descriptorsOf, KINDS } from './wgmma-descriptors.ts';
import {
  IMAGE_BYTES,
  imageType,
  registersOfD,
  WGMMA_FORMS,
  type WgmmaForm,
  wgmmaEntry,
  wgmmaId,
} from './wgmma-forms.ts';

/** This many digits of a sha256 are enough to tell answers apart. */
const HASH_DIGITS = 16;

/** The image from which shared memory is filled: whole numbers, whose sums are exact, or any numbers. */
function imageOf(form: WgmmaForm, integers: boolean): BufferSpec {
  const type = imageType(form);
  const range = type === 'u8' ? { low: 0, high: 255 } : { low: -4, high: 4 };
  const init = { kind: 'random', seed: 2026, integers, ...range } as const;
  return { name: 'image', type, length: IMAGE_BYTES / ELEMENT_BYTES[type], init };
}

function launchOf(form: WgmmaForm, kind: DescriptorKind, integers = true): Launch {
  const descriptors = descriptorsOf(form, kind);
  const base64 = Buffer.from(descriptors.buffer).toString('base64');
  const words = CASES_PER_LAUNCH * 128 * registersOfD(form);
  return {
    grid: [CASES_PER_LAUNCH, 1, 1],
    block: [128, 1, 1],
    dynamicSharedBytes: IMAGE_BYTES,
    buffers: [
      { name: 'out', type: 'u32', length: words, init: { kind: 'poison' }, output: true },
      imageOf(form, integers),
      { name: 'descriptors', type: 'u64', length: descriptors.length, init: { kind: 'base64', base64 } },
    ],
    params: ['out', 'image', 'descriptors'].map(buffer => ({ kind: 'pointer', buffer })),
  };
}

const HEADER = '.version 9.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 tile[];\n';

const moduleOf = (forms: readonly WgmmaForm[]): string =>
  HEADER + forms.map((form, i) => wgmmaEntry(form, `form_${i}`)).join('');

/** The least usual forms come last. */
const wholeNumbers = (): ReplayModule => ({
  name: 'wgmma',
  ptx: moduleOf(WGMMA_FORMS),
  launches: KINDS.flatMap(kind =>
    WGMMA_FORMS.map((form, i) => ({
      id: `${wgmmaId(form)}: ${kind}`,
      launch: { ...launchOf(form, kind), entry: `form_${i}` },
      instruction: null,
    })),
  ),
});

const REAL_FORMS = WGMMA_FORMS.filter(({ types: [d] }) => d !== 's32');

/** Sums that are not exact; their last digits depend on the tensor cores. */
const reals = (): ReplayModule => ({
  name: 'wgmma-reals',
  ptx: moduleOf(REAL_FORMS),
  launches: REAL_FORMS.map((form, i) => ({
    id: `${wgmmaId(form)}: reals`,
    launch: { ...launchOf(form, 'canonical', false), entry: `form_${i}` },
    instruction: null,
  })),
});

export const wgmmaReplays = (): readonly ReplayModule[] => [wholeNumbers(), reals()];

/** Changes when a launch has other inputs, since answers to the old ones then mean nothing. */
export function askedIn({ launch }: ReplayLaunch): string {
  const inputs = launch.buffers.filter(({ output }) => !output).map(({ init }) => init);
  return sha256(new TextEncoder().encode(JSON.stringify([launch.grid, inputs]))).slice(0, HASH_DIGITS);
}

export const answerOf = (output: Uint8Array): string => sha256(output).slice(0, HASH_DIGITS);
