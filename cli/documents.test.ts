/** Documents of the workbench in place of a launch description and its PTX. */
import { afterAll, describe, expect, it } from 'vitest';
import { parseLaunch } from '../src/contract/launch.ts';
import type { WorkbenchDocument } from '../src/contract/workbench-document.ts';
import { lanescape } from './fixtures/in-process.ts';
import { REVERSED, reverseLaunch, reversePtx, scratchFolder } from './fixtures/reverse-kernel.ts';

const scratch = scratchFolder();
afterAll(scratch.remove);

const launchOf = (pitch: number) => {
  const launch = parseLaunch(reverseLaunch(pitch));
  if (!launch.ok) throw new Error(launch.error.message);
  return launch.value;
};

const DOCUMENT: WorkbenchDocument = {
  version: 1,
  title: 'reverse',
  source: { language: 'ptx', name: 'reverse.ptx', text: reversePtx() },
  arch: 'sm_90',
  launch: launchOf(33),
  guessed: [],
  ctas: null,
  tracedCta: 0,
  faults: 'first',
  expectations: [{ buffer: 'out', by: { kind: 'values', values: REVERSED }, tolerance: 0 }],
};
const saved = (name: string, change: Partial<WorkbenchDocument>) => scratch.write(name, { ...DOCUMENT, ...change });

describe.each(['check', 'emulate'])('lanescape %s', verb => {
  it('takes program and launch from a document', async () => {
    const { code, stdout } = await lanescape([verb, '--launch', saved('whole.json', {})]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
  });

  it('takes the PTX that is named before that of the document', async () => {
    const racy = scratch.write('racy.ptx', reversePtx({ race: true }));
    const { code, stdout } = await lanescape([verb, '--ptx', racy, '--launch', saved('whole.json', {})]);
    expect(code).toBe(1);
    expect(stdout).toContain('reverse.cu:7: fault');
  });

  it('says how to come from CUDA to PTX', async () => {
    const cuda = saved('cuda.json', { source: { language: 'cuda', name: 'reverse.cu', text: '' } });
    const { code, stderr } = await lanescape([verb, '--launch', cuda]);
    expect(code).toBe(2);
    expect(stderr).toContain('reverse.cu is CUDA: compile it with nvcc -ptx -lineinfo, and name the result with --ptx');
  });

  it('asks for PTX where a launch comes alone, and names the field of a document that is wrong', async () => {
    const alone = await lanescape([verb, '--launch', scratch.write('alone.json', reverseLaunch(33))]);
    expect(alone.code).toBe(2);
    expect(alone.stderr).toContain('--ptx FILE is missing');
    const wrong = await lanescape([verb, '--launch', saved('wrong.json', { tracedCta: -1 })]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('wrong.json: tracedCta:');
  });

  it('runs the CTAs that the document names, but for --ctas', async () => {
    const none = saved('none.json', { ctas: [] });
    const run = async (...more: string[]) => {
      const { stdout } = await lanescape([verb, '--launch', none, '--json', ...more]);
      return JSON.parse(stdout).instructions as number;
    };
    expect(await run()).toBe(0);
    expect(await run('--ctas', '0')).toBeGreaterThan(0);
  });
});

describe('lanescape check', () => {
  it('holds the outputs against what the document expects', async () => {
    const wrong = [...REVERSED];
    wrong[3]++;
    const document = saved('expecting.json', {
      expectations: [{ buffer: 'out', by: { kind: 'values', values: wrong }, tolerance: 0 }],
    });
    const { code, stdout } = await lanescape(['check', '--launch', document]);
    expect(code).toBe(1);
    expect(stdout).toContain('buffer out: 1 of');
  });
});
