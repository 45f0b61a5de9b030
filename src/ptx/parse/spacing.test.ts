/**
 * Checks where white space may be left out or put in. Each form was tried on ptxas 13.0, which accepts and refuses the
 * same ones.
 */
import { describe, expect, it } from 'vitest';
import type { Module } from './ast.ts';
import { parseModule } from './module.ts';

const APART = `
.version 9.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 g ;
.visible .entry k ( .param .align 8 .b8 p [ 16 ] , .param .u64 .ptr .global .align 4 q )
.maxntid 32 , 1 , 1
{
.reg .b16 %h < 4 > , x ;
.reg .b32 %r < 4 > ;
.reg .pred %p < 2 > ;
.shared .align 4 .b8 tile [ 64 ] ;
.pragma "nounroll" ;
L :
mov .b32 { %h1 , %h2 } , %r1 ;
ld .param .u32 %r1 , [ p + 4 ] ;
setp .eq .and .s32 %p0 | %p1 , %r1 , 0 , %p1 ;
{ .reg .b16 a ; mov .b16 a , %h1 ; }
@ ! %p0 bra L ;
ret ;
}`;
const TIGHT = `
.version 9.0
.target sm_90
.address_size 64
.visible.global.align 4 .u32 g;
.visible.entry k(.param.align 8 .b8 p[16],.param.u64.ptr.global.align 4 q)
.maxntid 32,1,1
{.reg.b16%h<4>,x;.reg.b32%r<4>;.reg.pred%p<2>;.shared.align 4 .b8 tile[64];.pragma"nounroll";L:mov.b32{%h1,%h2},%r1;ld.param.u32%r1,[p+4];setp.eq.and.s32%p0|%p1,%r1,0,%p1;{.reg.b16 a;mov.b16 a,%h1;}@!%p0 bra L;ret;}`;

function moduleOf(text: string): Module {
  const result = parseModule(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The module without parts that may differ: lines, and the instructions' text. */
function meaningOf({ functions, variables }: Module) {
  const strip = ({ instructions, ...fn }: Module['functions'][number]) => ({
    ...fn,
    instructions: instructions.map(({ opcode, modifiers, guard, operands }) => ({
      opcode,
      modifiers,
      guard,
      operands,
    })),
  });
  return { functions: functions.map(strip), variables };
}

describe('white space', () => {
  it('makes no difference between words', () => {
    const tight = meaningOf(moduleOf(TIGHT));
    expect(tight).toEqual(meaningOf(moduleOf(APART)));
    const [{ instructions, params, variables }] = tight.functions;
    expect(instructions.map(i => [i.opcode, ...i.modifiers].join('.'))).toEqual([
      'mov.b32',
      'ld.param.u32',
      'setp.eq.and.s32',
      'mov.b16',
      'bra',
      'ret',
    ]);
    expect(params.map(p => p.sizeBytes)).toEqual([16, 8]);
    expect(variables.map(v => [v.alignBytes, v.sizeBytes])).toEqual([[4, 64]]);
  });

  it('gives statements of one line that line, and words their usual form', () => {
    const [{ instructions }] = moduleOf(TIGHT).functions;
    expect(new Set(instructions.map(i => i.ptxLine))).toEqual(new Set([8]));
    expect(instructions[0].text).toBe('mov.b32 {%h1,%h2},%r1');
    expect(moduleOf(APART).functions[0].instructions[1].text).toBe('ld.param.u32 %r1 , [ p + 4 ]');
  });

  it.each(['add . s32 %r1,%r1,%r1;', '@%p0bra L; L:', '.shared .align 4.b8 tile[64];'])(
    'ends a word here: %s',
    statement => {
      const text = APART.replace('.pragma "nounroll" ;', statement);
      expect(parseModule(text).ok).toBe(false);
    },
  );
});
