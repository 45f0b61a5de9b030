/** Lane loops between registers and memory. Offsets of the lanes are in `at`; `k` is added to each. */
import type { Memory } from '../../machine/memory.ts';

export type Transfer = (r: Int32Array, slot: number, memory: Memory, at: Int32Array, k: number, mask: number) => void;

export const load32: Transfer = (r, slot, { i32 }, at, k, mask) => {
  if (mask === -1) for (let l = 0; l < 32; l++) r[slot + l] = i32[(at[l] + k) >> 2];
  else
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      r[slot + l] = i32[(at[l] + k) >> 2];
    }
};

export const store32: Transfer = (r, slot, { i32 }, at, k, mask) => {
  if (mask === -1) for (let l = 0; l < 32; l++) i32[(at[l] + k) >> 2] = r[slot + l];
  else
    for (let m = mask; m !== 0; m &= m - 1) {
      const l = 31 - Math.clz32(m & -m);
      i32[(at[l] + k) >> 2] = r[slot + l];
    }
};

export const loadU16: Transfer = (r, slot, { u16 }, at, k, mask) => {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    r[slot + l] = u16[(at[l] + k) >> 1];
  }
};

export const loadS16: Transfer = (r, slot, { s16 }, at, k, mask) => {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    r[slot + l] = s16[(at[l] + k) >> 1];
  }
};

export const loadU8: Transfer = (r, slot, { u8 }, at, k, mask) => {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    r[slot + l] = u8[at[l] + k];
  }
};

export const loadS8: Transfer = (r, slot, { s8 }, at, k, mask) => {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    r[slot + l] = s8[at[l] + k];
  }
};

export const store16: Transfer = (r, slot, { u16 }, at, k, mask) => {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    u16[(at[l] + k) >> 1] = r[slot + l];
  }
};

export const store8: Transfer = (r, slot, { u8 }, at, k, mask) => {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    u8[at[l] + k] = r[slot + l];
  }
};

/** The sign of the plane at `slot` in all bits of the plane after it; or zeros. */
export function extend(r: Int32Array, slot: number, signed: boolean, mask: number): void {
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = 31 - Math.clz32(m & -m);
    r[slot + 32 + l] = signed ? r[slot + l] >> 31 : 0;
  }
}

/** Cuts the plane to 16 bits: how 16-bit registers hold negative bytes. */
export function cut16(r: Int32Array, slot: number, mask: number): void {
  for (let m = mask; m !== 0; m &= m - 1) r[slot + 31 - Math.clz32(m & -m)] &= 0xffff;
}
