import { describe, expect, it } from 'vitest';
import { InlinedCalls } from './inlined-calls.ts';
import { SourcePlaces } from './source-places.ts';

const bytes = (text: string): string => [...text].map(c => c.charCodeAt(0)).join(',');
const debugStrings = `
$L__info_string0:
.b8 ${bytes('_Z5outerPi')},0
$L__info_string1:
.b8 ${bytes('_ZN3AccIiE3putEii')}
.b8 0
.b8 ${bytes('_ZZ1kPiENKUliE_clEi')},0
$L__info_string2:
.b8 ${bytes(`_Z4copyI4Atom6LayoutI${'7Element'.repeat(9)}EEvv`)},0
$L__info_string3:
.b8 ${bytes('_ZN4cute6unpackIDv4_fEEvv')},0
`;
const files = new Map([
  [1, 'k.cu'],
  [2, '/usr/local/cuda/include/x.hpp'],
]);
const places = new SourcePlaces({ files }, new InlinedCalls({ files, debugStrings }));

const kernel = { file: 1, line: 30, column: 1 };
const outer = { file: 1, line: 7, column: 3, inlinedAt: kernel, functionLabel: '$L__info_string0' };

describe('places of instructions', () => {
  it('tell through which functions the line came into the kernel, innermost first', () => {
    expect(places.of(kernel)).toEqual({ file: 1, line: 30, calls: [] });
    const inner = { file: 1, line: 3, column: 3, inlinedAt: outer, functionLabel: '$L__info_string1' };
    expect(places.of(inner).calls).toEqual([
      { callee: 'put', file: 'k.cu', line: 7 },
      { callee: 'outer', file: 'k.cu', line: 30 },
    ]);
  });

  it('have the names where labels count on from', () => {
    const inner = { file: 1, line: 3, column: 3, inlinedAt: kernel, functionLabel: '$L__info_string1+18' };
    expect(places.of(inner).calls).toEqual([{ callee: 'a lambda', file: 'k.cu', line: 30 }]);
    const lost = { ...inner, functionLabel: '$L__info_string9' };
    expect(places.of(lost).calls).toEqual([{ callee: 'a function', file: 'k.cu', line: 30 }]);
  });

  it('leave out template arguments that are long, or that the grammar lacks', () => {
    const called = (label: string) =>
      places.of({ file: 1, line: 3, column: 3, inlinedAt: kernel, functionLabel: label }).calls[0].callee;
    expect(called('$L__info_string2')).toBe('copy<Atom, …>');
    expect(called('$L__info_string3')).toBe('unpack<…>');
  });

  it('are those of the call where a header of the toolkit was inlined', () => {
    const header = { file: 2, line: 99, column: 3, inlinedAt: outer, functionLabel: '$L__info_string1' };
    expect(places.of(header)).toEqual({ file: 1, line: 7, calls: [{ callee: 'outer', file: 'k.cu', line: 30 }] });
  });

  it('stop at the 32nd call', () => {
    const deep = Array.from({ length: 100 }).reduce<typeof outer>(
      inlinedAt => ({ ...outer, inlinedAt }) as typeof outer,
      outer,
    );
    expect(places.of(deep).calls).toHaveLength(32);
  });
});
