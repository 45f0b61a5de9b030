import { expect, it } from 'vitest';
import { moduleOf, notingPtx } from './noting-ptx.ts';

const entry = (...lines: string[]): string =>
  [
    ...['.version 9.0', '.target sm_90', '.address_size 64', '.extern .shared .align 16 .b8 tile[];', ''],
    ...['.visible .entry store(', '\t.param .u64 store_param_0', ')', '{'],
    ...['\t.reg .pred %p<3>;', '\t.reg .b32 %r<9>;', '\t.reg .b64 %rd<3>;'],
    ...[...lines.map(line => `\t${line}`), '\tret;', '}'],
  ].join('\n');

/** The lines before the one that is noted. */
function before(line: string): string[] {
  const lines = notingPtx(entry('mov.u32 %r1, %tid.x;', line)).split('\n');
  const at = lines.findIndex(text => text.trim() === line);
  return lines.slice(at - 5, at);
}

it('notes the number of an instruction and its address', () => {
  expect(before('st.shared.u32 [%r1+16], %r2;')).toEqual([
    'setp.lt.u64 %noteFits, %noteAt, %noteEnd;',
    'mov.u32 %noteA, %r1;',
    'add.s32 %noteA, %noteA, 16;',
    '@%noteFits st.global.v2.u32 [%noteAt], {1, %noteA};',
    '@%noteFits add.u64 %noteAt, %noteAt, 8;',
  ]);
});

it('of lanes that take part alone', () => {
  expect(before('@!%p2 ld.shared.u32 %r2, [tile];').slice(0, 2)).toEqual([
    'setp.lt.and.u64 %noteFits, %noteAt, %noteEnd, !%p2;',
    'mov.u32 %noteA, tile;',
  ]);
});

it('of addresses of 64 bits the lower half', () => {
  expect(before('atom.shared.add.u32 %r2, [%rd1+-4], 1;').slice(1, 3)).toEqual([
    'cvt.u32.u64 %noteA, %rd1;',
    'add.s32 %noteA, %noteA, -4;',
  ]);
});

it('lets other instructions be', () => {
  const copy = 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 16, [%r2];';
  for (const line of ['ld.global.u32 %r2, [%rd1];', copy]) {
    expect(
      notingPtx(entry(line))
        .split('\n')
        .filter(text => text.includes('st.global.v2')),
    ).toEqual([]);
  }
});

it('sends every end of a thread to the last lines', () => {
  const [fn] = moduleOf(notingPtx(entry('@%p1 ret;', 'exit;'))).functions;
  expect(fn.instructions.filter(({ opcode }) => opcode === 'ret' || opcode === 'exit').length).toBe(1);
  expect(fn.instructions.filter(({ text }) => text.endsWith('bra $note_end')).map(({ text }) => text)).toEqual([
    '@%p1 bra $note_end',
    'bra $note_end',
    'bra $note_end',
  ]);
});

it('refuses what it would get wrong', () => {
  expect(() => notingPtx(entry('mov.u32 %r1, 0; st.shared.u32 [%r1], %r2;'))).toThrow('more than one instruction');
  expect(() => notingPtx(entry('bar.sync 15;'))).toThrow('barrier 15');
  const called = entry()
    .replace('.visible .entry', '.visible .func')
    .replace('ret;', 'st.shared.u32 [%r1], %r2;\n\tret;');
  expect(() => notingPtx(called)).toThrow('store is called, and accesses shared memory');
});
