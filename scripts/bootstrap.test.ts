import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A stand-in for npm: records its arguments and installs the one dependency. */
const NPM = `
const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs');
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) { console.log('npm says why'); process.exit(1); }
mkdirSync('node_modules/left', { recursive: true });
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

let checkout: string;

const write = (path: string, text: string) => {
  mkdirSync(join(checkout, path, '..'), { recursive: true });
  writeFileSync(join(checkout, path), text);
};

const manifest = (extra: object) => JSON.stringify({ type: 'module', dependencies: { left: '1.0.0' }, ...extra });

const lockfile = (packages: object) =>
  JSON.stringify({
    packages: { '': { dependencies: { left: '1.0.0' } }, 'node_modules/left': { version: '1.0.0' }, ...packages },
  });

const OTHER = { version: '2.0.0', integrity: 'sha512-a' };

const bootstrap = (args: string[], env = {}): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(checkout, 'scripts/bootstrap.mjs'), ...args], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(checkout, 'npm/npm-cli.js'), ...env },
  });

const npmCalls = () =>
  existsSync(join(checkout, 'npm-calls')) ? readFileSync(join(checkout, 'npm-calls'), 'utf8') : '';

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'lanescape-checkout-'));
  mkdirSync(join(checkout, 'scripts'));
  for (const name of ['bootstrap.mjs', 'pinned-node.mjs'])
    copyFileSync(join(import.meta.dirname, name), join(checkout, 'scripts', name));
  write('npm/package.json', '{}');
  write('npm/npm-cli.js', NPM);
  write('package.json', manifest({}));
  write('package-lock.json', lockfile({ 'node_modules/other': OTHER }));
  write('scripts/start.ts', 'console.log(`start ` + process.argv.slice(2));');
  write('scripts/test.ts', 'process.exitCode = 7;');
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

describe('installing', () => {
  test('a fresh checkout installs once, then starts with its arguments', () => {
    const first = bootstrap(['start', '--port', '8080']);
    expect(first).toMatchObject({ status: 0, stdout: 'start --port,8080\n' });
    expect(npmCalls()).toMatch(/^ci --include=dev .*\n$/);
    expect(bootstrap(['start'])).toMatchObject({ status: 0, stdout: 'start \n', stderr: '' });
    expect(npmCalls().split('\n')).toHaveLength(2);
  });

  test.each([
    ['a version', () => write('package-lock.json', lockfile({ 'node_modules/other': { ...OTHER, version: '2.0.1' } }))],
    [
      'a digest',
      () => write('package-lock.json', lockfile({ 'node_modules/other': { ...OTHER, integrity: 'sha512-b' } })),
    ],
    ['the packages', () => write('package-lock.json', lockfile({ 'node_modules/new': OTHER }))],
    ['a dependency', () => write('package.json', manifest({ devDependencies: { right: '1.0.0' } }))],
    ['what is installed', () => rmSync(join(checkout, 'node_modules/left'), { recursive: true })],
    ["npm's record", () => rmSync(join(checkout, 'node_modules/.package-lock.json'))],
  ])('a change to %s installs again', (_, change) => {
    bootstrap(['start']);
    change();
    bootstrap(['start']);
    expect(npmCalls().match(/^ci /gm)).toHaveLength(2);
  });

  test('packages for other platforms need not be there', () => {
    bootstrap(['start']);
    write(
      'package-lock.json',
      lockfile({ 'node_modules/other': OTHER, 'node_modules/mac': { ...OTHER, optional: true } }),
    );
    bootstrap(['start']);
    expect(npmCalls().match(/^ci /gm)).toHaveLength(1);
  });

  test('a change to the scripts of package.json does not', () => {
    bootstrap(['start']);
    write('package.json', manifest({ scripts: { format: 'biome' } }));
    bootstrap(['start']);
    expect(npmCalls().match(/^ci /gm)).toHaveLength(1);
  });

  test('when npm fails, its output is shown and nothing is started', () => {
    const failed = bootstrap(['start'], { NPM_FAILS: '1' });
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toContain('npm says why');
    bootstrap(['start']);
    expect(npmCalls().match(/^ci /gm)).toHaveLength(2);
  });
});

test('the exit code is the script’s', () => {
  expect(bootstrap(['test']).status).toBe(7);
});

test.each([[], ['stop'], ['constructor']])('refuses %j', (...verb) => {
  expect(bootstrap(verb)).toMatchObject({ status: 2, stdout: '' });
  expect(npmCalls()).toBe('');
});

test('a program in the foreground passes on its exit code and the signal that ended it', () => {
  const run = (code: string) => {
    const program = JSON.stringify(['-e', code]);
    const text = `import { runInForeground } from './pinned-node.mjs'; runInForeground(process.execPath, ${program});`;
    write('scripts/foreground.mjs', text);
    return spawnSync(process.execPath, [join(checkout, 'scripts/foreground.mjs')], { encoding: 'utf8' });
  };
  expect(run('process.exit(3)')).toMatchObject({ status: 3, signal: null });
  expect(run("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)")).toMatchObject({ signal: 'SIGTERM' });
});
