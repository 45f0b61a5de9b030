/** What a job with a view of its own finds of this machine: what it is shown, its folder, and nothing else. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processesIn, temporaryFolder } from '../fixtures/test-server.ts';
import { NODE_VIEW, runInView, viewsWork } from '../fixtures/views.ts';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = temporaryFolder();
  folder = join(parent, 'job');
  mkdirSync(folder);
  writeFileSync(join(parent, 'secret'), 'a secret beside the job');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** What `expression` is in the view; it may use `fs`. */
async function inView(expression: string, shown = NODE_VIEW): Promise<unknown> {
  const code = `const fs = require('node:fs'); console.log(JSON.stringify(${expression}))`;
  const { end, stdout, stderr } = await runInView(folder, code, shown);
  if (end.kind !== 'exited' || end.code !== 0) throw new Error(`${JSON.stringify(end)} ${stderr}`);
  return JSON.parse(stdout);
}

describe.skipIf(!viewsWork)('a job with a view', () => {
  it('sees no file beside its folder, by whatever name', async () => {
    symlinkSync(join(parent, 'secret'), join(folder, 'link'));
    const names = [
      join(parent, 'secret'),
      '../secret',
      'link',
      '/etc/passwd',
      '/proc/self/root',
      '/dev/zero',
      '/old/etc',
    ];
    expect(await inView(`${JSON.stringify(names)}.map(name => fs.existsSync(name))`)).toEqual(names.map(() => false));
    expect(await inView(`fs.readdirSync(${JSON.stringify(parent)})`)).toEqual(['job']);
    expect(await inView('["/old", "/proc", "/tmp"].map(path => fs.readdirSync(path).join())')).not.toContain('etc');
  });

  it('sees what it is shown, and cannot write there', async () => {
    const shown = join(parent, 'shown');
    mkdirSync(shown);
    writeFileSync(join(shown, 'a'), 'text');
    const [absent, file] = [join(parent, 'absent'), join(parent, 'secret')];
    const view = [...NODE_VIEW, shown, absent, file];
    expect(await inView(`fs.readFileSync(${JSON.stringify(join(shown, 'a'))}, 'utf8')`, view)).toBe('text');
    expect(await inView(`fs.readFileSync(${JSON.stringify(file)}, 'utf8')`, view)).toContain('secret');
    const write = `(() => { try { fs.writeFileSync(${JSON.stringify(join(shown, 'b'))}, ''); } catch (e) { return e.code; } })()`;
    expect(await inView(write, view)).toBe('EROFS');
    expect(readdirSync(shown)).toEqual(['a']);
  });

  it('works in its folder, and what it writes there stays', async () => {
    expect(await inView(`(fs.writeFileSync('out', 'x'), process.cwd())`)).toBe(folder);
    expect(existsSync(join(folder, 'out'))).toBe(true);
  });

  it('has no network', async () => {
    expect(await inView(`Object.keys(require('node:os').networkInterfaces())`)).toEqual([]);
  });

  it('ends as others do: its code, its words, and no process left', async () => {
    const { end, stdout, stderr } = await runInView(folder, 'console.log(1); console.error(2); process.exitCode = 7');
    expect({ end, stdout, stderr }).toEqual({ end: { kind: 'exited', code: 7 }, stdout: '1\n', stderr: '2\n' });
    expect(processesIn(folder)).toEqual([]);
  });

  it('does not start in half a view', async () => {
    const { end, stdout } = await runInView(join(parent, 'absent'), 'console.log("ran")');
    expect([end.kind === 'exited' && end.code === 0, stdout]).toEqual([false, '']);
  });
});
