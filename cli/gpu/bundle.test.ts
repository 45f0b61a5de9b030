/** Tests the bundled server where nothing is installed: only Node, the kernels' sources and a page. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCheckout } from '../../server/checkout.ts';
import { clientHeaders, send, temporaryFolder } from '../../server/fixtures/test-server.ts';
import { nvccCandidates } from '../../server/toolchain/find-nvcc.ts';
import { type CompileEvent, machineInfoSchema } from '../../src/contract/api.ts';
import { API_PATHS } from '../../src/contract/api-address.ts';

const checkout = findCheckout();
const folder = temporaryFolder();
const box = join(folder, 'box');
const bundle = join(box, 'dist-server/lanescape-server.mjs');
const dataDir = join(folder, 'data');
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder };

beforeAll(() => {
  const vite = join(checkout, 'node_modules/vite/bin/vite.js');
  const words = ['build', '--config', 'vite.server.config.ts', '--outDir', join(box, 'dist-server')];
  // A warning would mean that the file lacks something.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, ...words, '--logLevel', 'error'], { cwd: checkout, env });
  cpSync(join(checkout, 'cuda'), join(box, 'cuda'), { recursive: true });
  mkdirSync(join(box, 'dist'));
  writeFileSync(join(box, 'dist/index.html'), '<!doctype html><title>The page</title>');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Started {
  readonly port: number;
  readonly token: string;
  stop(): Promise<number | null>;
}

async function start(): Promise<Started> {
  const words = [bundle, '--no-open', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, words, { cwd: folder, env: environment });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  const link = await new Promise<RegExpExecArray>((resolve, reject) => {
    let printed = '';
    const read = (text: string): void => {
      printed += text;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]+)\n/.exec(printed);
      if (found) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
    void ended.then(code => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { port: Number(link[1]), token: link[2], stop };
}

describe('the bundled server', () => {
  it('is one file, a thread and two programs beside it, and asks for nothing that is not there', () => {
    expect(readdirSync(join(box, 'dist-server')).sort()).toEqual([
      'confine.c',
      'enter-view.mjs',
      'history-thread.mjs',
      'lanescape-server.mjs',
      'licences.txt',
    ]);
  });

  it('serves the page, knows its machine, and compiles', { timeout: 60_000 }, async () => {
    const server = await start();
    const headers = clientHeaders(server);
    expect((await send(server, '/')).body).toContain('The page');
    const machine = machineInfoSchema.parse(JSON.parse((await send(server, API_PATHS.machine, { headers })).body));
    expect(machine.nvcc === null).toBe(nvccCandidates().length === 0);
    if (machine.nvcc !== null) {
      const request = { kernel: 'transpose', variant: 'padded', params: {}, arch: 'sm_90' };
      const answer = await send(server, API_PATHS.compile, { method: 'POST', headers }, JSON.stringify(request));
      const last = answer.body.trim().split('\n').at(-1) ?? '';
      expect(JSON.parse(last) as CompileEvent).toMatchObject({ stage: 'done', nvcc: machine.nvcc.version });
    }
    expect(await server.stop()).toBe(0);
  });

  it.each(['run', 'record'])('has the verb %s, which finds no GPU here', verb => {
    const words = [bundle, verb, 'transpose', '--data-dir', dataDir];
    // No folder on the path contains nvidia-smi.
    const env = { ...environment, PATH: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('lanescape: no GPU, or no nvcc for it, on this machine: nothing can be run\n');
  });

  it('has the verb capture, which finds no compiler here', () => {
    const env = { ...environment, PATH: folder };
    const { status, stderr } = spawnSync(process.execPath, [bundle, 'capture', '--', 'true'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('there is no C++ compiler') });
  });
});
