/** Tests starts that must fail: one sentence with what failed, where and what to do; exit code 2; and never a link. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startedProgram } from './fixtures/started-program.ts';
import { startTestServer, temporaryFolder, until } from './fixtures/test-server.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MAIN = join(import.meta.dirname, 'main.ts');

const refusal = (options: object): Promise<string> =>
  startTestServer(options).then(
    async server => {
      await server.end();
      return 'it started';
    },
    (error: Error) => error.message,
  );

describe('a data folder', () => {
  it.each<[string, () => string, string]>([
    [
      'that is a file',
      () => {
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file');
      },
      'file cannot be a folder, since a file is in the way: move the file, or use --data-dir with another folder',
    ],
    [
      'below a file',
      () => {
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file/data');
      },
      'cannot be a folder, since a file is in the way',
    ],
    [
      'with a file where builds should be',
      () => {
        writeFileSync(join(folder, 'builds'), '');
        return folder;
      },
      'builds cannot be a folder, since a file is in the way',
    ],
    [
      'with a folder where the history should be',
      () => {
        mkdirSync(join(folder, 'history.sqlite'));
        return folder;
      },
      "history.sqlite is a folder, and should be the history's file",
    ],
    [
      'with another file as its history',
      () => {
        writeFileSync(join(folder, 'history.sqlite'), 'my notes on what happened in the year 1204'.repeat(9));
        return folder;
      },
      'history.sqlite is not a history of Lanescape: move the file away',
    ],
    [
      'of a newer Lanescape',
      () => {
        const database = new DatabaseSync(join(folder, 'history.sqlite'));
        database.exec('CREATE TABLE history (x); PRAGMA user_version = 99');
        database.close();
        return folder;
      },
      'history.sqlite was written by a newer Lanescape: update this one',
    ],
  ])('%s', async (_, make, words) => {
    const said = await refusal({ dataDir: make() });
    expect(said).toContain(words);
    expect(said).toContain(folder);
    expect(said).not.toContain('\n');
  });
});

describe('a port', () => {
  const taken: Server[] = [];
  let first = 0;
  /** Twenty-one ports in a row, all of them taken. */
  beforeAll(async () => {
    const bound = (port: number): Promise<Server | null> =>
      new Promise(resolve => {
        const server = createServer();
        server.once('error', () => resolve(null));
        server.listen(port, '127.0.0.1', () => resolve(server));
      });
    first = 41_000;
    for (let port = first; taken.length < 21; port++) {
      const server = await bound(port);
      // A port that another program has is taken as well.
      if (server !== null) taken.push(server);
      else if (taken.length === 0) first = port + 1;
      if (port - first >= 20) break;
    }
  });
  afterAll(() => {
    for (const server of taken) server.close();
  });

  it('that is taken, with the next twenty, and Node has nothing to add', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    expect(await refusal({ port: first })).toBe(
      `the ports ${first} to ${first + 20} of 127.0.0.1 are taken: name another with --port, or take any with --port 0`,
    );
    process.off('warning', note);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });

  it('at the end of all ports', async () => {
    const last = createServer();
    await new Promise<void>(resolve => {
      last.once('error', () => resolve());
      last.listen(65_535, '127.0.0.1', resolve);
    });
    expect(await refusal({ port: 65_535 })).toContain('the ports 65535 to 65535 of 127.0.0.1 are taken');
    last.close();
  });

  it('of an address that this machine has not', async () => {
    expect(await refusal({ host: '192.0.2.7' })).toBe(
      '192.0.2.7 is not an address of this machine: name one with --host, or leave it out',
    );
  });
});

const start = (...words: string[]) => startedProgram('--port', '0', ...words);

it('the program says it in one line, and ends with 2', async () => {
  mkdirSync(join(folder, 'history.sqlite'));
  const { printed, ended } = start('--data-dir', folder);
  expect(await ended).toBe(2);
  expect(printed.stdout).toBe('');
  expect(printed.stderr).toMatch(/^\S+history\.sqlite is a folder, .*: move it away, or .*\n$/);
});

const inNamespace = ['--user', '--map-root-user', '--mount', '--'];
const canMount = spawnSync('unshare', [...inNamespace, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

it.skipIf(!canMount)('the program says that the disk is full', async () => {
  const script = 'mount -t tmpfs -o size=64k tmpfs "$1" && head -c 60k /dev/zero > "$1/full"; shift; exec "$@"';
  const program = [process.execPath, MAIN, '--no-open', '--port', '0', '--data-dir', folder];
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [...inNamespace, 'sh', '-c', script, 'sh', folder, ...program],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(
    /^\S+ (cannot grow|cannot be written), since its disk is full: free some space, then try again\n$/,
  );
});

it("the link comes first, and what is slow to find out behind it; all that is kept is its user's alone", async () => {
  chmodSync(folder, 0o755);
  // An nvcc that does not answer: it is found first, and asked for its version until the time is up.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'nvcc'), '#!/bin/sh\nsleep 60\n', { mode: 0o755 });
  const data = join(folder, 'data');
  const child = spawn(process.execPath, [MAIN, '--no-open', '--port', '0', '--data-dir', data], {
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    printed += text;
  });
  const ended = new Promise(resolve => child.once('close', resolve));
  await until(() => printed.includes('#token='));
  expect(printed).toMatch(/^http:\S+#token=\S+\n$/);
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const found = statSync(join(data, name), { throwIfNoEntry: false });
    expect(found === undefined || (found.mode & 0o077) === 0, name).toBe(true);
  }
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
