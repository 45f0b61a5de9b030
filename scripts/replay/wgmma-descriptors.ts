/** Descriptors of wgmma's operands to test on a GPU, by what is unusual in them. */
import { SWIZZLE_REPEAT_BYTES } from '../../src/base/hardware.ts';
import { IMAGE_BYTES, type WgmmaForm, wgmmaId } from './wgmma-forms.ts';

/** What a kind varies: only the mode; the start along K; strides and start; the start of the pattern. */
export const KINDS = ['canonical', 'advanced', 'scattered', 'offset'] as const;
export type DescriptorKind = (typeof KINDS)[number];

/** Modes by bits 62 and 63. */
const SWIZZLE_BYTES = [16, 128, 64, 32];
/** CTAs of a launch; each computes two products. */
export const CASES_PER_LAUNCH = 8;

/** xorshift32, seeded by a name: each call gives a whole number from 0 to `end` - 1. */
function randomFrom(name: string): (end: number) => number {
  let x = [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0x2026_1120);
  return end => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % end;
  };
}

interface Strides {
  readonly leading: number;
  readonly stride: number;
}

/** Bytes up to the last one of the groups of 8 rows, under these strides. */
function extentBytes(mode: number, groups: number, isMnMajor: boolean, { leading, stride }: Strides): number {
  const bytes = SWIZZLE_BYTES[mode];
  const perAtom = bytes / 16;
  if (!isMnMajor) return 7 * bytes + (groups - 1) * stride + (mode === 0 ? leading : 16) + 16;
  if (mode === 0) return (groups - 1) * stride + 7 * 16 + leading + 16;
  return (Math.ceil(groups / perAtom) - 1) * leading + 7 * bytes + stride + bytes;
}

/** Matrices without gaps. */
function dense(mode: number, groups: number, isMnMajor: boolean): Strides {
  const bytes = SWIZZLE_BYTES[mode];
  if (!isMnMajor) return mode === 0 ? { leading: 128 * groups, stride: 128 } : { leading: 16, stride: 8 * bytes };
  if (mode === 0) return { leading: 128 * groups, stride: 128 };
  return { leading: 16 * bytes, stride: 8 * bytes };
}

function descriptor(
  random: (end: number) => number,
  kind: DescriptorKind,
  mode: number,
  rows: number,
  isMnMajor: boolean,
): bigint {
  const groups = rows / 8;
  const scattered = () => ({ leading: 16 * random(SWIZZLE_REPEAT_BYTES / 8), stride: 16 * random(1024 / groups) });
  const strides = kind === 'scattered' ? scattered() : dense(mode, groups, isMnMajor);
  const room = IMAGE_BYTES - SWIZZLE_REPEAT_BYTES - extentBytes(mode, groups, isMnMajor, strides);
  const unit = kind === 'canonical' ? SWIZZLE_REPEAT_BYTES : kind === 'advanced' ? 32 : kind === 'offset' ? 128 : 16;
  const start = unit * random(Math.floor(room / unit));
  const base = kind === 'offset' ? random(8) : 0;
  const field = (bytes: number, at: number): bigint => BigInt(bytes >> 4) << BigInt(at);
  return (
    field(start, 0) |
    field(strides.leading, 16) |
    field(strides.stride, 32) |
    (BigInt(base) << 49n) |
    (BigInt(mode) << 62n)
  );
}

/** Four descriptors for each CTA: of A and B, twice. Together they multiply all pairs of modes. */
export function descriptorsOf(form: WgmmaForm, kind: DescriptorKind): BigUint64Array {
  const random = randomFrom(`${wgmmaId(form)} ${kind}`);
  const [mnA, mnB] = form.major ?? [false, false];
  const cases = Array.from({ length: CASES_PER_LAUNCH }, (_, i) => [
    descriptor(random, kind, i % 4, 64, mnA),
    descriptor(random, kind, (i + (i >> 2)) % 4, form.columns, mnB),
    descriptor(random, kind, random(4), 64, mnA),
    descriptor(random, kind, random(4), form.columns, mnB),
  ]);
  return BigUint64Array.from(cases.flat());
}
