/** Tests what a job with a view of its own finds of this machine: what it is shown, its folder, and nothing else. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processesIn, temporaryFolder } from '../fixtures/test-server.ts';
import { builtC, NODE_VIEW, runInView, viewsWork } from '../fixtures/views.ts';
import type { ContainedCommand } from './containment.ts';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = temporaryFolder();
  folder = join(parent, 'job');
  mkdirSync(folder);
  writeFileSync(join(parent, 'secret'), 'a secret beside the job');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** The value of `expression` in the view; it may use `fs`. */
async function inView(expression: string, shown = NODE_VIEW): Promise<unknown> {
  const code = `const fs = require('node:fs'); console.log(JSON.stringify(${expression}))`;
  const { end, stdout, stderr } = await runInView(folder, [process.execPath, '-e', code], shown);
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

  it('cannot write to what is mounted inside of what it is shown', async () => {
    const inner = join(parent, 'shown/inner');
    mkdirSync(join(inner), { recursive: true });
    const mounting = `mount -t tmpfs -o noexec x ${inner} && mkdir "${inner}/a b" && mount -t tmpfs y "${inner}/a b" && exec "$@"`;
    const around = ({ file, argv }: ContainedCommand): ContainedCommand => ({
      file: 'unshare',
      argv: ['--user', '--map-root-user', '--mount', '/bin/sh', '-c', mounting, 'sh', file, ...argv],
    });
    const write = ['/bin/sh', '-c', `touch ${inner}/x; touch "${inner}/a b/x"`];
    const { stderr } = await runInView(folder, write, [...NODE_VIEW, join(parent, 'shown')], [], around);
    expect(stderr.match(/Read-only file system/g)).toHaveLength(2);
  });

  it('works in its folder on what lies there, and of what it writes its results stay', async () => {
    mkdirSync(join(folder, 'cuda'));
    writeFileSync(join(folder, 'cuda/source.cu'), 'text');
    const program = 'pwd; cat cuda/source.cu; echo new > result; echo x > cuda/source.cu; echo x > other';
    const { stdout } = await runInView(folder, ['/bin/sh', '-c', program], NODE_VIEW, ['result', 'absent']);
    expect(stdout).toBe(`${folder}\ntext`);
    expect(readFileSync(join(folder, 'result'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(folder, 'cuda/source.cu'), 'utf8')).toBe('text');
    expect(readFileSync(join(folder, 'absent'), 'utf8')).toBe('');
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });

  it.each([
    'ln -s /usr/bin/env result',
    'mkdir result',
    'truncate -s 900M result',
    '(sleep 0.1; echo late > result) &',
  ])('leaves no result that is none: %s', async program => {
    const { end } = await runInView(folder, ['/bin/sh', '-c', program], NODE_VIEW, ['result']);
    expect(end).toEqual({ kind: 'exited', code: 0 });
    expect(readFileSync(join(folder, 'result'), 'utf8')).toBe('');
  });

  it('writes up to a limit for all files together, in bytes and in names, and nothing of it to the disk', async () => {
    const until = (what: string) =>
      `(() => { let n = 0; try { for (;; n++) ${what}; } catch (e) { return [n, e.code]; } })()`;
    const bytes = "fs.writeFileSync('file' + n, Buffer.alloc(60 << 20))";
    const names = "n === 20000 ? fs.readFileSync('') : fs.mkdirSync('folder' + n)";
    const [written, made] = (await inView(`[${until(bytes)}, ${until(names)}]`)) as [number, string][];
    expect(written).toEqual([4, 'ENOSPC']);
    expect(made[1]).toBe('ENOSPC');
    expect(readdirSync(folder)).toEqual(['view']);
  });

  it('ends as others do: its code, its words, and no process left', async () => {
    const { end, stdout, stderr } = await runInView(folder, ['/bin/sh', '-c', 'echo 1; echo 2 >&2; exit 7']);
    expect({ end, stdout, stderr }).toEqual({ end: { kind: 'exited', code: 7 }, stdout: '1\n', stderr: '2\n' });
    expect(processesIn(folder)).toEqual([]);
  });

  it('does not start in half a view', async () => {
    const { end, stdout } = await runInView(join(parent, 'absent'), ['/bin/echo', 'ran']);
    expect([end.kind === 'exited' && end.code === 0, stdout]).toEqual([false, '']);
  });

  it('does nothing of what hostile code tries', async () => {
    const shown = join(parent, 'secret');
    const hostile = builtC('hostile.c') ?? expect.fail('it is built');
    const { end, stdout } = await runInView(folder, [hostile, shown], [...NODE_VIEW, shown, hostile]);
    expect(end).toEqual({ kind: 'exited', code: 0 });
    const tries = stdout.trim().split('\n');
    expect(tries.length).toBeGreaterThan(40);
    expect(tries.filter(line => line.endsWith(' done'))).toEqual([]);
    expect(statSync(shown).mode & 0o777).toBe(0o644);
  });
});
