import { describe, expect, it } from 'vitest';
import type { Operand, ParseError, PtxFunction } from './ast.ts';
import { parseModule } from './module.ts';

const BEFORE = `.version 9.0 .target sm_90a .address_size 64
.global .b32 table[4]; .func f(); .visible .entry kernel(.param .u64 p0, .param .b32 p1) {
.reg .pred %p<4>; .reg .b32 %r<10>, %x; .reg .b64 %rd<5>; .reg .f32 %f<3>;
`;
/** The line on which a test's own text starts. */
const FIRST_LINE = 4;

function kernelOf(body: string): PtxFunction {
  const result = parseModule(`${BEFORE}${body}\n}`);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.functions.at(-1)!;
}

function errorOf(body: string): ParseError {
  const result = parseModule(`${BEFORE}${body}\n}`);
  if (result.ok) throw new Error('the text was accepted');
  return result.error;
}

const operandsOf = (instruction: string): readonly Operand[] => kernelOf(instruction).instructions.at(-1)!.operands;
const register = (name: string): Operand => ({ kind: 'register', name });
const integer = (value: bigint): Operand => ({ kind: 'integer', value });
const addressOf = (name: string, byteOffset: bigint, kind: 'register' | 'symbol' = 'register'): Operand => ({
  kind: 'address',
  base: { kind, name },
  byteOffset,
});

describe('instructions', () => {
  it('split into opcode and modifiers, with their line', () => {
    const [first, second] = kernelOf('bar.sync 0;\nld.shared::cta.v2.f32 {%f1, %f2}, [%r1];').instructions;
    expect(first).toMatchObject({ opcode: 'bar', modifiers: ['sync'], guard: null, ptxLine: FIRST_LINE });
    expect(second).toMatchObject({ opcode: 'ld', modifiers: ['shared::cta', 'v2', 'f32'], ptxLine: FIRST_LINE + 1 });
    expect(kernelOf('ret;').instructions[0]).toMatchObject({ opcode: 'ret', modifiers: [], operands: [], text: 'ret' });
  });

  it('keep their text on one line, without comments', () => {
    const text = (source: string): string => kernelOf(source).instructions[0].text;
    expect(text('mov.u32 \t%r1, %tid.x;')).toBe('mov.u32 %r1, %tid.x');
    expect(text('@!%p1  bra  L; L:')).toBe('@!%p1 bra L');
    expect(text('call.uni \n f, // the callee\n (\n );')).toBe('call.uni f, ( )');
    expect(text('add.s32 %r1, /* a\n*/ %r2,\t1 ;')).toBe('add.s32 %r1, %r2, 1');
  });

  it('have guards', () => {
    expect(kernelOf('@%p1 ret;').instructions[0].guard).toEqual({ register: '%p1', negated: false });
    expect(kernelOf('@!%p1 ret;').instructions[0].guard).toEqual({ register: '%p1', negated: true });
    expect(errorOf('@%r1 ret;').message).toBe("'%r1' is no predicate register");
    expect(errorOf('@%p4 ret;')).toEqual({ kind: 'wrong', message: "unknown name '%p4'", line: FIRST_LINE, column: 2 });
  });

  it('refuses what is no instruction', () => {
    expect(errorOf('Mov %r1, %r2;').message).toBe("expected an instruction, a label or a directive, found 'Mov'");
    expect(errorOf('ld..b32 %r1, [%rd1];').message).toMatch('expected an instruction');
    expect(errorOf('= 3;').message).toMatch("found '='");
    expect(errorOf('  mov.b32 %r1 %r2;')).toEqual({
      kind: 'wrong',
      message: "expected ';' or an operand behind a comma, found '%r2'",
      line: FIRST_LINE,
      column: 15,
    });
    expect(errorOf('.entry k() { }').message).toBe("directive '.entry' is not supported inside a function");
    expect(errorOf('selp.b32 %r1, 1, 2, !%r2;').message).toMatch('predicate');
    expect(errorOf('ld.global.b32 %r1, [%rd1].volatile;').message).toMatch('.unified');
  });
});

describe('operands', () => {
  it('are registers, special registers, sinks, pairs', () => {
    expect(operandsOf('mov.u32 %r1, %tid.x;')).toEqual([register('%r1'), { kind: 'special', name: '%tid.x' }]);
    expect(operandsOf('mov.u32 %x, WARP_SZ;')[1]).toEqual({ kind: 'special', name: 'WARP_SZ' });
    expect(operandsOf('selp.b32 %r1, 1, 2, !%p1;')[3]).toEqual({ kind: 'negated', name: '%p1' });
    expect(operandsOf('ld.u32 %r1, [%rd1].unified;')).toHaveLength(2);
    expect(operandsOf('elect.sync _|%p1, %r2;')).toEqual([
      { kind: 'pair', first: { kind: 'sink' }, second: register('%p1') },
      register('%r2'),
    ]);
    expect(operandsOf('shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;')).toEqual([
      { kind: 'pair', first: register('%r1'), second: register('%p1') },
      register('%r2'),
      integer(1n),
      integer(31n),
      integer(-1n),
    ]);
  });

  it('are exact integers', () => {
    const value = (literal: string): Operand => operandsOf(`mov.b64 %rd1, ${literal};`)[1];
    expect(value('4611686293305360384')).toEqual(integer(4611686293305360384n));
    expect(value('-9223372036854775808')).toEqual(integer(-(2n ** 63n)));
    expect(value('0xFFFF0000')).toEqual(integer(0xffff0000n));
    expect(value('0Xff')).toEqual(integer(255n));
    expect(value('0b1011')).toEqual(integer(11n));
    expect(value('0777')).toEqual(integer(0o777n));
    expect(value('0')).toEqual(integer(0n));
    expect(value('18446744073709551615U')).toEqual(integer(2n ** 64n - 1n));
    for (const wrong of ['18446744073709551616', '08', '0x', '0xG', '0b2', '12z', '0f3F80', '-0f3F800000', '1.x']) {
      expect(errorOf(`mov.b64 %rd1, ${wrong};`).message).toMatch('is no number');
    }
  });

  it('are floats as bit patterns', () => {
    expect(operandsOf('mov.f32 %f1, 0f3F800000;')[1]).toEqual({ kind: 'float', bits: 32, pattern: 0x3f800000n });
    expect(operandsOf('mov.f64 %rd1, 0dbff8000000000000;')[1]).toEqual({
      kind: 'float',
      bits: 64,
      pattern: 0xbff8000000000000n,
    });
    expect(operandsOf('mov.f32 %f1, -1.5;')[1]).toEqual({ kind: 'float', bits: 32, pattern: 0xbfc00000n });
    expect(operandsOf('add.f64 %rd1, %rd2, 2.5e-1;')[2]).toEqual({
      kind: 'float',
      bits: 64,
      pattern: 0x3fd0000000000000n,
    });
  });

  it('are decimal floats in every notation', () => {
    const patterns = ['1.', '.5', '1e3', '1E-3', '2.5e+1', '-.5', '0.5 * .5'].map(
      text => operandsOf(`mov.f32 %f1, ${text};`)[1],
    );
    const expected = [0x3f800000n, 0x3f000000n, 0x447a0000n, 0x3a83126fn, 0x41c80000n, 0xbf000000n, 0x3e800000n];
    expect(patterns).toEqual(expected.map(pattern => ({ kind: 'float', bits: 32, pattern })));
    for (const wrong of ['1e', '1e+', '.', '1.5f', '.e3', '1.2.3']) {
      expect(errorOf(`mov.f32 %f1, ${wrong};`).message).toMatch(/is no number|expected a number/);
    }
  });

  it('are parts and signs of registers for video instructions', () => {
    expect(operandsOf('vmad.u32.u32.u32 %r1, %r2.b0, %r3.h1, -%r4;').slice(1)).toEqual([
      { kind: 'modified', name: '%r2', modifier: 'b0' },
      { kind: 'modified', name: '%r3', modifier: 'h1' },
      { kind: 'modified', name: '%r4', modifier: '-' },
    ]);
    expect(errorOf('vadd.u32.u32.u32 %r1, %r2.b8, %r3;').message).toBe("unknown name '%r2.b8'");
    expect(errorOf('vadd.u32.u32.u32 %r1, table.b0, %r3;').message).toBe("unknown name 'table.b0'");
    expect(errorOf('vadd.u32.u32.u32 %r1, -table, %r3;').message).toBe("'table' is no register");
  });

  it('may have a predicate beside a vector', () => {
    const [target] = operandsOf('tex.2d.v2.f32.f32 {%f1, %f2}|%p1, [%rd1, {%f1, %f2}];');
    const vector = { kind: 'vector', elements: [register('%f1'), register('%f2')] };
    expect(target).toEqual({ kind: 'pair', first: vector, second: register('%p1') });
  });

  it('are addresses', () => {
    const address = (text: string): Operand => operandsOf(`ld.b32 %r1, ${text};`)[1];
    expect(address('[%rd1]')).toEqual(addressOf('%rd1', 0n));
    expect(address('[%rd1+8]')).toEqual(addressOf('%rd1', 8n));
    expect(address('[%rd1+-1136]')).toEqual(addressOf('%rd1', -1136n));
    expect(address('[ %rd1 - 4 ]')).toEqual(addressOf('%rd1', -4n));
    expect(address('[p1+48]')).toEqual(addressOf('p1', 48n, 'symbol'));
    expect(address('[table]')).toEqual(addressOf('table', 0n, 'symbol'));
    expect(address('[4096]')).toEqual({ kind: 'address', base: null, byteOffset: 4096n });
    expect(errorOf('ld.b32 %r1, [nowhere];').message).toBe("unknown name 'nowhere'");
    expect(errorOf('ld.b32 %r1, [%tid.x];').message).toBe('this cannot be an address');
    expect(errorOf('ld.b32 %r1, [%rd1;').message).toMatch("expected ']'");
  });

  it('are vectors; an address with coordinates is the vector of both', () => {
    expect(operandsOf('mov.b64 {%r1, _}, %rd1;')[0]).toEqual({
      kind: 'vector',
      elements: [register('%r1'), { kind: 'sink' }],
    });
    const copy =
      'cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, 3}], [%r4];';
    expect(kernelOf(copy).instructions[0].modifiers.at(-1)).toBe('mbarrier::complete_tx::bytes');
    expect(operandsOf(copy)).toEqual([
      addressOf('%r1', 0n),
      {
        kind: 'vector',
        elements: [addressOf('%rd1', 0n), { kind: 'vector', elements: [register('%r2'), integer(3n)] }],
      },
      addressOf('%r4', 0n),
    ]);
  });

  it('are variables with an addend', () => {
    expect(operandsOf('mov.u64 %rd1, table+4;')[1]).toEqual({ kind: 'symbol', name: 'table', addend: 4 });
    expect(operandsOf('mov.u64 %rd1, p0;')[1]).toEqual({ kind: 'symbol', name: 'p0', addend: 0 });
    expect(errorOf('mov.b32 %r1, %r2+4;').message).toMatch('no variable');
    expect(errorOf('mov.b32 %r1, %r10;').message).toBe("unknown name '%r10'");
    expect(errorOf('mov.b32 %r1, %r01;').message).toBe("unknown name '%r01'");
  });
});

describe('calls', () => {
  it('name function, lists, prototype', () => {
    const kernel = kernelOf(`{ .reg .b32 temp; .param .b32 param0; .param .b32 retval0;
      proto : .callprototype (.param .b32 _) _ (.param .b32 _);
      call (retval0), %rd1, (param0), proto; call.uni f, (); }`);
    const symbol = (name: string): Operand => ({ kind: 'symbol', name, addend: 0 });
    expect(kernel.instructions.map(i => i.operands)).toEqual([
      [
        { kind: 'list', elements: [symbol('retval0')] },
        register('%rd1'),
        { kind: 'list', elements: [symbol('param0')] },
        { kind: 'label', name: 'proto' },
      ],
      [symbol('f'), { kind: 'list', elements: [] }],
    ]);
    expect(kernel.labels.size).toBe(0);
  });

  it('may name a function that comes later, or the own one', () => {
    const text = `${BEFORE} call later, (); mov.u64 %rd1, later; call kernel, (); } .func later() { ret; }`;
    const result = parseModule(text);
    expect(result.ok && result.value.functions[1].instructions.map(i => i.operands.map(o => o.kind))).toEqual([
      ['symbol', 'list'],
      ['register', 'symbol'],
      ['symbol', 'list'],
    ]);
    expect(errorOf('ret;\n call  nobody, ();')).toEqual({
      kind: 'wrong',
      message: "unknown name 'nobody'",
      line: FIRST_LINE + 1,
      column: 8,
    });
  });
});

describe('labels', () => {
  it('stand before an instruction or at the end', () => {
    const { labels, instructions } = kernelOf('A: ret; B:\n C: @%p1 bra A; bra D; D:');
    expect([...labels]).toEqual([
      ['A', 0],
      ['B', 1],
      ['C', 1],
      ['D', 3],
    ]);
    expect(instructions[2].operands).toEqual([{ kind: 'label', name: 'D' }]);
    expect(errorOf('A: ret; A: ret;').message).toBe("'A' is declared twice in one block");
    expect(errorOf('bra NOWHERE;').message).toBe("unknown name 'NOWHERE'");
  });

  it('make branch target lists', () => {
    const { branchTargets, labels } = kernelOf('A: ts: .branchtargets A, B; brx.idx %r1, ts; B: ret;');
    expect([...branchTargets]).toEqual([['ts', ['A', 'B']]]);
    expect([...labels.keys()]).toEqual(['A', 'B']);
    const ranged = kernelOf('ts: .branchtargets A, N<2>; brx.idx %r1, ts; A: N0: N1: ret;');
    expect(ranged.branchTargets.get('ts')).toEqual(['A', 'N0', 'N1']);
    expect(errorOf('ts: .branchtargets A, %r1; A: brx.idx %r1, ts;').message).toBe('a branch target is not a label');
  });
});

describe('block scopes', () => {
  it('rename registers, labels and variables apart', () => {
    const block = `{ .reg .pred P; .reg .b32 t<2>; .param .b32 param0;
      AGAIN: setp.eq.b32 P, t1, 0; @P bra AGAIN; @!P bra DONE; st.param.b32 [param0], 1; DONE: }\n`;
    const kernel = kernelOf(block + block);
    expect(kernel.registers.map(r => `${r.name}:${r.type}`)).toEqual(['P:pred', 't1:b32', 'P@2:pred', 't1@2:b32']);
    expect(kernel.variables.map(v => v.name)).toEqual(['param0', 'param0@2']);
    expect([...kernel.labels]).toEqual([
      ['AGAIN', 0],
      ['DONE', 4],
      ['AGAIN@2', 4],
      ['DONE@2', 8],
    ]);
    expect(kernel.instructions[5].guard).toEqual({ register: 'P@2', negated: false });
    expect(kernel.instructions.map(i => i.operands.at(-1))).toMatchObject([
      { value: 0n },
      { name: 'AGAIN' },
      { name: 'DONE' },
      { value: 1n },
      { value: 0n },
      { name: 'AGAIN@2' },
      { name: 'DONE@2' },
      { value: 1n },
    ]);
  });

  it('let inner names hide outer ones, and find outer labels', () => {
    const kernel = kernelOf(
      'OUT: { .reg .b32 %r1; mov.b32 %r1, 1; { bra IN; bra OUT; } IN: bra END; } mov.b32 %r1, 2; END:',
    );
    expect(kernel.instructions.map(i => i.text)).toHaveLength(5);
    expect(kernel.instructions[0].operands[0]).not.toEqual(kernel.instructions[4].operands[0]);
    expect(kernel.instructions.slice(1, 4).map(i => i.operands[0])).toEqual([
      { kind: 'label', name: 'IN' },
      { kind: 'label', name: 'OUT' },
      { kind: 'label', name: 'END' },
    ]);
  });

  it('prefer the label of the own block even when it comes later', () => {
    const kernel = kernelOf('L: ret; { bra L; L: ret; } bra L;');
    expect([...kernel.labels]).toEqual([
      ['L', 0],
      ['L@2', 2],
    ]);
    expect(kernel.instructions[1].operands).toEqual([{ kind: 'label', name: 'L@2' }]);
    expect(kernel.instructions[3].operands).toEqual([{ kind: 'label', name: 'L' }]);
  });

  it('end with their block', () => {
    expect(errorOf('{ .reg .b32 t; } mov.b32 t, 1;').message).toBe("unknown name 't'");
    expect(errorOf('{ L: } bra L;').message).toBe("unknown name 'L'");
    expect(errorOf('{ .reg .b32 t; .reg .b32 t; }').message).toBe("'t' is declared twice in one block");
    expect(errorOf('{').message).toBe("expected '}' at the end of the function, found the end of the text");
  });

  it('hold several variables of one kind, and some of the module', () => {
    const text = '.shared .b32 s, t[2]; { .global .b32 g = 5; mov.u64 %rd1, g; } { .const .b32 g; mov.u64 %rd1, g; }';
    const kernel = kernelOf(text);
    expect(kernel.variables.map(v => [v.name, v.sizeBytes])).toEqual([
      ['s', 4],
      ['t', 8],
    ]);
    expect(kernel.instructions.map(i => i.operands[1])).toMatchObject([{ name: 'g@@1' }, { name: 'g@@2' }]);
    expect(errorOf('.global .b32 g; .shared .b32 g;').message).toBe("'g' is declared twice in one block");
  });

  it('hold ranges of variables, as GCC declares the slots of a call', () => {
    const kernel = kernelOf('{ .param .u64 %P<2>; st.param.u64 [%P1], %rd1; } { .param .u64 %P<1>; }');
    expect(kernel.variables.map(v => v.name)).toEqual(['%P0', '%P1', '%P0@2']);
    expect(kernel.instructions[0].operands[0]).toMatchObject({ base: { name: '%P1' } });
  });

  it('keep variables apart from those of the module', () => {
    const kernel = kernelOf('{ .local .align 8 .b8 table[96]; mov.u64 %rd1, table; } mov.u64 %rd1, table;');
    expect(kernel.variables).toMatchObject([{ name: 'table@2', space: 'local', alignBytes: 8, sizeBytes: 96 }]);
    expect(kernel.instructions.map(i => i.operands[1])).toMatchObject([{ name: 'table@2' }, { name: 'table' }]);
  });
});

describe('registers', () => {
  it('are those that an instruction names', () => {
    expect(kernelOf('mov.b32 %r7, %x; @%p0 mov.f32 %f2, %r7;').registers).toEqual([
      { name: '%r7', type: 'b32' },
      { name: '%x', type: 'b32' },
      { name: '%p0', type: 'pred' },
      { name: '%f2', type: 'f32' },
    ]);
  });

  it('may end in a digit that belongs to the name of the range', () => {
    expect(kernelOf('.reg .b16 v2_<3>; mov.b16 v2_0, v2_2;').registers.map(r => r.name)).toEqual(['v2_0', 'v2_2']);
    expect(kernelOf('.reg .b16 a1<4>; mov.b16 a13, a10;').registers.map(r => r.name)).toEqual(['a13', 'a10']);
    expect(errorOf('.reg .b16 a1<4>; mov.b16 a14, 1;').message).toBe("unknown name 'a14'");
    expect(errorOf('.reg .v4 .fast q;').message).toBe("'.fast' is not supported in a declaration");
  });

  it('may be vectors, whole or by element', () => {
    const { registers, instructions } = kernelOf(
      '.reg .v4 .f32 %v, %w<3>; ld.global.v4.f32 %v, [%rd1]; mov.f32 %v.y, %w2.b; mov.b32 %r1, %v.r;',
    );
    expect(instructions[0].operands[0]).toEqual({
      kind: 'vector',
      elements: ['%v.x', '%v.y', '%v.z', '%v.w'].map(register),
    });
    expect(instructions[1].operands).toEqual([register('%v.y'), register('%w2.z')]);
    expect(instructions[2].operands[1]).toEqual(register('%v.x'));
    expect(registers.filter(r => r.type === 'f32').map(r => r.name)).toEqual(['%v.x', '%v.y', '%v.z', '%v.w', '%w2.z']);
    expect(errorOf('.reg .v2 .f32 %v; mov.f32 %v.z, %v.x;').message).toBe("unknown name '%v.z'");
    expect(operandsOf('.reg .b32 %tid; mov.u32 %tid, %tid.x;')[1]).toEqual({ kind: 'special', name: '%tid.x' });
    expect(errorOf('.reg .v2 .f32 %v; mov.f32 %v.constructor, %v.x;').message).toMatch('unknown name');
  });
});

describe('locations', () => {
  it('hold until the next, keep the last line over line 0, and tell where they were inlined', () => {
    const { instructions } = kernelOf(`bar.sync 0;
      .loc 1 0 3
      bar.sync 1;
      .loc 1 21 3
      bar.sync 2;
      .loc 2 14 11, function_name $L__info_string0, inlined_at 1 21 3
      bar.sync 3;
      .loc 3 8 1, function_name $L__info_string0+24, inlined_at 2 14 11
      bar.sync 4;
      .loc 3 0 1
      bar.sync 5;`);
    const call = { file: 1, line: 21, column: 3 };
    const functionLabel = '$L__info_string0';
    const middle = { file: 2, line: 14, column: 11, inlinedAt: call, functionLabel };
    const inner = { file: 3, line: 8, column: 1, inlinedAt: middle, functionLabel: `${functionLabel}+24` };
    expect(instructions.map(i => i.location)).toEqual([null, null, call, middle, inner, inner]);
  });

  it('need all their parts', () => {
    expect(errorOf('.loc 1 2 ret;').message).toBe("expected a number, found 'ret'");
    expect(errorOf('.loc 1 2 3, function $x ret;').message).toBe("expected 'function_name'");
    expect(errorOf('.loc 1 2 3, function_name $x, inlined 1 2 3 ret;').message).toBe("expected 'inlined_at'");
  });
});

it('reads pragmas and empty statements', () => {
  expect(kernelOf('.pragma "nounroll"; .pragma "used_bytes_mask 0xfff", "x"; ; ret;').instructions).toHaveLength(1);
  expect(errorOf('.pragma nounroll;').message).toMatch('in double quotes');
});
