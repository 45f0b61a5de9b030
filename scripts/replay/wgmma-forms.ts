/**
 * Forms of wgmma.mma_async to test on a GPU. Each is a kernel that multiplies the matrices of the descriptors that it
 * gets.
 */
import type { ElementType } from '../../src/trace/launch.ts';

export interface WgmmaForm {
  readonly columns: number;
  readonly k: number;
  /** Types of D, A and B, as PTX writes them. */
  readonly types: readonly [string, string, string];
  readonly isHeld: boolean;
  /** Whether A and B are MN-major; null if the type allows no choice. */
  readonly major: readonly [a: boolean, b: boolean] | null;
  /** Signs of A and B; null for integers. */
  readonly signs: readonly [a: number, b: number] | null;
  readonly suffix: '' | '.satfinite' | '.and.popc';
}

const K_BY_TYPE: Readonly<Record<string, number>> = {
  f16: 16,
  bf16: 16,
  tf32: 8,
  e4m3: 32,
  e5m2: 32,
  s8: 32,
  u8: 32,
  b1: 256,
};

function formOf(types: string, columns: number, more: Partial<WgmmaForm> = {}): WgmmaForm {
  const [d, a, b] = types.split(' ');
  const form = { columns, k: K_BY_TYPE[a], types: [d, a, b], isHeld: false, major: null, suffix: '', ...more } as const;
  const has16Bits = form.k === 16;
  return {
    ...form,
    types: [d, a, b],
    major: has16Bits ? (more.major ?? [false, false]) : null,
    signs: d === 's32' ? null : (more.signs ?? [1, 1]),
  };
}

const MAJORS = [
  [false, false],
  [false, true],
  [true, false],
  [true, true],
] as const;

export const WGMMA_FORMS: readonly WgmmaForm[] = [
  ...MAJORS.map(major => formOf('f32 f16 f16', 64, { major })),
  ...MAJORS.map(major => formOf('f32 bf16 bf16', 32, { major })),
  ...MAJORS.map(major => formOf('f16 f16 f16', 16, { major })),
  ...[false, true].map(b => formOf('f32 f16 f16', 48, { isHeld: true, major: [false, b] })),
  formOf('f16 f16 f16', 8, { isHeld: true }),
  formOf('f32 bf16 bf16', 256, { major: [true, true] }),
  formOf('f32 f16 f16', 256),
  formOf('f32 f16 f16', 104, { signs: [-1, 1] }),
  formOf('f32 f16 f16', 40, { signs: [1, -1], isHeld: true }),
  formOf('f32 tf32 tf32', 64),
  formOf('f32 tf32 tf32', 16, { isHeld: true, signs: [-1, -1] }),
  ...['e4m3 e4m3', 'e4m3 e5m2', 'e5m2 e4m3', 'e5m2 e5m2'].flatMap(pair => [
    formOf(`f32 ${pair}`, 32),
    formOf(`f16 ${pair}`, 24),
  ]),
  formOf('f32 e4m3 e5m2', 72, { isHeld: true, signs: [-1, 1] }),
  ...['s8 s8', 's8 u8', 'u8 s8', 'u8 u8'].map(pair => formOf(`s32 ${pair}`, 32)),
  formOf('s32 s8 s8', 96, { isHeld: true }),
  formOf('s32 u8 u8', 16, { suffix: '.satfinite' }),
  formOf('s32 b1 b1', 64, { suffix: '.and.popc' }),
  formOf('s32 b1 b1', 8, { suffix: '.and.popc', isHeld: true }),
];

/** `m64n64k16.f32.f16.f16, A and B MN-major`. */
export function wgmmaId({ columns, k, types, isHeld, major, signs, suffix }: WgmmaForm): string {
  const mn =
    major === null
      ? ''
      : major[0]
        ? major[1]
          ? ', A and B MN-major'
          : ', A MN-major'
        : major[1]
          ? ', B MN-major'
          : '';
  const negative = signs?.includes(-1) ? `, scales ${signs.join(' ')}` : '';
  return `m64n${columns}k${k}${isSaturated(suffix)}.${types.join('.')}${isSaturated(suffix) ? '' : suffix}${isHeld ? ', A held' : ''}${mn}${negative}`;
}

const isSaturated = (suffix: WgmmaForm['suffix']): string => (suffix === '.satfinite' ? suffix : '');

export const IMAGE_BYTES = 65_536;

/** The contents of shared memory: numbers whose sums are exact in every type of D; any bits for integers. */
export const imageType = ({ types: [d, a] }: WgmmaForm): ElementType =>
  d === 's32' ? 'u8' : a === 'tf32' ? 'f32' : (a as ElementType);

export const registersOfD = ({ columns, types: [d] }: WgmmaForm): number => (columns / 2) * (d === 'f16' ? 0.5 : 1);

/** The instruction with its operands, and whether it adds to D. */
function instruction(form: WgmmaForm, descriptors: readonly [a: string, b: string], adds: string): string {
  const { columns, k, types, isHeld, major, signs, suffix } = form;
  const d = Array.from({ length: registersOfD(form) }, (_, i) => `%d${i}`).join(', ');
  const a = isHeld ? '{%a0, %a1, %a2, %a3}' : descriptors[0];
  const majors = (major ?? []).slice(isHeld ? 1 : 0).map(Number);
  const immediates = [...(signs ?? []), ...majors].map(value => `, ${value}`).join('');
  const [before, after] = suffix === '.satfinite' ? [suffix, ''] : ['', suffix];
  return `wgmma.mma_async.sync.aligned.m64n${columns}k${k}${before}.${types.join('.')}${after} {${d}}, ${a}, ${descriptors[1]}, ${adds}${immediates};`;
}

/** Reads the descriptors, and fills shared memory and A's registers from the image; each CTA has `bytes` of output. */
const prologue = (bytes: number): string => `ld.param.u64 %out, [out]; ld.param.u64 %in, [image];
ld.param.u64 %at, [descriptors];
mov.u32 %thread, %tid.x; mov.u32 %cta, %ctaid.x;
mad.wide.u32 %at, %cta, 32, %at;
ld.global.u64 %x1, [%at]; ld.global.u64 %x2, [%at+8]; ld.global.u64 %x3, [%at+16]; ld.global.u64 %x4, [%at+24];
mad.wide.u32 %out, %cta, ${bytes}, %out; mad.wide.u32 %out, %thread, 4, %out;
mad.wide.u32 %x5, %thread, 16, %in;
ld.global.v4.u32 {%a0, %a1, %a2, %a3}, [%x5];
mov.u32 %to, tile;
shr.u32 %r5, %to, 4; cvt.u64.u32 %x6, %r5;
add.u64 %x1, %x1, %x6; add.u64 %x2, %x2, %x6; add.u64 %x3, %x3, %x6; add.u64 %x4, %x4, %x6;
mad.lo.u32 %to, %thread, 16, %to;
mov.u32 %n, 0;
FILL: ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%x5]; st.shared.v4.u32 [%to], {%r1, %r2, %r3, %r4};
add.u64 %x5, %x5, 2048; add.u32 %to, %to, 2048; add.u32 %n, %n, 2048;
setp.lt.u32 %p, %n, ${IMAGE_BYTES}; @%p bra FILL;
fence.proxy.async; bar.sync 0;
setp.eq.u32 %adds, %thread, %thread;`;

/**
 * Entry `name(out, image, descriptors)`: CTA i fills shared memory with the image, multiplies the matrices of descriptors
 * 4 i and 4 i + 1, adds the product of the next two, and writes D: for each register, the values of all 128 threads.
 * Addresses in descriptors count from a multiple of 1024. If A is in registers, it is the first words of the image.
 */
export function wgmmaEntry(form: WgmmaForm, name: string): string {
  const count = registersOfD(form);
  const stores = Array.from({ length: count }, (_, i) => `st.global.b32 [%out+${512 * i}], %d${i};`).join('\n');
  return `.visible .entry ${name}(.param .u64 out, .param .u64 image, .param .u64 descriptors)
{
.reg .b64 %out, %in, %at, %x<9>; .reg .b32 %thread, %cta, %n, %to, %r<9>, %a<4>, %d<${count}>; .reg .pred %p, %adds;
${prologue(512 * count)}
wgmma.fence.sync.aligned;
${instruction(form, ['%x1', '%x2'], '0')}
${instruction(form, ['%x3', '%x4'], '%adds')}
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
${stores}
ret;
}
`;
}
