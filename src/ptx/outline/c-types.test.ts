import { describe, expect, test } from 'vitest';
import { declaredType } from './c-types.ts';
import { readMangledName } from './mangled-name.ts';

describe('declared types', () => {
  test.each([
    ['const float* __restrict__ x', 'f32', true, true],
    ['float *x', 'f32', true, false],
    ['int n', 's32', false, false],
    ['unsigned int n', 'u32', false, false],
    ['unsigned n', 'u32', false, false],
    ['const unsigned char* p', 'u8', true, true],
    ['long long int n', 's64', false, false],
    ['unsigned long long* p', 'u64', true, false],
    ['size_t n', 'u64', false, false],
    ['std::uint16_t* p', 'u16', true, false],
    ['const __half2 *h', 'f16', true, true],
    ['__nv_bfloat16* b', 'bf16', true, false],
    ['__nv_fp8_e4m3* b', 'e4m3', true, false],
    ['const float4* v', 'f32', true, true],
    ['float x[16]', 'f32', true, false],
    ['double** rows', 'u64', true, false],
    ['signed s', 's32', false, false],
  ])('%s', (text, element, pointer, isConst) => {
    expect(declaredType(text)).toEqual({ element, pointer, isConst });
  });

  test.each(['Params p', 'T* x', 'cutlass::half_t* p', 'auto x', '', 'x', 'const x'])('%s: not known', text => {
    expect(declaredType(text)).toBeNull();
  });

  /** Letters that the compiler writes into the kernel's name for the same declarations. */
  test.each([
    ['const float* x', 'PKf'],
    ['const int* x', 'PKi'],
    ['unsigned char* x', 'Ph'],
    ['long long x', 'x'],
    ['__half* x', 'P6__half'],
    ['const __nv_bfloat16* x', 'PK13__nv_bfloat16'],
    ['double x', 'd'],
  ])('%s is what %s says', (text, letters) => {
    const [type] = readMangledName(`_Z1k${letters}`).params ?? [];
    expect(declaredType(text)).toEqual({ element: type.element, pointer: type.pointer, isConst: type.isConst });
  });

  test('and of a template, by its arguments', () => {
    const { plain, params } = readMangledName('_Z4copyI6__half13__nv_bfloat16EvPKT_PT0_i');
    expect(plain).toBe('copy<__half, __nv_bfloat16>');
    expect(params?.map(({ element }) => element)).toEqual(['f16', 'bf16', 's32']);
  });
});
