/** Addresses and tensor maps that lie in device memory before the launch, and structs of raw bytes. */
import { describe, expect, it } from 'vitest';
import type { BufferSpec, Launch, LaunchParam, StoredValue } from '../../trace/launch.ts';
import { encodeBase64 } from '../../trace/launch-bytes-base64.ts';
import { parsed } from '../checks/kernel-run.ts';
import { emulate } from '../index.ts';

const out: BufferSpec = { name: 'out', type: 's32', length: 32, init: { kind: 'zeros' } };
const input: BufferSpec = { name: 'in', type: 's32', length: 64, init: { kind: 'iota', start: 100 } };

function outputOf(text: string, buffers: readonly BufferSpec[], params: readonly LaunchParam[]): number[] {
  const launch: Launch = { grid: [1, 1, 1], block: [1, 1, 1], buffers, params };
  const result = emulate(parsed(`.version 9.0\n.target sm_90a\n.address_size 64\n${text}`), launch);
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.message}`);
  expect(result.value.faults).toEqual([]);
  return [...new Int32Array(result.value.buffers.get('out')!.slice().buffer)];
}

const table = (fields: readonly StoredValue[]): BufferSpec => ({
  ...{ name: 'table', type: 'u64', length: 32, init: { kind: 'iota', start: 7, step: 0 }, fields },
});

describe('device memory', () => {
  const READS_TABLE = `.visible .entry k(.param .u64 out, .param .u64 table) {
    .reg .b64 %o, %t, %a, %n; .reg .b32 %v;
    ld.param.u64 %o, [out]; ld.param.u64 %t, [table];
    ld.global.u64 %a, [%t+16]; ld.global.u32 %v, [%a]; st.global.u32 [%o], %v;
    ld.global.u64 %n, [%t]; st.global.u64 [%o+8], %n; ret; }`;
  const pointers: readonly LaunchParam[] = ['out', 'table'].map(buffer => ({ kind: 'pointer', buffer }));

  it('holds addresses of buffers', () => {
    const field: StoredValue = { offset: 16, kind: 'pointer', buffer: 'in', byteOffset: 8 };
    expect(outputOf(READS_TABLE, [out, table([field]), input], pointers).slice(0, 4)).toEqual([102, 0, 7, 0]);
  });

  it.each([[-8], [256], [252]])('holds none outside a buffer: at byte %i', offset => {
    const buffers = [out, table([{ offset, kind: 'pointer', buffer: 'in' }]), input];
    const launch: Launch = { grid: [1, 1, 1], block: [1, 1, 1], buffers, params: pointers };
    const module = parsed(`.version 9.0\n.target sm_90a\n.address_size 64\n${READS_TABLE}`);
    expect(emulate(module, launch)).toMatchObject({ ok: false, error: { field: 'buffers[1].fields[0].offset' } });
  });

  it('holds tensor maps, of tensors that start within a buffer', () => {
    const map: StoredValue = {
      ...{ offset: 128, kind: 'tensorMap', buffer: 'in', byteOffset: 128, type: 's32', dims: [32], stridesBytes: [] },
      ...{ box: [32], elementStrides: [1], interleave: 'none', swizzle: 'none', oobFill: 'zero' },
    };
    const text = `.shared .align 128 .b8 tile[128];
      .shared .align 8 .b64 full;
      .visible .entry k(.param .u64 out, .param .u64 table) {
      .reg .b64 %o, %t; .reg .b32 %r<4>; .reg .pred %p;
      ld.param.u64 %o, [out]; ld.param.u64 %t, [table]; add.u64 %t, %t, 128;
      mov.u32 %r1, tile; mov.u32 %r2, full; mov.u32 %r3, 0;
      mbarrier.init.shared.b64 [%r2], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
      cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%t, {%r3}], [%r2];
      AGAIN: mbarrier.test_wait.parity.shared.b64 %p, [%r2], 0; @!%p bra AGAIN;
      cp.async.bulk.global.shared::cta.bulk_group [%o], [%r1], 128;
      ret; }`;
    const expected = Array.from({ length: 32 }, (_, i) => 132 + i);
    expect(outputOf(text, [out, table([map]), input], pointers)).toEqual(expected);
  });
});

it('a struct is its bytes, with its fields over them', () => {
  const text = `.visible .entry k(.param .align 8 .b8 s[24]) {
    .reg .b64 %o; .reg .b32 %v;
    ld.param.u64 %o, [s+8]; ld.param.u32 %v, [s+4]; st.global.u32 [%o], %v;
    ld.param.u32 %v, [s+20]; st.global.u32 [%o+4], %v; ret; }`;
  const base64 = encodeBase64(Uint8Array.from({ length: 20 }, (_, i) => (i === 4 ? 9 : 255)));
  const struct: LaunchParam = {
    ...{ kind: 'struct', sizeBytes: 24, base64 },
    fields: [{ offset: 8, kind: 'pointer', buffer: 'out' }],
  };
  expect(outputOf(text, [out], [struct]).slice(0, 2)).toEqual([9 - 256, 0]);
});
