import { describe, expect, it } from 'vitest';
import { isOneLine, lanescape } from './fixtures/in-process.ts';
import { spawnedLanescape } from './fixtures/spawned.ts';

const VERBS = ['start', 'eval', 'emulate', 'check', 'plan', 'verify', 'run', 'record', 'capture'];

describe('lanescape', () => {
  it('lists its verbs', async () => {
    const { code, stdout, stderr } = await lanescape(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const verb of VERBS) expect(stdout).toContain(`\n  ${verb} `);
  });

  it.each(VERBS)('%s explains itself, as a program of its own', async verb => {
    const { code, stdout, stderr } = await spawnedLanescape([verb, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^usage: lanescape ${verb} `));
  });

  it('exits with 2 where it is used badly', async () => {
    expect(await spawnedLanescape(['plan', '--frobnicate'])).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    { words: ['frobnicate'], says: /unknown verb 'frobnicate'; expected one of start, eval/ },
    { words: ['--version'], says: /unknown option --version; expected one of --port/ },
    { words: ['two\nlines'], says: /unknown verb 'two lines'/ },
    ...VERBS.map(verb => ({ words: [verb, '--frobnicate'], says: /unknown option --frobnicate; expected one of --/ })),
  ])('$words is bad usage', async ({ words, says }) => {
    const { code, stdout, stderr } = await lanescape(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(isOneLine(stderr)).toBe(true);
  });
});
