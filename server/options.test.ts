import { describe, expect, it } from 'vitest';
import { parseOptions } from './options.ts';

const errorOf = (...argv: string[]): string => {
  const parsed = parseOptions(argv);
  return parsed.ok ? '' : parsed.error;
};

describe('the command line', () => {
  it('has defaults for everything', () => {
    const value = {
      port: 4780,
      host: '127.0.0.1',
      withToken: true,
      allowSource: false,
      open: true,
      help: false,
      show: [],
    };
    expect(parseOptions([])).toEqual({ ok: true, value });
  });

  it('takes what it documents', () => {
    const argv = ['--port', '0', '--host', '::1', '--no-token', '--no-open', '--data-dir', '/data'];
    const value = {
      port: 0,
      host: '::1',
      withToken: false,
      allowSource: false,
      open: false,
      help: false,
      show: [],
      dataDir: '/data',
    };
    expect(parseOptions(argv)).toEqual({ ok: true, value });
    expect(parseOptions(['--allow-source'])).toMatchObject({ value: { allowSource: true, withToken: true } });
    expect(parseOptions(['--host', 'localhost'])).toMatchObject({ value: { host: '127.0.0.1' } });
  });

  it('refuses an open door to the network', () => {
    expect(errorOf('--host', '0.0.0.0', '--no-token')).toContain('a token is needed');
    expect(errorOf('--host', '::', '--no-token')).toContain('a token is needed');
    expect(errorOf('--host', '127.0.0.1.example', '--no-token')).toContain('expected an IP address');
    expect(errorOf('--host', '0.0.0.0')).toBe('');
  });

  it('keeps text from whoever has no token', () => {
    expect(errorOf('--allow-source', '--no-token')).toContain('any user of this machine');
    expect(errorOf('--allow-source', '--host', '0.0.0.0', '--no-token')).toContain('a token is needed');
    expect(errorOf('--allow-source', '--host', '0.0.0.0')).toBe('');
  });

  it.each([
    ['--port', 'x'],
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port'],
    ['--host', 'example.org'],
    ['--unknown'],
    ['extra'],
  ])('refuses %s %s in one line', (...argv) => {
    const message = errorOf(...argv.filter(word => word !== undefined));
    expect(message).not.toBe('');
    expect(message).not.toContain('\n');
  });
});
