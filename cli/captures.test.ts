/** Captures in place of a launch description and its PTX. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLaunch } from '../src/contract/launch.ts';
import { archiveOf } from '../src/contract/written-archive.ts';
import { filesOfCapture, syntheticCapture } from '../src/inspect/capture/synthetic-capture.ts';
import type { CaptureContents } from '../src/trace/capture.ts';
import { lanescape } from './fixtures/in-process.ts';
import { reverseLaunch, reversePtx, scratchFolder } from './fixtures/reverse-kernel.ts';

const scratch = scratchFolder();
afterAll(scratch.remove);

function contentsOf(answer?: (name: string, after: Uint8Array) => void): CaptureContents {
  const launch = parseLaunch(reverseLaunch(33));
  if (!launch.ok) throw new Error(launch.error.message);
  return syntheticCapture(reversePtx(), launch.value, answer ? { answer } : {});
}

function folderOf(name: string, contents: CaptureContents): string {
  const folder = scratch.path(name);
  for (const [path, bytes] of filesOfCapture(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

const right = folderOf('right', contentsOf());
const wrong = folderOf(
  'wrong',
  contentsOf((name, after) => name === 'out' && new Uint32Array(after.buffer).fill(9, 5, 6)),
);

describe('emulate and check', () => {
  it('run a capture, from a folder or an archive, and compare with what the GPU answered', async () => {
    const archive = scratch.write('right.tar', '');
    writeFileSync(archive, archiveOf(filesOfCapture(contentsOf()), 'right/'));
    for (const path of [right, archive]) {
      const { code, stdout } = await lanescape(['emulate', '--capture', path, '--json']);
      const { measured } = JSON.parse(stdout);
      expect([code, measured.complete, measured.gpu.name]).toEqual([0, true, 'synthetic stand-in']);
      expect(measured.parts.map((part: { wrong: number }) => part.wrong)).toEqual(measured.parts.map(() => 0));
      expect(await lanescape(['check', '--capture', path])).toMatchObject({ code: 0 });
    }
  });

  it('show and refuse an answer that differs: the known-bad example', async () => {
    const { code, stdout } = await lanescape(['emulate', '--capture', wrong]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Against what the synthetic stand-in answered:[\s\S]*1 differ +\[5\] /);
    const checked = await lanescape(['check', '--capture', wrong, '--json']);
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.stdout).differences[0].message).toMatch(/1 of \d+ elements differ from what the GPU/);
  });
});

it('a program that the driver linked of several modules opens, as its texts stand one behind another', async () => {
  const contents = contentsOf();
  const other = '.version 8.0\n.target sm_90\n.address_size 64\n.visible .func unused() { ret; }\n';
  const folder = folderOf('linked-modules', { ...contents, ptx: `${contents.ptx}\n${other}` });
  expect((await lanescape(['check', '--capture', folder])).code).toBe(0);
});

describe('what is refused', () => {
  it('names the field of a damaged capture', async () => {
    const contents = contentsOf();
    const folder = folderOf('damaged', contents);
    writeFileSync(join(folder, 'buffers/0.after'), 'short');
    const { code, stderr } = await lanescape(['emulate', '--capture', folder]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/damaged: buffers\[0\]\.after: .* has 5 bytes, not/)]);
  });

  it('reads no file outside the capture, by a link either', async () => {
    const contents = contentsOf();
    const folder = folderOf('linked', {
      ...contents,
      capture: { ...contents.capture, ptx: { file: 'link.ptx', from: 'fatbin' } },
    });
    const outside = scratch.write('outside.ptx', reversePtx());
    const renamed = { ...contents.capture, ptx: { file: 'other.ptx', from: 'fatbin' } };
    writeFileSync(join(folder, 'capture.json'), JSON.stringify(renamed));
    symlinkSync(outside, join(folder, 'other.ptx'));
    const { code, stderr } = await lanescape(['emulate', '--capture', folder]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('ptx.file: other.ptx is missing')]);
  });

  it('says what to do where the program holds machine code alone', async () => {
    const contents = contentsOf();
    const capture = {
      ...contents.capture,
      ptx: { missing: 'sass-only', hint: 'compile it with -gencode …,code=compute_90' } as const,
    };
    const { code, stderr } = await lanescape(['emulate', '--capture', folderOf('sass', { ...contents, capture })]);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('machine code alone, which is not emulated: compile it with'),
    ]);
  });

  it('takes no other program beside it, and no path that is none', async () => {
    expect((await lanescape(['emulate', '--capture', right, '--launch', 'x'])).stderr).toContain(
      'leave --ptx and --launch out',
    );
    expect((await lanescape(['emulate', '--capture', '/nowhere'])).stderr).toContain('expected a capture');
    expect((await lanescape(['emulate'])).stderr).toContain('--ptx FILE or --capture PATH is missing');
  });
});
