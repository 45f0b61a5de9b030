/** Copies of pixels by maps for im2col, into shared memory and out of it: one copy by each of many random maps. */
import { im2colBreaches } from '../../src/trace/im2col-rules.ts';
import type { Im2colMap, LaunchParam } from '../../src/trace/launch.ts';
import { Choices } from '../random.ts';
import type { ReplayLaunch, ReplayModule } from './replay-launch.ts';

const TILE_BYTES = 16_384;
const RANKS = [3, 4, 5] as const;
const MAPS_OF_RANK = 40;
const SEED = 20_261_123;

const list = (count: number, of: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join(', ');

const WAIT = 'AGAIN: mbarrier.test_wait.parity.shared.b64 %p, [%bar], 0; @!%p bra AGAIN;';

const load = (rank: number): string => `mbarrier.arrive.expect_tx.shared.b64 _, [%bar], %bytes;
cp.async.bulk.tensor.${rank}d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%tile], [%map, {${list(rank, i => `%c${i}`)}}], [%bar], {${list(rank - 2, i => `%o${i}`)}};
${WAIT}`;

const store = (
  rank: number,
): string => `cp.async.bulk.tensor.${rank}d.global.shared::cta.im2col_no_offs.bulk_group [%map, {${list(rank, i => `%c${i}`)}}], [%tile];
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`;

/** One thread: fills the tile with 0, 4, 8, …, copies once, and brings the tile to \`words\`. */
const entryText = (name: string, rank: number, copy: string): string => `
.visible .entry ${name}(.param .u64 words, .param .align 64 .b8 map[128], .param .u32 bytes, ${list(rank, i => `.param .s32 c${i}`)}, ${list(rank - 2, i => `.param .u16 o${i}`)})
{
.reg .b64 %out, %map; .reg .b32 %tile, %bar, %bytes, %at, %i, %c<5>; .reg .b16 %o<3>; .reg .pred %p;
ld.param.u64 %out, [words]; cvta.to.global.u64 %out, %out;
mov.b64 %map, map; cvta.param.u64 %map, %map; ld.param.u32 %bytes, [bytes];
${list(rank, i => `ld.param.s32 %c${i}, [c${i}]`).replaceAll(', ld', '; ld')};
${list(rank - 2, i => `ld.param.u16 %o${i}, [o${i}]`).replaceAll(', ld', '; ld')};
mov.u32 %tile, tile; mov.u32 %bar, full; mov.u32 %i, 0;
FILL: add.u32 %at, %tile, %i; st.shared.u32 [%at], %i; add.u32 %i, %i, 4; setp.lt.u32 %p, %i, ${TILE_BYTES}; @%p bra FILL;
mbarrier.init.shared.b64 [%bar], 1; fence.proxy.async;
${copy}
fence.proxy.async;
cp.async.bulk.global.shared::cta.bulk_group [%out], [%tile], ${TILE_BYTES};
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
ret;
}`;

const MODULE = `.version 8.0
.target sm_90a
.address_size 64
.shared .align 1024 .b8 tile[${TILE_BYTES}];
.shared .align 8 .b64 full;
${RANKS.map(rank => entryText(`load${rank}`, rank, load(rank)) + entryText(`store${rank}`, rank, store(rank))).join('\n')}
`;

/** Swizzle modes, each with the least number of bytes from one pixel to the next. */
const SWIZZLES = [
  ['none', 0],
  ['32B', 32],
  ['64B', 64],
  ['128B', 128],
] as const;

/**
 * Bytes of a pixel's channels in one copy fit the swizzle; strides of channels are multiples of 16 bytes. Pixels of a store lie
 * in the tensor: others end an H200's launch with "illegal instruction".
 */
function randomMap(rank: number, choices: Choices, isStore: boolean): Im2colMap {
  for (;;) {
    const inner = Array.from({ length: rank - 2 }, () => 2 + choices.below(7));
    const [swizzle, spanBytes] = choices.of(SWIZZLES);
    const channelsPerPixel = 4 * (1 + choices.below(8));
    const dims = [4 * (1 + choices.below(12)), ...inner, 1 + choices.below(3)];
    const lowerCorner = inner.map(() => choices.below(6) - (isStore ? 0 : 4));
    const map: Im2colMap = {
      ...{ type: 's32', dims, stridesBytes: stridesOf(dims), swizzle, oobFill: 'zero', lowerCorner, channelsPerPixel },
      upperCorner: inner.map(() => choices.below(isStore ? 4 : 5) - 3),
      pixelsPerColumn: 1 + choices.below(Math.floor(TILE_BYTES / Math.max(4 * channelsPerPixel, spanBytes))),
      elementStrides: [1, ...inner.map(() => 1 + choices.below(3)), 1],
    };
    if (im2colBreaches(map).next().done) return map;
  }
}

function stridesOf(dims: readonly number[]): number[] {
  let bytes = 4;
  return dims.slice(0, -1).map(n => {
    bytes *= n;
    return bytes;
  });
}

const scalar = (type: 's32' | 'u32' | 'u16', value: number): LaunchParam => ({ kind: 'scalar', type, value });

function launchOf(rank: number, number: number, choices: Choices): ReplayLaunch {
  const isStore = choices.below(3) === 0;
  const map = randomMap(rank, choices, isStore);
  // The first pixel lies in the box between the corners; images beyond the last are there to be asked, too.
  const inner = map.lowerCorner.map((lower, i) => {
    const steps = Math.ceil((map.dims[i + 1] + map.upperCorner[i] - lower) / map.elementStrides[i + 1]);
    return lower + map.elementStrides[i + 1] * choices.below(steps);
  });
  const first = [4 * choices.below(map.dims[0] / 4), ...inner, choices.below(map.dims[rank - 1] + 1)];
  const offsets = inner.map(() => choices.below(4));
  const elements = map.dims.reduce((product, n) => product * n, 1);
  return {
    id: `${isStore ? 'store' : 'load'}, rank ${rank}, map ${number}`,
    instruction: null,
    launch: {
      entry: `${isStore ? 'store' : 'load'}${rank}`,
      ...{ grid: [1, 1, 1], block: [1, 1, 1], cluster: [1, 1, 1] },
      buffers: [
        { name: 'out', type: 's32', length: TILE_BYTES / 4, init: { kind: 'poison' }, output: true },
        { name: 'tensor', type: 's32', length: elements, init: { kind: 'iota', start: 100_000 }, output: true },
      ],
      params: [
        { kind: 'pointer', buffer: 'out' },
        { kind: 'im2colMap', pass: 'value', buffer: 'tensor', ...map },
        scalar('u32', 4 * map.channelsPerPixel * map.pixelsPerColumn),
        ...first.map(value => scalar('s32', value)),
        ...offsets.map(value => scalar('u16', value)),
      ],
    },
  };
}

export function im2colReplay(): ReplayModule {
  const choices = new Choices(SEED);
  const launches = RANKS.flatMap(rank =>
    Array.from({ length: MAPS_OF_RANK }, (_, i) => launchOf(rank, i + 1, choices)),
  );
  return { name: 'im2col', ptx: MODULE, launches };
}
