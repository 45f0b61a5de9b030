import { describe, expect, it } from 'vitest';
import { apiErrorSchema, compileEventSchema, compileRequestSchema, historyQuerySchema } from './api.ts';
import { fieldErrorOf } from './field-error.ts';

const request = { kernel: 'transpose', variant: 'tiled-pad', params: { tile: 32, type: 'f32' }, arch: 'sm_90a' };

/** The field that the schema names, or null when it takes the value. */
function refusedField(json: unknown): string | null {
  const parsed = compileRequestSchema.safeParse(json);
  return parsed.success ? null : fieldErrorOf(parsed.error).field;
}

describe('a compile request', () => {
  it('is kernel, variant, parameters and architecture', () => expect(refusedField(request)).toBeNull());

  it.each<[string, object]>([
    ['kernel', { kernel: '../../etc/passwd' }],
    ['kernel', { kernel: '' }],
    ['kernel', { kernel: 'a'.repeat(65) }],
    ['variant', { variant: 'x"; touch y' }],
    ['variant', { variant: '-run' }],
    ['variant', { variant: 7 }],
    ['arch', { arch: 'sm_90 -run' }],
    ['arch', { arch: 'sm_90a\n' }],
    ['arch', { arch: 'native' }],
    ['params.tile', { params: { tile: [32] } }],
    ['params.tile', { params: { tile: 'x'.repeat(257) } }],
    ['params.-I', { params: { '-I': 1 } }],
    ['params', { params: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`p${i}`, i])) }],
    ['flags', { flags: ['-run'] }],
    ['source', { source: '#include "/etc/hostname"' }],
  ])('names %s', (field, change) => expect(refusedField({ ...request, ...change })).toBe(field));

  it('cannot reach a prototype', () => {
    const params = JSON.parse('{"__proto__": {"tile": 1}, "tile": 32}');
    expect(Object.entries(compileRequestSchema.parse({ ...request, params }).params)).toEqual([['tile', 32]]);
  });
});

describe('the small unions', () => {
  it('keep the parts of different stages apart', () => {
    expect(compileEventSchema.safeParse({ stage: 'queued', position: 3 }).success).toBe(true);
    expect(compileEventSchema.safeParse({ stage: 'queued', position: 3, ptx: '' }).success).toBe(false);
    expect(compileEventSchema.safeParse({ stage: 'failed', at: 'lunch', message: '', diagnostics: '' }).success).toBe(
      false,
    );
  });

  it('give a field to bad input and to nothing else', () => {
    const error = { stage: 'request', message: 'no' };
    expect(apiErrorSchema.safeParse({ ...error, code: 'badInput', field: 'arch' }).success).toBe(true);
    expect(apiErrorSchema.safeParse({ ...error, code: 'badInput' }).success).toBe(false);
    expect(apiErrorSchema.safeParse({ ...error, code: 'notJson', field: 'arch' }).success).toBe(false);
  });

  it('read the history query from strings', () => {
    expect(historyQuerySchema.parse({ before: '12' })).toEqual({ before: 12, limit: 50 });
    expect(historyQuerySchema.safeParse({ limit: '1000' }).success).toBe(false);
  });
});
