import { describe, expect, it } from 'vitest';
import type { Module, ParseError, Variable } from './ast.ts';
import { parseModule } from './module.ts';

const HEADER = '.version 9.0\n.target sm_90a, debug\n.address_size 64\n';

function moduleOf(items: string): Module {
  const result = parseModule(HEADER + items);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function errorOf(items: string, header = HEADER): ParseError {
  const result = parseModule(header + items);
  if (result.ok) throw new Error('the text was accepted');
  return result.error;
}

const variableOf = (declaration: string): Variable => moduleOf(declaration).variables.at(-1)!;
const bytesOf = (declaration: string): number[] => [...variableOf(declaration).init!];

describe('the header', () => {
  it('gives version and target', () => {
    expect(moduleOf('')).toMatchObject({ version: '9.0', target: 'sm_90a', variables: [], functions: [] });
  });

  it('must be there, in order, for 64-bit addresses', () => {
    expect(errorOf('', '')).toEqual({
      kind: 'wrong',
      message: "expected '.version', found the end of the text",
      line: 1,
      column: 1,
    });
    expect(errorOf('', '.version 9.0\n  .global .b32 x;').message).toBe("expected '.target', found '.global'");
    expect(errorOf('', '.version 9.0\n  .global .b32 x;')).toMatchObject({ line: 2, column: 3 });
    expect(errorOf('', '.version 9.0 .target sm_80 .address_size 32').message).toMatch('64-bit');
    expect(errorOf('', '.version x').message).toMatch('version such as');
  });
});

describe('files and debug sections', () => {
  it('reads the file table, also with time stamps, wherever it stands', () => {
    const { files } = moduleOf('.file 2 "b/c d.cuh", 1700000000, 12\n.global .b32 x;\n.file 1 "a.cu"');
    expect([...files].sort()).toEqual([
      [1, 'a.cu'],
      [2, 'b/c d.cuh'],
    ]);
  });

  it('skips sections', () => {
    expect(moduleOf('.section .debug_str { $L__info_string0:\n.b8 95,90,0 }\n.global .b32 x;').variables).toHaveLength(
      1,
    );
    expect(moduleOf('.section .note { .b8 1 } .section x { }').variables).toEqual([]);
    expect(errorOf('.section { }').message).toBe("expected the name of a section, found '{'");
    expect(errorOf('.section .debug_str { .b8 1').message).toMatch("expected '}'");
  });
});

describe('module variables', () => {
  it('have space, alignment, size', () => {
    expect(variableOf('.visible .global .align 16 .b8 x[40];')).toEqual({
      name: 'x',
      space: 'global',
      alignBytes: 16,
      sizeBytes: 40,
      extern: false,
      init: null,
      relocations: [],
    });
    expect(variableOf('.const .v4 .f32 q[2][3];')).toMatchObject({ space: 'const', alignBytes: 16, sizeBytes: 96 });
    expect(variableOf('.extern .shared .align 16 .b8 sm[];')).toMatchObject({ sizeBytes: 0, extern: true });
    expect(variableOf('.global .attribute(.managed) .align 4 .u32 m = 5;')).toMatchObject({ name: 'm', sizeBytes: 4 });
  });

  it('may be a range of names, of one kind', () => {
    const { variables } = moduleOf('.global .align 16 .v2 .u32 g<3>, h;');
    expect(variables.map(v => [v.name, v.alignBytes, v.sizeBytes])).toEqual([
      ...[0, 1, 2].map(i => [`g${i}`, 16, 8]),
      ['h', 16, 8],
    ]);
    expect(moduleOf('.global .u32 g<0>;').variables).toEqual([]);
    expect(errorOf('.global .u32 g<2>[4];').message).toBe("expected ';' after the declaration, found '['");
    expect(errorOf('.global .u32 g<2> = 5;').message).toMatch("expected ';'");
    expect(errorOf('.global .u32 g<65537>;').message).toBe('expected a number from 0 to 65536');
    expect(errorOf('.global .u32 g1, g<2>;').message).toBe("'g1' is defined twice");
  });

  it('in shared memory are the own ones, if they have a size and are defined nowhere', () => {
    expect(variableOf('.extern .shared .u64 stacks[32];')).toMatchObject({ sizeBytes: 256, extern: false });
    expect(variableOf('.extern .global .u64 stacks[32];')).toMatchObject({ sizeBytes: 256, extern: true });
  });

  it('hold integers in every notation', () => {
    expect(bytesOf('.global .b16 x[5] = {65535, 0x1F, 0b101, 017, -2};')).toEqual([
      255, 255, 31, 0, 5, 0, 15, 0, 254, 255,
    ]);
    expect(bytesOf('.global .u64 x = -81985529216486896;')).toEqual([16, 50, 84, 118, 152, 186, 220, 254]);
    expect(bytesOf('.global .u64 x = 18446744073709551615U;')).toEqual([255, 255, 255, 255, 255, 255, 255, 255]);
  });

  it('hold floats as bits', () => {
    expect(bytesOf('.const .f32 x[2] = {0f3F800000, -1.5};')).toEqual([0, 0, 128, 63, 0, 0, 192, 191]);
    expect(bytesOf('.global .f64 x = 0d3FB999999999999A;')).toEqual([0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f]);
  });

  it('may give fewer values than elements, not more', () => {
    expect(variableOf('.global .b8 x[9] = {1, 2};')).toMatchObject({ sizeBytes: 9, init: new Uint8Array([1, 2]) });
    expect(variableOf('.global .b32 x[] = {1, 2, 3};').sizeBytes).toBe(12);
    expect(errorOf('.global .b8 x[1] = {1, 2};').message).toMatch('more initial values');
  });

  it('hold addresses of variables and functions, also of later ones', () => {
    const { variables } = moduleOf(`
      .global .align 8 .u64 p[4] = {7, generic(q)+4, f, q-8};
      .global .b32 q; .func f() { ret; }`);
    expect(variables[0].relocations).toEqual([
      { byteOffset: 8, symbol: 'q', addend: 4 },
      { byteOffset: 16, symbol: 'f', addend: 0 },
      { byteOffset: 24, symbol: 'q', addend: -8 },
    ]);
    expect(variables[0].init?.[0]).toBe(7);
  });

  it('join the single bytes of a misaligned address', () => {
    const mask = (i: number): string => `0xFF${'00'.repeat(i)}(generic(q)+8)`;
    const masks = [0, 1, 2, 3, 4, 5, 6, 7].map(mask);
    const declare = (values: string[]): string => `.global .b32 q; .global .u8 p[12] = {1, ${values}};`;
    expect(variableOf(declare([...masks, '3'])).relocations).toEqual([{ byteOffset: 1, symbol: 'q', addend: 8 }]);
    expect(errorOf(declare([...masks.slice(0, 3), '9'])).message).toMatch('all 8 bytes');
    expect(errorOf(declare(masks.slice(0, 7))).message).toMatch('all 8 bytes');
    expect(errorOf(declare(masks.slice(1))).message).toMatch('whole address');
    expect(errorOf(declare([mask(0), mask(2)])).message).toMatch('whole address');
  });

  it('refuses what makes no sense', () => {
    expect(errorOf('.global .u64 x = nowhere;')).toEqual({
      kind: 'wrong',
      message: "unknown name 'nowhere'",
      line: 4,
      column: 18,
    });
    expect(errorOf('.global .b8 x = x;').message).toMatch('8 bytes');
    expect(errorOf('.global .f32 x = 1;').message).toMatch('.f32');
    expect(errorOf('.global .f32 x = 0d3FB999999999999A;').message).toMatch('.f32');
    expect(errorOf('.global .b32 x = 0f3F800000;').message).toMatch('.b32');
    expect(errorOf('.global .u64 x = 18446744073709551616;').message).toMatch('no number of at most 64 bits');
    expect(errorOf('.global .align 3 .b8 x;').message).toMatch('power of two');
    expect(errorOf('.global .tex x;').message).toMatch("'.tex' is not supported");
    expect(errorOf('.global .pred x;').message).toMatch('.pred');
    expect(errorOf('.global x;').message).toMatch('a type');
    expect(errorOf('.global .b32 x').message).toBe("expected ';' after the declaration, found the end of the text");
    expect(errorOf('.global .b32 x; .global .b32 x;').message).toMatch('defined twice');
  });

  it('may be given row by row', () => {
    expect(bytesOf('.global .b8 x[3][2] = {{1, 2}, {3}, {}};')).toEqual([1, 2, 3, 0, 0, 0]);
    expect(bytesOf('.global .b8 x[2][2][2] = {{{1}, {2, 3}}, {4, 5, 6}};')).toEqual([1, 0, 2, 3, 4, 5, 6, 0]);
    expect(variableOf('.global .b16 x[][2] = {{1}, {2}};').sizeBytes).toBe(8);
    expect(bytesOf('.global .v2 .b8 x[2] = {{1, 2}, {3}};')).toEqual([1, 2, 3, 0]);
    expect(errorOf('.global .b8 x[2][2] = {{1, 2, 3}};').message).toMatch('more initial values than the row');
    expect(errorOf('.global .b8 x[2] = {{1}};').message).toMatch('deeper than the array');
    expect(errorOf('.global .b8 x[9][999999999] = {{1}, {2}};').message).toMatch('not supported');
    expect(errorOf(`.global .b8 x${'[1]'.repeat(9)};`).message).toMatch('at most 8 dimensions');
  });

  it('take constant expressions', () => {
    expect(bytesOf('.global .b32 x = (1 << 8) + 2 * WARP_SZ - 0x10 / 3;')).toEqual([59, 1, 0, 0]);
    expect(variableOf('.global .align 8*2 .b8 x[WARP_SZ * 4 + (7 & ~3)];')).toMatchObject({
      sizeBytes: 132,
      alignBytes: 16,
    });
    expect(bytesOf('.global .f64 x = 1.0 / 4.0;')).toEqual([0, 0, 0, 0, 0, 0, 0xd0, 0x3f]);
    const { variables } = moduleOf('.global .b32 y[9]; .global .u64 x = generic(y) + 4 * 3;');
    expect(variables[1].relocations).toEqual([{ byteOffset: 0, symbol: 'y', addend: 12 }]);
  });

  it('share one kind, and may be those of a function', () => {
    const { variables } = moduleOf('.global .b8 x[2] = {1, 2}, y; .func f() { .const .b8 x = 3; }');
    expect(variables.map(({ name, space, sizeBytes, init }) => [name, space, sizeBytes, init?.[0]])).toEqual([
      ['x', 'global', 2, 1],
      ['y', 'global', 1, undefined],
      ['x@@1', 'const', 1, 3],
    ]);
  });

  it('may be references to textures, samplers and surfaces', () => {
    const text =
      '.global .texref t; .global .samplerref s = { addr_mode_0 = wrap, filter_mode = linear }; .global .surfref f[2];';
    expect(moduleOf(text).variables.map(v => v.sizeBytes)).toEqual([8, 8, 16]);
    expect(errorOf('.global .samplerref s = { addr_mode_0').message).toMatch("expected '}'");
  });

  it('lets a definition replace its extern declaration, in both orders', () => {
    for (const text of ['.extern .global .b32 x; .global .b32 x;', '.global .b32 x; .extern .global .b32 x;']) {
      expect(moduleOf(text).variables).toMatchObject([{ name: 'x', extern: false }]);
    }
  });
});

describe('functions', () => {
  it('have parameters with sizes and alignments; what a pointer points to is left out', () => {
    const [entry] = moduleOf(`.visible .entry k(
      .param .u64 .ptr .global .align 4 a, .param .u64 .ptr .align 1 b,
      .param .align 8 .b8 c[40], .param .f32 d) { ret; }`).functions;
    expect(entry.kind).toBe('entry');
    expect(entry.params.map(p => [p.name, p.space, p.alignBytes, p.sizeBytes])).toEqual([
      ['a', 'param', 8, 8],
      ['b', 'param', 8, 8],
      ['c', 'param', 8, 40],
      ['d', 'param', 4, 4],
    ]);
  });

  it('have return values and may be declared first', () => {
    const { functions } = moduleOf(`
      .func (.param .b32 r) f ( .param .b32 a ) ;
      .extern .func  (.param .b32 func_retval0) vprintf ( .param .b64 x, .param .b64 y ) ;
      .weak .func g() .noreturn { trap; }
      .func (.param .b32 r) f ( .param .b32 a ) { st.param.b32 [r+0], 1; ret; }`);
    expect(functions.map(f => [f.name, f.external, f.returns.length, f.params.length, f.instructions.length])).toEqual([
      ['f', false, 1, 1, 2],
      ['vprintf', true, 1, 2, 0],
      ['g', false, 0, 0, 1],
    ]);
    expect([...functions[2].performance.keys()]).toEqual(['noreturn']);
  });

  it('keep performance directives with their numbers', () => {
    const [entry] = moduleOf(`.entry k() .maxntid 128, 1, 1 .minnctapersm 2 .explicitcluster
      .reqnctapercluster 2, 1, 1 .maxnreg 64 .pragma "x"; { }`).functions;
    expect([...entry.performance]).toEqual([
      ['maxntid', [128, 1, 1]],
      ['minnctapersm', [2]],
      ['explicitcluster', []],
      ['reqnctapercluster', [2, 1, 1]],
      ['maxnreg', [64]],
    ]);
    expect(errorOf('.entry k() .fast 3 { }').message).toBe("unknown directive '.fast' after the parameters");
  });

  it('may have attributes, a second name, and what callers must preserve', () => {
    const { functions } = moduleOf(`.alias second, first;
      .visible .func .attribute(.unified(0xAB, 0xCD)) (.param .b32 r) first(.param .b32 a) .noreturn .abi_preserve 32 .abi_preserve_control 4 { trap; }
      .entry k() .maxclusterrank 8 .blocksareclusters { call second, (); }`);
    expect(functions.map(f => f.name)).toEqual(['first', 'k', 'second']);
    expect(functions[2].instructions).toEqual(functions[0].instructions);
    expect(functions[0].performance.get('abi_preserve')).toEqual([32]);
    expect([...functions[1].performance.keys()]).toEqual(['maxclusterrank', 'blocksareclusters']);
    expect(errorOf('.alias second, first;')).toEqual({
      kind: 'wrong',
      message: "'first' is no function with a body",
      line: 4,
      column: 16,
    });
  });

  it('may have parameters and results in registers', () => {
    const [f] = moduleOf('.func (.reg .b32 r) f(.reg .b64 x, .param .b32 y) { ret; }').functions;
    expect([...f.returns, ...f.params].map(v => [v.name, v.sizeBytes])).toEqual([
      ['r', 4],
      ['x', 8],
      ['y', 4],
    ]);
    expect(f.inRegisters).toEqual(new Set(['r', 'x']));
    expect(f.registers.map(r => r.name)).toEqual(['r', 'x']);
    expect(errorOf('.entry k(.reg .b32 x) { }').message).toBe("expected '.param', found '.reg'");
  });

  it('refuses double definitions and missing braces', () => {
    expect(errorOf('.func f() { } .func f() { }')).toMatchObject({ message: "function 'f' is defined twice", line: 4 });
    expect(errorOf('.func f() ret;').message).toBe("expected '{' or ';' after the function's header, found 'ret'");
    expect(errorOf('.entry 9k() { }').message).toBe("expected the name of the kernel, found '9k'");
    expect(errorOf('.func f(.param .b32 a, .param .b32 a) { }').message).toMatch("'a' is declared twice");
  });
});

describe('errors', () => {
  it('names an unknown directive, with line and column', () => {
    expect(errorOf('.global .b32 x;\n  .other f, g;')).toEqual({
      kind: 'wrong',
      message: "directive '.other' is not supported",
      line: 5,
      column: 3,
    });
    expect(errorOf('.weak .file 1 "a"').message).toBe("'.weak' must be followed by a function or a variable");
    expect(errorOf('hello').message).toBe("expected a directive, found 'hello'");
    expect(errorOf('/* never closed').message).toBe("expected '*/' at the end of the comment");
    expect(errorOf('.file 1 "never closed').message).toMatch('in double quotes');
  });
});
