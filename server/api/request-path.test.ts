import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainPath } from './request-path.ts';

describe('the path of a request', () => {
  it.each([
    ['/', '/'],
    ['/api', '/api'],
    ['/api/runs/remove', '/api/runs/remove'],
    ['/api/builds?limit=5&before=%31', '/api/builds'],
    ['/assets/app-DX_k.figure~1.js', '/assets/app-DX_k.figure~1.js'],
    ['/.env', '/.env'],
    ['/ptx/', '/ptx/'],
    ['/?/../x', '/'],
    ['/API/machine', '/API/machine'],
  ])('%s has one form', (target, path) => expect(plainPath(target)).toBe(path));

  it.each([
    '',
    '*',
    'api',
    'http://127.0.0.1:4780/api/machine',
    '127.0.0.1:443',
    '//api/machine',
    '/api//machine',
    '/./api',
    '/x/../api',
    '/..',
    '/%61pi/machine',
    '/api%2fmachine',
    '/%2e%2e/x',
    '/%252e',
    '/\\api',
    '/api\\..\\x',
    '/api;x=1',
    '/api#x',
    '/api\u0000',
    '/api\n',
    '/\u00c0\u00aeapi',
    '/api/m%C0%AEchine',
    '/a b',
    '/%',
  ])('"%s" has none', target => expect(plainPath(target)).toBeNull());

  it('reads the same for whoever decodes or resolves it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('/', 'a', '.', '~', '%2e', '-', '//', '?')), pieces => {
        const path = plainPath(`/${pieces.join('')}`);
        if (path === null) return;
        expect(decodeURIComponent(path)).toBe(path);
        expect(new URL(path, 'http://127.0.0.1').pathname).toBe(path);
      }),
    );
  });
});
