/** Effects on 8-, 16- and 32-bit integers and on typeless words. */
import { popcount32 } from '../../../base/bits.ts';
import { effect } from '../effect.ts';
import { mulHighSigned, mulHighUnsigned } from '../wide-integers.ts';
import { clampShift, divide, modulo } from './words.ts';

const S = ['s32', 's32'] as const;
const U = ['u32', 'u32'] as const;
const S3 = ['s32', 's32', 's32'] as const;

function reverse(v: number): number {
  let x = v;
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >>> 16) | (x << 16);
}

/** `length` ones from bit `position` on; both are bytes already. */
const fieldMask = (position: number, length: number): number =>
  position > 31 ? 0 : (length > 31 ? -1 : (1 << length) - 1) << position;

function extract(a: number, b: number, c: number, signed: boolean): number {
  const position = b & 255;
  const length = c & 255;
  if (length === 0) return 0;
  const last = Math.min(position + length - 1, 31);
  const sign = signed && ((a >>> last) & 1) === 1 ? -1 : 0;
  const body = position > 31 ? 0 : a >>> position;
  return length > 31 - position
    ? position === 0
      ? a
      : body | (sign << Math.max(0, 32 - position))
    : merge(body, length, sign);
}

const merge = (body: number, length: number, sign: number): number => {
  const mask = (1 << length) - 1;
  return (body & mask) | (sign & ~mask);
};

/** The low `n` bits as a signed number, n in [0, 31]. */
const signExtend = (a: number, n: number): number => (n === 0 ? 0 : (a << (32 - n)) >> (32 - n));

/** `prmt` without a mode: each nibble of `c` picks a byte of {b, a}, its top bit replicates the sign. */
function permuteBytes(a: number, b: number, c: number): number {
  let result = 0;
  for (let i = 0; i < 4; i++) {
    const selector = (c >>> (4 * i)) & 15;
    const source = selector & 4 ? b : a;
    const byte = (source >>> (8 * (selector & 3))) & 255;
    result |= (selector & 8 ? (byte & 128 ? 255 : 0) : byte) << (8 * i);
  }
  return result;
}

/** Bit i of the table `t` is the result for the input bits abc = i. */
function lookup3(a: number, b: number, c: number, t: number): number {
  let result = 0;
  for (let i = 0; i < 8; i++) {
    if ((t >>> i) & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  }
  return result;
}

const topBit = (v: number): number => 31 - Math.clz32(v);

export const INTEGER32 = {
  'mul.hi.s32': effect('s32', S, mulHighSigned),
  'mul.hi.u32': effect('s32', U, mulHighUnsigned),
  'mad.hi.s32': effect('s32', S3, (a, b, c) => (mulHighSigned(a, b) + c) | 0),
  'mad.hi.u32': effect('s32', ['u32', 'u32', 's32'], (a, b, c) => (mulHighUnsigned(a, b) + c) | 0),
  'mul24.lo.s32': effect('s32', S, (a, b) => Math.imul((a << 8) >> 8, (b << 8) >> 8)),
  'mul24.lo.u32': effect('s32', S, (a, b) => Math.imul(a & 0xffffff, b & 0xffffff)),
  'div.s32': effect('s32', S, (a, b) => divide(a, b) | 0),
  'rem.s32': effect('s32', S, (a, b) => modulo(a, b) | 0),
  'abs.b32': effect('s32', ['s32'], a => (a < 0 ? -a | 0 : a)),
  'sad.s32': effect('s32', S3, (a, b, c) => (c + Math.abs(a - b)) | 0),
  'sad.u32': effect('s32', ['u32', 'u32', 's32'], (a, b, c) => (c + Math.abs(a - b)) | 0),
  'add.b16': effect('u16', S, (a, b) => a + b),
  'sub.b16': effect('u16', S, (a, b) => a - b),
  'mul.lo.b16': effect('u16', S, (a, b) => Math.imul(a, b)),
  'mad.lo.b16': effect('u16', S3, (a, b, c) => Math.imul(a, b) + c),
  'mul.hi.s16': effect('u16', ['s16', 's16'], (a, b) => (a * b) >> 16),
  'mul.hi.u16': effect('u16', ['u16', 'u16'], (a, b) => (a * b) >>> 16),
  'mul.wide.s16': effect('s32', ['s16', 's16'], (a, b) => a * b),
  'mul.wide.u16': effect('u32', ['u16', 'u16'], (a, b) => a * b),
  'mad.wide.s16': effect('s32', ['s16', 's16', 's32'], (a, b, c) => (a * b + c) | 0),
  'mad.wide.u16': effect('s32', ['u16', 'u16', 's32'], (a, b, c) => (a * b + c) | 0),
  'div.s16': effect('u16', ['s16', 's16'], (a, b) => divide(a, b) | 0),
  'div.u16': effect('u16', ['u16', 'u16'], (a, b) => divide(a, b) | 0),
  'rem.s16': effect('u16', ['s16', 's16'], modulo),
  'rem.u16': effect('u16', ['u16', 'u16'], modulo),
  'neg.b16': effect('u16', ['s16'], a => -a),
  'abs.b16': effect('u16', ['s16'], a => Math.abs(a)),
  'min.s16': effect('u16', ['s16', 's16'], (a, b) => Math.min(a, b)),
  'max.s16': effect('u16', ['s16', 's16'], (a, b) => Math.max(a, b)),
  'min.u16': effect('u16', ['u16', 'u16'], (a, b) => Math.min(a, b)),
  'max.u16': effect('u16', ['u16', 'u16'], (a, b) => Math.max(a, b)),
  'not.b16': effect('u16', ['s32'], a => ~a),
  'cnot.b32': effect('s32', ['s32'], a => (a === 0 ? 1 : 0)),
  'cnot.b16': effect('u16', ['u16'], a => (a === 0 ? 1 : 0)),
  'shl.b16': effect('u16', ['u16', 'u32'], (a, n) => (n > 15 ? 0 : a << n)),
  'shr.s16': effect('u16', ['s16', 'u32'], (a, n) => a >> clampShift(n)),
  'shr.u16': effect('u16', ['u16', 'u32'], (a, n) => (n > 31 ? 0 : a >>> n)),
  'shf.l.clamp': effect('s32', ['s32', 's32', 'u32'], (a, b, c) => funnelLeft(a, b, Math.min(c, 32))),
  'shf.l.wrap': effect('s32', ['s32', 's32', 'u32'], (a, b, c) => funnelLeft(a, b, c & 31)),
  'shf.r.clamp': effect('s32', ['s32', 's32', 'u32'], (a, b, c) => funnelRight(a, b, Math.min(c, 32))),
  'shf.r.wrap': effect('s32', ['s32', 's32', 'u32'], (a, b, c) => funnelRight(a, b, c & 31)),
  'bfe.s32': effect('s32', S3, (a, b, c) => extract(a, b, c, true)),
  'bfe.u32': effect('s32', S3, (a, b, c) => extract(a, b, c, false)),
  'bfi.b32': effect('s32', ['s32', 's32', 's32', 's32'], (a, b, c, d) => {
    const mask = fieldMask(c & 255, d & 255);
    return (b & ~mask) | ((a << (c & 31)) & mask);
  }),
  'bmsk.clamp.b32': effect('s32', ['u32', 'u32'], (a, b) => fieldMask(Math.min(a, 32), Math.min(b, 32))),
  'bmsk.wrap.b32': effect('s32', ['u32', 'u32'], (a, b) => fieldMask(a & 31, b & 31)),
  'szext.clamp.s32': effect('s32', ['s32', 'u32'], (a, n) => (n > 31 ? a : signExtend(a, n))),
  'szext.clamp.u32': effect('s32', ['s32', 'u32'], (a, n) => (n > 31 ? a : a & ((1 << n) - 1))),
  'szext.wrap.s32': effect('s32', ['s32', 'u32'], (a, n) => signExtend(a, n & 31)),
  'szext.wrap.u32': effect('s32', ['s32', 'u32'], (a, n) => a & ((1 << (n & 31)) - 1)),
  'brev.b32': effect('s32', ['s32'], reverse),
  'popc.b32': effect('s32', ['s32'], popcount32),
  'clz.b32': effect('s32', ['s32'], Math.clz32),
  'bfind.u32': effect('s32', ['s32'], topBit),
  'bfind.s32': effect('s32', ['s32'], a => topBit(a < 0 ? ~a : a)),
  'prmt.b32': effect('s32', S3, permuteBytes),
  'lop3.b32': effect('s32', ['s32', 's32', 's32', 's32'], lookup3),
  'slct.b32.s32': effect('s32', S3, (a, b, c) => (c >= 0 ? a : b)),
  'slct.b32.f32': effect('s32', ['s32', 's32', 'f32'], (a, b, c) => (c >= 0 ? a : b)),
  'mov.b16': effect('u16', ['u16'], a => a),
};

/** Upper word of {b, a} << n, n in [0, 32]; a is the low word. */
function funnelLeft(a: number, b: number, n: number): number {
  if (n === 0) return b;
  return n === 32 ? a : (b << n) | (a >>> (32 - n));
}

/** Lower word of {b, a} >> n, n in [0, 32]. */
function funnelRight(a: number, b: number, n: number): number {
  if (n === 0) return a;
  return n === 32 ? b : (a >>> n) | (b << (32 - n));
}
