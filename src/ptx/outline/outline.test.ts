/** Checks the outlines of compiled kernels, in both dialects and unoptimised; the source is beside the fixtures. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { foldedName, kernelNameOf } from './kernel-name.ts';
import { readMangledName } from './mangled-name.ts';
import type { EntryOutline, ParamUse, PointerUse, ScalarUse } from './module-outline.ts';
import { outlineOf } from './outline.ts';
import { sourceParameters } from './source-names.ts';

const FIXTURES = ['outline.sm_90.ptx', 'outline.sm_100a.ptx', 'outline.debug.ptx'];
const textOf = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const SOURCE = textOf('outline.cu');

function outlineFrom(name: string) {
  const module = parseModule(textOf(name));
  if (!module.ok) throw new Error(JSON.stringify(module.error));
  return outlineOf(module.value, SOURCE);
}

it('finds the elements of words that hold several, through shared memory, too', () => {
  const types = outlineFrom('packed.sm_90a.ptx').entries.map(({ plainName, params }) => [
    plainName,
    ...params.flatMap(({ use }) => (use.kind === 'pointer' ? [use.type] : [])),
  ]);
  expect(types).toEqual([
    ['half2Scale', 'f16', 'f16'],
    ['bfWords', 'bf16', 'bf16'],
    ['bfShifts', 'bf16', 'bf16'],
    ['halfShared', 'f16', 'f16'],
    ['mmaStore', 'f16', 'f16', 'f16'],
    ['mmaLdmatrix', 'bf16', 'bf16', 'bf16'],
    ['cpAsync', 'bf16', 'bf16'],
    ['mixedShared', 'f16', 'f16', 's32'],
    ['maskedIntegers', 's32', 's32'],
  ]);
});

describe.each(FIXTURES)('%s', file => {
  const outline = outlineFrom(file);
  const entry = (plain: string): EntryOutline => outline.entries.find(e => e.plainName === plain)!;
  const use = (plain: string, name: string): ParamUse => entry(plain).params.find(p => p.name === name)!.use;

  it('lists kernels with plain names, and what a launch may fill', () => {
    const names = ['brighten', 'copy4', 'histogram', 'matmul', 'nothing', 'plainAdd', 'reduce', 'saxpy'];
    expect(outline.entries.map(e => e.plainName).sort()).toEqual([...names, 'strided<__half, 2>', 'total']);
    expect(outline.symbols.map(s => [s.name, s.space, s.sizeBytes, s.initialised])).toEqual([
      ['weights', 'const', 20, false],
      ['counter', 'global', 4, false],
      ['scale', 'global', 4, true],
    ]);
    expect(outline.externals).toEqual([]);
  });

  it('tells inputs from outputs, and lengths from factors', () => {
    expect(use('saxpy', 'y')).toMatchObject({ type: 'f32', read: true, written: true, atomic: false });
    expect(use('saxpy', 'x')).toMatchObject({ type: 'f32', read: true, written: false, isConst: true });
    expect(use('saxpy', 'a')).toMatchObject({ kind: 'scalar', type: 'f32', compared: false });
    expect(use('saxpy', 'n')).toMatchObject({ type: 's32', bounds: { thread: ['x'], cta: ['x'] } });
  });

  it('infers types where the name says none', () => {
    expect(use('plainAdd', 'out')).toMatchObject({ type: 'f32', read: false, written: true });
    expect(use('plainAdd', 'in')).toMatchObject({ type: 'f32', read: true, written: false });
    expect(use('plainAdd', 'n')).toMatchObject({ kind: 'scalar', type: 's32' });
  });

  it('sees which scalars scale an index, and the tile that the code takes for granted', () => {
    const scalars = (name: string) => (use('matmul', name) as PointerUse).index.scalars.map(s => s.param);
    expect([scalars('a'), scalars('b'), scalars('c')]).toEqual([[5], [4], [4]]);
    expect((use('matmul', 'm') as ScalarUse).bounds.cta).toEqual(['y']);
    expect((use('matmul', 'n') as ScalarUse).bounds.cta).toEqual(['x']);
    expect((use('matmul', 'k') as ScalarUse).bounds.cta).toEqual([]);
    expect(entry('matmul')).toMatchObject({ tile: [16, 16, null], staticSharedBytes: 2048 });
    expect(entry('saxpy')).toMatchObject({ tile: [null, null, null], dynamicSharedAccessBytes: null });
  });

  it('knows an output for each CTA, and dynamic shared memory', () => {
    expect(use('reduce', 'out')).toMatchObject({ written: true, index: { thread: [], cta: ['x'] } });
    expect(entry('reduce').dynamicSharedAccessBytes).toEqual([4]);
    expect(entry('reduce').uses).toEqual({ thread: ['x'], cta: ['x'] });
  });

  it('follows indices that come from memory', () => {
    const index = { data: true, dataFrom: [{ param: 1, byteOffset: 0 }] };
    expect(use('histogram', 'bins')).toMatchObject({ type: 'u32', atomic: true, index });
    expect(use('histogram', 'data')).toMatchObject({ type: 'u8', index: { data: false } });
  });

  it('counts vectors as accesses of several elements', () => {
    expect(use('copy4', 'in')).toMatchObject({ type: 'f32', accessBytes: [16] });
    expect(use('copy4', 'n')).toMatchObject({ type: 's64' });
    expect(entry('copy4')).toMatchObject({ mostThreads: 128, requiredBlock: null });
  });

  it('looks into structs', () => {
    const image = use('brighten', 'image');
    const fields = image.kind === 'struct' ? image.fields : [];
    expect(fields.map(f => [f.byteOffset, f.use.kind, f.use.type])).toEqual([
      [0, 'pointer', 'f32'],
      [8, 'scalar', 's32'],
      [12, 'scalar', 's32'],
      [16, 'scalar', 'f32'],
    ]);
    expect(fields[0].use).toMatchObject({ read: true, written: true });
    expect(use('brighten', 'by')).toMatchObject({ kind: 'scalar', type: 'f64' });
  });

  it('follows pointers into functions that are called', () => {
    expect(use('strided<__half, 2>', 'in')).toMatchObject({ type: 'f32', read: true, written: false });
    expect(use('strided<__half, 2>', 'out')).toMatchObject({ type: 'f16', written: true });
  });

  it('knows constant places', () => {
    expect(use('total', 'sum')).toMatchObject({ type: 's32', atomic: true, constantEndBytes: 4 });
    expect(entry('nothing')).toMatchObject({ params: [], uses: { thread: [], cta: [] } });
  });
});

describe('text that no compiler wrote', () => {
  it('is described as far as it goes, without throwing', () => {
    const lines = textOf('outline.sm_90.ptx').split('\n');
    const words = [
      '',
      '%rd1',
      '[%rd1]',
      '{%r1, %r2}',
      '0',
      'tile',
      ';',
      'ld.global.v4.u32',
      'st.u64',
      'call.uni',
      'atom',
    ];
    let described = 0;
    const edit = fc.tuple(fc.nat(lines.length - 1), fc.nat(3), fc.constantFrom(...words));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), edits => {
        const changed = [...lines];
        for (const [line, word, by] of edits) {
          const parts = changed[line].split(/(?<=[\s,])/);
          parts[word % parts.length] = by;
          changed[line] = parts.join('');
        }
        const module = parseModule(changed.join('\n'));
        if (module.ok) described += outlineOf(module.value).entries.length;
      }),
      { numRuns: 300 },
    );
    expect(described).toBeGreaterThan(100);
  });
});

/** `a<int, int>`, then 60 times a type that names the one before it twice. */
const BOMB = `_Z1f1aIiiE${Array.from({ length: 60 }, (_, i) => {
  const before = (2 * i).toString(36).toUpperCase();
  return `1aIS${before}_S${before}_E`;
}).join('')}`;

describe('names in the module', () => {
  it.each([
    ['_Z6gatherILi2EEvPfPKf5Shapei', 'gather<2>', ['f32*', 'f32*', '-', 's32']],
    ['_Z5copy4P6float4PKS_x', 'copy4', ['f32*', 'f32*', 's64']],
    ['_ZN3foo3bar5sweepEPdm', 'sweep', ['f64*', 'u64']],
    ['_Z3runIfLb1EEvPT_PKS0_', 'run<float, true>', ['f32*', 'f32*']],
    ['_Z5drainILi2EA2_fEvRT0_PA8_di', 'drain<2, float[2]>', ['f32*', 'f64*', 's32']],
    ['_Z7nothingv', 'nothing', []],
    ['_ZN3AccC1EPf', 'Acc', ['f32*']],
    ['_ZN3AccIiEixEi', 'operator[]', ['s32']],
    ['_ZN4ring5StateILj4EEppEv', 'operator++', []],
    // A pointer to a function, an empty pack, a class of the standard library.
    ['_Z5applyIPFvRKjfEJEjEvPT1_', 'apply<void(…)*, unsigned int>', ['u32*']],
    ['_Z4pickISt8sequenceIiJLi0EEEEvPfT_', 'pick<sequence<int, 0>>', ['f32*', '-']],
    ['plain', 'plain', null],
    ['_Z4oddNSt3', 'odd', null],
  ])('%s', (mangled, plain, types) => {
    const name = readMangledName(mangled);
    if (types === null) expect(name.params).toBeNull();
    else {
      expect(name.plain).toBe(plain);
      expect(name.params?.map(p => `${p.element ?? '-'}${p.pointer ? '*' : ''}`)).toEqual(types);
    }
  });

  it('types that are far too long to read lose their arguments', () => {
    const { plain, params } = readMangledName(BOMB);
    expect(plain).toBe('f');
    expect(params).toHaveLength(61);
    const longest = Math.max(...(params ?? []).map(type => JSON.stringify(type).length));
    expect(longest).toBeLessThan(1200);
    const member = `_ZN4gemmI1aI${`40${'x'.repeat(40)}`.repeat(30)}EEclEi`;
    expect(readMangledName(member)).toMatchObject({ plain: 'operator()', params: [{ element: 's32' }] });
  });

  it('members that are const, and kernels whose template arguments are beyond it', () => {
    expect(readMangledName('_ZNK8WarpTile5storeEPt4Size').plain).toBe('store');
    const lambda =
      '_ZN2at6native13reduce_kernelILi512ELi1EZNS0_15gpu_kernelIZNS0_3addERNS_8IteratorEEUlffE_EEvRS3_OT_EUliE_EEviT1_';
    expect(kernelNameOf(lambda)).toBe('reduce_kernel<…>');
    expect(kernelNameOf('_Z6gatherILi2EEvPf')).toBe('gather<2>');
    expect(kernelNameOf('softmax')).toBe('softmax');
    const long = 'reduce<512, array<char *, 2>, OffsetCalculator<1, unsigned>, Store>';
    expect(foldedName(long)).toBe('reduce<512, array<char *, 2>, …>');
    expect(foldedName('gather<OffsetCalculator<1, unsigned int, StoreWithoutCast>>')).toBe('gather<…>');
    expect(foldedName('gather<2>')).toBe('gather<2>');
  });

  it('reads any text without throwing', () => {
    for (const text of [
      '_Z',
      '_ZN',
      '_Z99999a',
      '_Z1fS_',
      '_Z1fT_',
      `_Z1f${'P'.repeat(5000)}`,
      '_Z1fI',
      '_Z1fIJ',
      BOMB,
    ]) {
      expect(() => readMangledName(text)).not.toThrow();
    }
  });
});

describe('names of parameters in the source', () => {
  it('takes the last word of each', () => {
    const text = '__global__ void f(const float* __restrict__ in, /* a, b */ Pair<int, 2> p = {1, 2}, int n[4]) {}';
    expect(sourceParameters(text)('f', 3)?.map(({ name }) => name)).toEqual(['in', 'p', 'n']);
  });

  it('reads a source once, whatever stands in it', () => {
    const source = `__global__ void f(int a) {}\n${'/* '.repeat(2 ** 18)}${'f('.repeat(2 ** 18)}`;
    expect(sourceParameters(source)('f', 1)?.map(({ name }) => name)).toEqual(['a']);
    expect(sourceParameters('__global__ void f('.repeat(2 ** 16))('f', 1)).toBeNull();
    expect(sourceParameters(`__global__ void f(${'x'.repeat(2 ** 20)}`)('f', 1)).toBeNull();
  });

  it('knows thousands of kernels', () => {
    const kernels = Array.from({ length: 4000 }, (_, i) => `.visible .entry k${i}() { ret; }`).join('\n');
    const module = parseModule(`.version 9.0\n.target sm_90\n.address_size 64\n${kernels}`);
    const source = Array.from({ length: 4000 }, (_, i) => `__global__ void k${i}() {}`).join('\n');
    expect(module.ok && outlineOf(module.value, source).entries).toHaveLength(4000);
  });

  it('wants a kernel of that name with as many parameters', () => {
    expect(sourceParameters('void f(int a) {}')('f', 1)).toBeNull();
    expect(sourceParameters('__global__ void f(int a) {}')('f', 2)).toBeNull();
    expect(sourceParameters('__global__ void g(int a) {} void h() { f(1); }')('f', 1)).toBeNull();
    expect(sourceParameters('__global__ void f(')('f', 1)).toBeNull();
  });
});
