import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequestHead, refusalOf } from './guard.ts';
import { ownHosts } from './hosts.ts';

const hosts = ownHosts('127.0.0.1', 4780);

/** A request head as Node would parse it: names in lower case, and the first Host counts. */
function head(method: string, url: string, headers: readonly (readonly [string, string])[]): RequestHead {
  const parsed: Record<string, string> = {};
  for (const [name, value] of headers) parsed[name.toLowerCase()] ??= value;
  return { method, url, headers: parsed, rawHeaders: headers.flat() };
}

const HOST = ['Host', '127.0.0.1:4780'] as const;
const CLIENT = ['X-Lanescape', '1'] as const;
const JSON_BODY = ['Content-Type', 'application/json'] as const;

const codeOf = (request: RequestHead): string | null => refusalOf(request, hosts)?.error.code ?? null;

describe('Host', () => {
  const code = (...values: string[]) =>
    codeOf(
      head(
        'GET',
        '/',
        values.map(value => ['Host', value] as const),
      ),
    );

  it.each(['127.0.0.1:4780', 'localhost:4780', 'LOCALHOST:4780', '[::1]:4780'])('%s is ours', value => {
    expect(code(value)).toBeNull();
  });

  it.each([
    'evil.example',
    'evil.example:4780',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:4781',
    '127.0.0.1:4780.evil.example',
    '127.0.0.1.evil.example:4780',
    'evil.localhost:4780',
    'localhost.:4780',
    '127.0.0.1:04780',
    '0.0.0.0:4780',
    '192.168.0.7:4780',
    '2130706433:4780',
    '127.1:4780',
    'user@127.0.0.1:4780',
    '127.0.0.1:4780, evil.example',
    ' ',
    '',
  ])('"%s" is foreign', value => expect(code(value)).toBe('foreignHost'));

  it('must be there once', () => {
    expect(code()).toBe('badHost');
    expect(code('127.0.0.1:4780', '127.0.0.1:4780')).toBe('badHost');
    expect(code('127.0.0.1:4780', 'evil.example')).toBe('badHost');
  });

  it('is checked on every path, whatever else the request brings', () => {
    for (const path of ['/', '/assets/x.js', '/api/machine', '/api/compile', '/nothing']) {
      const rest = [['Authorization', 'Bearer x'], CLIENT, JSON_BODY] as const;
      expect(codeOf(head('POST', path, [['Host', 'evil.example'], ...rest]))).toBe('foreignHost');
    }
  });

  it('knows no other text than the exact ones', () => {
    fc.assert(fc.property(fc.string(), text => hosts.has(text.toLowerCase()) || code(text) === 'foreignHost'));
  });

  it('follows the address listened on', () => {
    expect(ownHosts('127.0.0.1', 80)).toContain('localhost');
    expect(ownHosts('::1', 9)).toContain('[::1]:9');
    expect(ownHosts('192.0.2.7', 9)).toContain('192.0.2.7:9');
    expect(ownHosts('0.0.0.0', 9)).toContain('127.0.0.1:9');
    expect(ownHosts('0.0.0.0', 9)).not.toContain('0.0.0.0:9');
  });
});

describe('the request target', () => {
  it.each(['http://evil.example/', '*', 'evil.example:443', ''])('"%s" is none', url => {
    expect(codeOf(head('GET', url, [HOST]))).toBe('badRequest');
  });
});

describe('Origin', () => {
  const code = (origin: string) => codeOf(head('POST', '/api/compile', [HOST, CLIENT, JSON_BODY, ['Origin', origin]]));

  it('is our own address', () => expect(code('http://127.0.0.1:4780')).toBeNull());

  it.each([
    'null',
    'http://127.0.0.1:4781',
    'http://127.0.0.1',
    'http://localhost:4780',
    'https://127.0.0.1:4780',
    'http://127.0.0.1:4780.evil.example',
    'http://127.0.0.1:47800',
    'http://evil127.0.0.1:4780',
    'http://evil.example#http://127.0.0.1:4780',
    'http://127.0.0.1:4780/',
    'file://',
    '',
  ])('"%s" is foreign', origin => expect(code(origin)).toBe('foreignOrigin'));
});

describe('Fetch metadata', () => {
  const code = (url: string, site: string, mode: string, dest: string) =>
    codeOf(
      head('GET', url, [HOST, CLIENT, ['Sec-Fetch-Site', site], ['Sec-Fetch-Mode', mode], ['Sec-Fetch-Dest', dest]]),
    );

  it('lets our own page and the address bar in', () => {
    expect(code('/api/machine', 'same-origin', 'cors', 'empty')).toBeNull();
    expect(code('/', 'none', 'navigate', 'document')).toBeNull();
  });

  it('lets a link open the page, and nothing else from elsewhere', () => {
    for (const site of ['cross-site', 'same-site']) {
      expect(code('/', site, 'navigate', 'document')).toBeNull();
      expect(code('/', site, 'navigate', 'iframe')).toBe('foreignOrigin');
      expect(code('/assets/x.js', site, 'no-cors', 'script')).toBe('foreignOrigin');
      expect(code('/api/machine', site, 'navigate', 'document')).toBe('foreignOrigin');
      expect(code('/api/machine', site, 'cors', 'empty')).toBe('foreignOrigin');
    }
  });
});

describe('what a foreign form could send', () => {
  const post = (...headers: (readonly [string, string])[]) => codeOf(head('POST', '/api/compile', [HOST, ...headers]));

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-x',
    '',
  ])('%s is not JSON', type => expect(post(CLIENT, ['Content-Type', type])).toBe('notJson'));

  it('is JSON without our header', () => {
    expect(post(JSON_BODY)).toBe('missingHeader');
    expect(post(JSON_BODY, ['X-Lanescape', '0'])).toBe('missingHeader');
    expect(codeOf(head('GET', '/api/machine', [HOST]))).toBe('missingHeader');
    expect(codeOf(head('GET', '/api', [HOST]))).toBe('missingHeader');
  });

  it('is let through with both', () => {
    expect(post(CLIENT, JSON_BODY)).toBeNull();
    expect(post(CLIENT, ['Content-Type', 'application/json; charset=utf-8'])).toBeNull();
  });
});
