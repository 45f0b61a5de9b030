/**
 * The notebook's widget by anywidget's protocol: its Python class in a process, its front-end module in a browser, and between them a
 * model that carries traits as a notebook does. anywidget itself is a stand-in (`fixtures/notebook`).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE } from '../src/app/browser/fixtures/exhibit-object.ts';
import { launchBrowser, type ServedDist, serveDist } from './browser.ts';
import { buildPage, isStale } from './page-build.ts';
import { projectRoot } from './tree.ts';

const PYTHON = 'python3';
const environment = {
  ...process.env,
  PYTHONPATH: ['scripts/fixtures/notebook', 'python'].map(folder => join(projectRoot, folder)).join(delimiter),
  PYTHONDONTWRITEBYTECODE: '1',
};

const hasPython = ((): boolean => {
  try {
    return (
      execFileSync(PYTHON, ['-c', 'import sys; print(sys.version_info >= (3, 9))'], { encoding: 'utf8' }) === 'True\n'
    );
  } catch {
    return false;
  }
})();

/** The notebook: a model with traits, and the widget's element. */
const NOTEBOOK = `<!doctype html><title>A notebook</title><div id="cell"></div>
<script type="module">
  import widget from './widget.js';
  const traits = await window.firstTraits();
  const listeners = {};
  const model = {
    get: name => traits[name],
    set: (name, value) => { traits[name] = value; (model.changed ??= new Set()).add(name); },
    save_changes: () => { for (const name of model.changed ?? []) window.tellKernel(name, traits[name]); model.changed = null; },
    on: (event, act) => (listeners[event] ??= []).push(act),
    off: (event, act) => { listeners[event] = listeners[event].filter(each => each !== act); },
  };
  window.fromKernel = (name, value) => { traits[name] = value; for (const act of listeners['change:' + name] ?? []) act(); };
  window.remove = widget.render({ model, el: document.getElementById('cell') });
  window.listening = () => Object.values(listeners).flat().length;
</script>`;

interface Said {
  readonly set?: readonly [name: string, value: unknown];
  readonly esm?: string;
  readonly link?: string;
  readonly answer?: Answer | null;
}
interface Answer {
  readonly said: Readonly<Record<string, string>>;
  readonly variants: readonly {
    variant: string;
    evidence: readonly { quantity: string; verdict: { kind: string } }[];
  }[];
}

describe.runIf(hasPython)('the widget', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-notebook-'));
  const traits: Record<string, unknown> = {};
  const strangers: string[] = [];
  let kernel: ChildProcess;
  let browser: Browser;
  let notebook: ServedDist;
  let page: Page;
  /** What the class holds after the last change from either side. */
  let held: Said = {};

  const order = (words: object): void => void kernel.stdin?.write(`${JSON.stringify(words)}\n`);
  const show = (state: object): void => order({ show: state });
  const answer = (): Answer | null => held.answer ?? null;

  beforeAll(async () => {
    const dist = join(projectRoot, 'dist');
    if (isStale(dist)) await buildPage(dist);
    kernel = spawn(PYTHON, [join(projectRoot, 'scripts/fixtures/notebook/kernel.py')], { env: environment });
    kernel.stderr?.setEncoding('utf8').on('data', text => console.error(text));
    const esm = await new Promise<string>(resolve => {
      createInterface({ input: kernel.stdout! }).on('line', line => {
        const said: Said = JSON.parse(line);
        if (said.esm !== undefined) resolve(said.esm);
        if (said.link !== undefined) held = said;
        if (said.set === undefined) return;
        const [name, value] = said.set;
        if (page === undefined) traits[name] = value;
        else void page.evaluate(`fromKernel(...${JSON.stringify([name, value])})`);
      });
    });
    copyFileSync(esm, join(folder, 'widget.js'));
    writeFileSync(join(folder, 'index.html'), NOTEBOOK);
    notebook = await serveDist(folder, '/user/notebook/');
    browser = await launchBrowser();
    const opened = await browser.newPage({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce' });
    opened.on('request', request => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).hostname !== '127.0.0.1')
        strangers.push(request.url());
    });
    await opened.exposeFunction('firstTraits', () => traits);
    await opened.exposeFunction('tellKernel', (name: string, value: unknown) => order({ set: [name, value] }));
    page = opened;
    await page.goto(notebook.url);
  });
  afterAll(async () => {
    kernel?.kill();
    await browser?.close();
    await notebook?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const inFrame = () => page.frameLocator('iframe[title="Lanescape"]');

  it('shows the pictures of the state that went in, and answers with their counts', async () => {
    await inFrame().locator('canvas').first().waitFor();
    await expect.poll(() => answer()?.said.emulated, PATIENCE).toBe('32 vs 2');
    const evidence = answer()!.variants.map(({ evidence }) => evidence.map(({ verdict }) => verdict.kind));
    expect(evidence.length).toBe(2);
    for (const kinds of evidence) expect(new Set(kinds)).toEqual(new Set(['agree']));
  });

  it('follows a cell, and answers anew', async () => {
    show({ pad: 1 });
    await expect.poll(() => answer()?.said.emulated, PATIENCE).toBe('32 vs 1');
    expect(held.link).toMatch(/^#\/banks\/transpose\?(?=.*embed=1)(?=.*pad=1)/);
  });

  it('goes to another page, as pictures alone', async () => {
    show({ path: '/banks/reduction' });
    await expect.poll(() => held.link, PATIENCE).toMatch(/^#\/banks\/reduction\?embed=1/);
    await expect.poll(() => answer()?.variants.length ?? 0, PATIENCE).toBeGreaterThan(0);
  });

  it('tells the class where a reader goes', async () => {
    await inFrame().getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => held.link, PATIENCE).toMatch(/[?&]at=/);
  });

  it('asked nobody outside of this machine, and leaves nothing when its cell goes', async () => {
    expect(strangers).toEqual([]);
    await page.evaluate('remove()');
    expect(await page.evaluate('listening()')).toBe(0);
  });

  it('serves files of the page only', async () => {
    const { address } = traits as { address: string };
    expect((await fetch(address)).status).toBe(200);
    for (const path of ['assets/', 'sw.js', '%2e%2e/package.json', '../package.json'])
      expect((await fetch(new URL(path, address))).status).toBe(404);
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(501);
  });
});

it.runIf(hasPython)('a path and fields become a link of the page', () => {
  const words =
    'from lanescape.widget import link_of, parts_of; print(link_of("banks/gemm", {"v": ["a", "b"], "on": True, "none": None}))';
  const said = execFileSync(PYTHON, ['-c', words], { env: environment, encoding: 'utf8' });
  expect(said.trim()).toBe('#/banks/gemm?v=a%2Cb&on=1');
});

it('has the version of the project', () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(readFileSync(join(projectRoot, 'python/pyproject.toml'), 'utf8')).toContain(`version = "${version}"`);
});
