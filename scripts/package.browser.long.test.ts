/**
 * Packs the project, installs the packed file into an empty folder without a network, and uses it there as a user would: on the
 * pinned Node, and on each other Node of this machine from 20.19 on.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhibitOn } from '../src/app/browser/fixtures/exhibit-object.ts';
import { launchBrowser } from './browser.ts';
import { projectRoot } from './tree.ts';

const MOST_BYTES = 15e6;

const folder = mkdtempSync(join(tmpdir(), 'lanescape-package-'));
const home = join(folder, 'home');
const empty = join(folder, 'empty');
const guide = join(projectRoot, 'cli/fixtures/guide');
const capture = join(projectRoot, 'cli/fixtures/captures/scale');

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
let packed: Packed;

/** Folders of programs named `name` on the path, without those of this checkout. */
const foldersWith = (name: string): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(each => !each.includes('node_modules') && existsSync(join(each, name)));

/** Versions of Node, each with its folder. */
function nodes(): [version: string, folder: string][] {
  const folders = [dirname(realpathSync(process.execPath)), ...foldersWith('node')];
  const found = new Map<string, string>();
  for (const each of folders) {
    const version = execFileSync(join(each, 'node'), ['--version'], { encoding: 'utf8' }).trim();
    const [major, minor] = version.slice(1).split('.').map(Number);
    if (major > 20 || (major === 20 && minor >= 19)) found.set(version, found.get(version) ?? each);
  }
  return [...found];
}

const npm = (words: readonly string[], cwd: string): string =>
  execFileSync('npm', [...words, '--loglevel=error'], { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });

/** Environment of a shell on a machine with this Node, and without a GPU. */
const environment = (node: string) => ({
  PATH: [node, ...foldersWith('npx'), '/usr/bin', '/bin'].join(delimiter),
  HOME: home,
  // npx asks no registry for what is installed; if it asked, this would fail.
  npm_config_offline: 'true',
  CUDA_VISIBLE_DEVICES: '',
});

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function npx(node: string, words: readonly string[], input = ''): Promise<Finished> {
  return new Promise(resolve => {
    const options = { cwd: empty, env: environment(node), encoding: 'utf8', maxBuffer: 1 << 26 } as const;
    const child = execFile('npx', ['lanescape', ...words], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

interface Started {
  readonly link: string;
  readonly said: () => string;
  stop(): Promise<number | null>;
}

async function started(node: string, words: readonly string[]): Promise<Started> {
  const file = join(empty, 'node_modules/.bin/lanescape');
  const all = [...words, '--no-open', '--port', '0', '--data-dir', join(home, 'data')];
  const child = spawn(file, all, { cwd: empty, env: environment(node) });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  let printed = '';
  const link = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        printed += text;
        const found = /http:\S+\n/.exec(printed);
        if (found) resolve(found[0].trim());
      });
    void ended.then(code => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { link, said: () => printed, stop };
}

beforeAll(() => {
  for (const each of [home, empty]) mkdirSync(each);
  [packed] = Object.values(JSON.parse(npm(['pack', '--json', '--pack-destination', folder], projectRoot)));
  writeFileSync(join(empty, 'package.json'), '{}');
  npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], empty);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed file', () => {
  it('is small, and has what it needs and nothing else', () => {
    expect(packed.size).toBeLessThan(MOST_BYTES);
    const paths = packed.files.map(({ path }) => path);
    for (const path of ['LICENSE', 'README.md', 'dist/index.html', 'dist/licences.txt', 'dist-command/licences.txt'])
      expect(paths).toContain(path);
    // What the verbs for a GPU build there.
    for (const path of ['cuda/capture/library.cpp', 'cuda/capture/python/sitecustomize.py', 'cuda/replay/replay.cpp'])
      expect(paths).toContain(path);
    expect(paths.filter(path => /\.tsx?$|\.test\.|(^|\/)fixtures\/|(^|\/)\.|node_modules/.test(path))).toEqual([]);
  });

  it('asks npm for nothing more, and runs nothing at its installation', () => {
    const manifest = JSON.parse(readFileSync(join(empty, 'node_modules/lanescape/package.json'), 'utf8'));
    for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies', 'private'])
      expect(manifest[field]).toBeUndefined();
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts[script]).toBeUndefined();
    expect(manifest).toMatchObject({
      license: 'MIT',
      engines: { node: '>=20.19' },
      publishConfig: { provenance: true },
    });
  });

  it('has the licence of each package that is inside', () => {
    const text = readFileSync(join(empty, 'node_modules/lanescape/dist-command/licences.txt'), 'utf8');
    for (const name of ['fastify', 'zod', 'helmet']) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });
});

describe.each(nodes())('in an empty folder, with Node %s', (_, node) => {
  const launch = ['--launch', join(guide, 'transpose.launch.json')];

  it('explains itself', async () => {
    const { code, stdout, stderr } = await npx(node, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Without a verb: start.');
  });

  it('answers requests', async () => {
    const addresses = Array.from({ length: 32 }, (_, lane) => lane * 128);
    const request = JSON.stringify({ op: 'banks', instruction: 'ld', widthBytes: 4, addresses });
    const { code, stdout } = await npx(node, ['eval'], `${request}\n`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ wavefronts: 32, ideal: 1 });
  });

  it('permutes by the compiled kernel', async () => {
    const request = { op: 'permute.apply', shape: [32, 64], perm: [1, 0], elementBytes: 4, engine: 'emulated' };
    const { stdout } = await npx(node, ['eval'], `${JSON.stringify(request)}\n`);
    expect(JSON.parse(stdout)).toMatchObject({ wrong: 0 });
  });

  it('gates a kernel: the right one passes, the one with bank conflicts does not', async () => {
    const gate = (file: string) => npx(node, ['check', '--ptx', join(guide, file), ...launch, '--max-excess', '0']);
    expect(await gate('transpose.ptx')).toMatchObject({ code: 0 });
    const caught = await gate('transpose-conflict.ptx');
    expect({ code: caught.code, says: caught.stdout }).toEqual({
      code: 1,
      says: expect.stringMatching(/32 wavefronts/),
    });
  });

  it('emulates a capture, and finds the bytes of the GPU', async () => {
    const { code, stdout } = await npx(node, ['emulate', '--capture', capture]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^p0 .* equal$/m);
  });

  it('verifies a kernel of the catalog, and plans a permutation', { timeout: 180_000 }, async () => {
    expect((await npx(node, ['verify', 'scan'])).stdout).toMatch(/^(\d+) of \1 runs as expected$/m);
    const words = ['plan', '--shape', '2,16,2', '--perm', '2,0,1', '--element-bytes', '4'];
    expect((await npx(node, words)).stdout).toContain('odd-row');
  });

  it('says that there is no GPU, and which verb belongs to a checkout', async () => {
    const ran = await npx(node, ['run', 'transpose', '--data-dir', join(home, 'data')]);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing can be run') });
    expect(await npx(node, ['record', 'scan'])).toMatchObject({ code: 2 });
  });

  it('starts the page, which emulates a kernel in a browser', async () => {
    const server = await started(node, []);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', error => errors.push(error.message));
      await page.goto(server.link);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto(`${new URL('/', server.link)}#/banks/transpose`);
      const exhibit = exhibitOn(page);
      await exhibit.settled();
      expect(await exhibit.row('Emulated', 'Wavefronts per')).toEqual(await exhibit.row('Predicted', 'Wavefronts per'));
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
    expect(await server.stop()).toBe(0);
    expect(server.said()).toContain('recorded run');
  });

  it('opens a capture in the workbench', async () => {
    const copy = join(empty, 'my-capture');
    cpSync(capture, copy, { recursive: true });
    const server = await started(node, ['open', 'my-capture']);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(server.link);
      await page
        .getByRole('heading', { name: /scale<float>/ })
        .first()
        .waitFor();
    } finally {
      await browser.close();
    }
    expect(await server.stop()).toBe(0);
  });
});
