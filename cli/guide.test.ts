/** Tests the guide docs/gate-in-ci.md: its commands do what it says, on the kernel in fixtures/guide. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lanescape } from './fixtures/in-process.ts';

const FOLDER = fileURLToPath(new URL('./fixtures/guide/', import.meta.url));
const GUIDE = readFileSync(new URL('../docs/gate-in-ci.md', import.meta.url), 'utf8');

/** All code blocks of the guide in one language, in order. */
const blocks = (language: string): string[] =>
  [...GUIDE.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, named]) => named === language).map(([, , text]) => text);

const fixture = (name: string): string => readFileSync(`${FOLDER}${name}`, 'utf8');
const [compile, gate] = blocks('sh')[0].trim().split('\n');
const words = gate.split(' ').slice(2);

describe('the guide', () => {
  it('shows the files that are tested', () => {
    const [launch, expected] = blocks('json').map(text => JSON.parse(text));
    expect(launch).toEqual(JSON.parse(fixture('transpose.launch.json')));
    expect(expected).toEqual(JSON.parse(fixture('transpose.expected.json')));
    expect(compile).toMatch(/^nvcc -ptx -lineinfo -arch=sm_90 /);
    expect(fixture('transpose.cu')).toContain('Compiled by: nvcc -ptx -lineinfo -arch=sm_90');
  });

  it('expects what a transpose is', () => {
    const out = Float32Array.from({ length: 4096 }, (_, i) => (i % 64) * 64 + Math.floor(i / 64));
    const sha256 = createHash('sha256').update(out).digest('hex');
    expect(JSON.parse(fixture('transpose.expected.json'))).toEqual({ out: { sha256 } });
  });

  it('passes the padded kernel', async () => {
    expect(gate).toMatch(/^npx lanescape check /);
    expect(await lanescape(words, '', FOLDER)).toEqual({
      code: 0,
      stdout: 'check passed: 0 findings, 0 warnings\n',
      stderr: '',
    });
  });

  it('says of the other what the guide says', async () => {
    const conflict = words.map(word => (word === 'transpose.ptx' ? 'transpose-conflict.ptx' : word));
    const { code, stdout } = await lanescape(conflict, '', FOLDER);
    expect({ code, stdout }).toEqual({ code: 1, stdout: blocks('text')[0] });
    expect(fixture('transpose.cu').split('\n')[15]).toContain('= tile[threadIdx.x][row]');
  });

  it('annotates in a workflow', async () => {
    const [, step] = blocks('yaml')[0].trim().split('\n');
    const given = step.slice(step.indexOf(' check ') + 1).split(' ');
    expect(step).toContain('node lanescape/cli/lanescape.mjs check ');
    expect(await lanescape(given, '', FOLDER)).toMatchObject({ code: 0 });
    const conflict = given.map(word => (word === 'transpose.ptx' ? 'transpose-conflict.ptx' : word));
    expect((await lanescape(conflict, '', FOLDER)).stdout).toMatch(
      // The path counts from the root of the repository, if there is one.
      /^::error file=(?:cli\/fixtures\/guide\/)?transpose\.cu,line=16,title=bankConflicts::shared load of a column at pitch 128 B: .*%0APad each row/m,
    );
  });
});
