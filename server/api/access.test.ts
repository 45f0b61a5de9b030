import { describe, expect, it } from 'vitest';
import { cookieName, createAccess } from './access.ts';

describe('the token', () => {
  const access = createAccess(4780, true);
  const token = access.token ?? '';
  const bearer = (text: string) => access.allows({ authorization: text });

  it('is 256 random bits, new for every start', () => {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const tokens = Array.from({ length: 100 }, () => createAccess(4780, true).token);
    expect(new Set(tokens).size).toBe(100);
  });

  it('opens, and nothing else does, of whatever length', () => {
    expect(bearer(`Bearer ${token}`)).toBe(true);
    const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, flipped, ` ${token}`, 'ü'.repeat(43)]) {
      expect(bearer(`Bearer ${wrong}`)).toBe(false);
    }
    for (const wrong of [token, `bearer ${token}`, `Basic ${token}`, '']) expect(bearer(wrong)).toBe(false);
    expect(access.allows({})).toBe(false);
  });

  it('becomes a cookie that scripts and other sites cannot use', () => {
    const cookie = access.exchange(token) ?? '';
    expect(cookie).toMatch(/^lanescape_4780=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(token);
    const [pair] = cookie.split(';');
    expect(access.allows({ cookie: pair })).toBe(true);
    expect(access.allows({ cookie: `a=b; ${cookieName(4780)}=planted; ${pair}` })).toBe(true);
    const planted = (count: number) => `${cookieName(4780)}=planted; `.repeat(count);
    expect(access.allows({ cookie: `${planted(15)}${pair}; ${planted(15)}` })).toBe(true);
    expect(access.allows({ cookie: `${planted(16)}${pair}` })).toBe(false);
    expect(access.allows({ cookie: `x${pair}` })).toBe(false);
    expect(access.allows({ cookie: pair.replace('4780', '4781') })).toBe(false);
    expect(createAccess(4780, true).allows({ cookie: pair })).toBe(false);
  });

  it('is not given for a wrong one', () => {
    expect(access.exchange('')).toBeNull();
    expect(access.exchange(`${token}x`)).toBeNull();
  });
});
