/** One memory request per launch, at 32 chosen addresses, so that a profiler can count its wavefronts or sectors. */
import { LANES } from '../../src/base/hardware.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { matrixPatterns, type NamedPattern, SHARED_BYTES, type WordPattern, wordPatterns } from './bank-patterns.ts';
import type { ReplayLaunch, ReplayModule } from './replay-launch.ts';

/** How many matrices an ldmatrix or stmatrix moves: 8 lanes give the row addresses of each. */
type Matrices = 1 | 2 | 4;

export interface ProbeKind {
  readonly entry: string;
  readonly space: 'shared' | 'global';
  readonly instruction: 'ld' | 'st' | 'atom' | 'ldmatrix' | 'stmatrix';
  readonly widthBytes: number;
  readonly matrices?: Matrices;
  /**
   * The request, at `%at` in shared or `%global` in global memory; it may use `%a` to `%d`, and the 16-bit registers
   * `%h`.
   */
  readonly ptx: string;
}

const OPERANDS: readonly (readonly [widthBytes: number, type: string, registers: string])[] = [
  [1, '.u8', '%h'],
  [2, '.u16', '%h'],
  [4, '.b32', '%a'],
  [8, '.v2.b32', '{%a, %b}'],
  [16, '.v4.b32', '{%a, %b, %c, %d}'],
];

const PLACES = { shared: '[%at]', global: '[%global]' } as const;

const plain = (space: ProbeKind['space']): ProbeKind[] =>
  OPERANDS.flatMap(([widthBytes, type, registers]): ProbeKind[] => [
    {
      entry: `${space}_load_${widthBytes}`,
      space,
      instruction: 'ld',
      widthBytes,
      ptx: `ld.volatile.${space}${type} ${registers}, ${PLACES[space]};`,
    },
    {
      entry: `${space}_store_${widthBytes}`,
      space,
      instruction: 'st',
      widthBytes,
      ptx: `st.volatile.${space}${type} ${PLACES[space]}, ${registers};`,
    },
  ]);

const atomic = (name: string, ptx: string): ProbeKind => ({
  entry: `atom_${name}`,
  space: 'shared',
  instruction: 'atom',
  widthBytes: 4,
  ptx,
});

const ATOMIC: readonly ProbeKind[] = [
  atomic('add_u32', 'atom.shared.add.u32 %a, [%at], %b;'),
  atomic('red_add_u32', 'red.shared.add.u32 [%at], %b;'),
  atomic('min_s32', 'atom.shared.min.s32 %a, [%at], %b;'),
  atomic('exch_b32', 'atom.shared.exch.b32 %a, [%at], %b;'),
  atomic('cas_b32', 'atom.shared.cas.b32 %a, [%at], %b, %c;'),
];

const MATRIX = (['ldmatrix', 'stmatrix'] as const).flatMap(instruction =>
  ([1, 2, 4] as const).map((matrices): ProbeKind => {
    const registers = `{${['%a', '%b', '%c', '%d'].slice(0, matrices).join(', ')}}`;
    const operands = instruction === 'ldmatrix' ? `${registers}, [%at]` : `[%at], ${registers}`;
    return {
      entry: `${instruction}_${matrices}`,
      space: 'shared',
      instruction,
      widthBytes: 16,
      matrices,
      ptx: `${instruction}.sync.aligned.m8n8.x${matrices}.shared.b16 ${operands};`,
    };
  }),
);

export const PROBE_KINDS: readonly ProbeKind[] = [...plain('shared'), ...ATOMIC, ...MATRIX, ...plain('global')];

/** Stands for an idle lane; no lane has this address. */
const IDLE = 0xffff_ffff;

const entryText = ({
  entry,
  ptx,
}: ProbeKind): string => `.visible .entry ${entry}(.param .u64 out, .param .u64 in, .param .u64 data)
{
.reg .b32 %lane, %at, %base, %a, %b, %c, %d; .reg .b16 %h; .reg .b64 %from, %to, %global; .reg .pred %idle;
.shared .align 1024 .b8 tile[${SHARED_BYTES}];
mov.u32 %lane, %tid.x;
ld.param.u64 %from, [in]; mad.wide.u32 %from, %lane, 4, %from; ld.global.u32 %at, [%from];
setp.eq.u32 %idle, %at, ${IDLE};
ld.param.u64 %global, [data]; mad.wide.u32 %global, %at, 1, %global;
mov.u32 %base, tile; add.u32 %at, %at, %base;
mov.u32 %a, %lane; mov.u32 %b, %lane; mov.u32 %c, %lane; mov.u32 %d, %lane; cvt.u16.u32 %h, %lane;
@%idle bra DONE;
${ptx}
DONE:
xor.b32 %a, %a, %b; xor.b32 %c, %c, %d; xor.b32 %a, %a, %c;
ld.param.u64 %to, [out];
mad.wide.u32 %to, %lane, 4, %to;
st.global.u32 [%to], %a;
ret;
}
`;

function launchOf(entry: string, offsets: WordPattern): Launch {
  const values = offsets.map(offset => (offset < 0 ? IDLE : offset));
  return {
    entry,
    grid: [1, 1, 1],
    block: [LANES, 1, 1],
    buffers: [
      { name: 'out', type: 'u32', length: LANES, init: { kind: 'poison' }, output: true },
      { name: 'in', type: 'u32', length: LANES, init: { kind: 'values', values } },
      { name: 'data', type: 'u8', length: SHARED_BYTES, init: { kind: 'zeros' } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      { kind: 'pointer', buffer: 'data' },
    ],
  };
}

/** Patterns in the order of the launches. */
export const probePatterns = ({ widthBytes, matrices }: ProbeKind): readonly NamedPattern[] =>
  matrices === undefined ? wordPatterns(widthBytes) : matrixPatterns();

export const bankProbes: ReplayModule = {
  name: 'banks',
  ptx: `.version 9.0\n.target sm_90a\n.address_size 64\n${PROBE_KINDS.map(entryText).join('')}`,
  launches: PROBE_KINDS.flatMap(kind =>
    probePatterns(kind).map(
      ([name, offsets]): ReplayLaunch => ({
        id: `${kind.entry}, ${name}`,
        launch: launchOf(kind.entry, offsets),
        instruction: null,
      }),
    ),
  ),
};
