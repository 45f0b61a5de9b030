/** The action `check` and the workflows: their commands, executed as they are written. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import {
  type Ran,
  readAction,
  readWorkflow,
  runAction,
  runText,
  type WorkflowStep,
} from './fixtures/workflow-steps.ts';
import { projectRoot } from './tree.ts';

const action = readAction(join(projectRoot, 'check/action.yml'));
const folder = mkdtempSync(join(tmpdir(), 'lanescape-workflow-'));
const theirs = join(folder, 'their repository');
const temporary = join(folder, 'temp');
const tools = join(folder, 'tools');
const WITHOUT_NVCC = (process.env.PATH ?? '').split(delimiter).filter(each => !existsSync(join(each, 'nvcc')));

/** Says with what words it was called, and "compiles" by copying the PTX that lies beside. */
const NVCC = `#!/bin/sh
printf '%s\\n' "$@" > "${folder}/nvcc-words"
while [ "$1" != -o ]; do shift; done
cp transpose.ptx "$2"
`;

beforeAll(() => {
  for (const each of [temporary, tools]) mkdirSync(each);
  cpSync(join(projectRoot, 'cli/fixtures/guide'), theirs, { recursive: true });
  writeFileSync(join(tools, 'nvcc'), NVCC);
  chmodSync(join(tools, 'nvcc'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const gate = (inputs: Readonly<Record<string, string>>, path: readonly string[] = WITHOUT_NVCC): Ran => {
  const variables = { RUNNER_TEMP: temporary, GITHUB_ACTION_PATH: join(projectRoot, 'check'), HOME: folder };
  return runAction(action, inputs, { cwd: theirs, env: { ...variables, PATH: path.join(delimiter) } });
};

const launch = 'transpose.launch.json';

describe('the action', () => {
  it('passes a kernel that is right, by its PTX', () => {
    const ran = gate({ launch, ptx: 'transpose.ptx', options: '--max-excess 0 --expect transpose.expected.json' });
    expect(ran).toMatchObject({ code: 0, stdout: 'check passed: 0 findings, 0 warnings\n' });
  });

  it('fails one with bank conflicts, and annotates the line', () => {
    const ran = gate({ launch, ptx: 'transpose-conflict.ptx', options: '--max-excess 0' });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^::error file=transpose\.cu,line=16,title=bankConflicts::/m);
  });

  it('compiles a source first', () => {
    expect(gate({ launch, cu: 'transpose.cu', arch: 'sm_80' }, [tools, ...WITHOUT_NVCC])).toMatchObject({ code: 0 });
    const words = readFileSync(join(folder, 'nvcc-words'), 'utf8').trim().split('\n');
    expect(words).toEqual([
      '-ptx',
      '-lineinfo',
      '-arch=sm_80',
      '-o',
      join(temporary, 'lanescape-check.ptx'),
      './transpose.cu',
    ]);
  });

  it.runIf(nvccCandidates().length > 0)('compiles it with this machine’s nvcc', { timeout: 60_000 }, () => {
    const path = [join(nvccCandidates()[0], '..'), ...WITHOUT_NVCC];
    expect(gate({ launch, cu: 'transpose.cu', options: '--max-excess 31' }, path)).toMatchObject({ code: 0 });
  });

  it('says what a source needs where there is no nvcc', () => {
    const ran = gate({ launch, cu: 'transpose.cu' });
    expect(ran).toMatchObject({ code: 2, stdout: expect.stringMatching(/^::error::cu needs nvcc on the path/) });
  });

  it.each(['$(touch broken).ptx', '"; touch broken; "', '`touch broken`', '-x', 'a b.ptx'])(
    'takes %s as a name',
    ptx => {
      for (const inputs of [
        { launch, ptx },
        { launch: ptx, ptx: 'transpose.ptx' },
        { launch, ptx: 'transpose.ptx', options: ptx },
        { launch, cu: ptx, arch: ptx },
      ])
        expect(gate(inputs, [tools, ...WITHOUT_NVCC]).code).not.toBeNull();
      expect(readdirSync(theirs)).not.toContain('broken');
    },
  );

  it('writes no value of a workflow into a command', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });
});

/** Actions of GitHub itself; what they do is not tried here. */
const ACTIONS = /^actions\/(checkout|setup-node|configure-pages|upload-pages-artifact|deploy-pages)@v\d+$/;

describe('the workflows', () => {
  const names = ['ci', 'pages'];
  const workflow = (name: string) => readWorkflow(join(projectRoot, `.github/workflows/${name}.yml`));
  const stepsOf = (name: string): readonly WorkflowStep[] =>
    Object.values(workflow(name).jobs).flatMap(({ steps }) => steps);

  it.each(names)('%s uses only actions of GitHub, and rights of its own', name => {
    const used = [...stepsOf(name), ...action.runs.steps].flatMap(({ uses }) => uses ?? []);
    for (const each of used) expect(each).toMatch(ACTIONS);
    expect(workflow(name).permissions.contents).toBe('read');
  });

  it.each(names)('%s runs commands of package.json', name => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    const named = stepsOf(name).flatMap(({ run = '' }) =>
      [...run.matchAll(/^npm run ([\w-]+)/gm)].map(([, word]) => word),
    );
    for (const word of named) expect(Object.keys(scripts)).toContain(word);
  });

  it('the package job packs, and uses what it packed in an empty folder', { timeout: 120_000 }, () => {
    const commands = workflow('ci').jobs.package.steps.flatMap(({ run }) => run ?? []);
    const env = { ...process.env, RUNNER_TEMP: temporary, GITHUB_WORKSPACE: projectRoot, npm_config_offline: 'true' };
    // The first one installs this checkout's packages, which are here.
    expect(commands[0]).toBe('npm ci');
    for (const text of commands.slice(1)) expect(runText(text, { cwd: projectRoot, env })).toMatchObject({ code: 0 });
  });
});

describe('the container file', () => {
  const lines = readFileSync(join(projectRoot, 'container/server.containerfile'), 'utf8').split('\n');
  const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')));

  it('ends as a user without rights, with the command of the package', () => {
    expect(lines.filter(line => line.startsWith('FROM ')).length).toBe(2);
    expect(last.filter(line => line.startsWith('USER '))).toEqual(['USER lanescape']);
    const words: string[] = JSON.parse(last.find(line => line.startsWith('CMD '))?.slice(4) ?? '');
    expect(last.join('\n')).toContain('ENTRYPOINT ["node", "/opt/lanescape/cli/lanescape.mjs"]');
    const { code, stderr } = runText(`node cli/lanescape.mjs ${words.join(' ')} --help`, {
      cwd: projectRoot,
      env: process.env,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('copies files that are there', () => {
    const named = lines.filter(line => /^COPY (?!--from)/.test(line)).flatMap(line => line.split(' ').slice(1, -1));
    for (const path of named) expect(existsSync(join(projectRoot, path))).toBe(true);
  });
});
