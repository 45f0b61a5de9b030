/** Uses one data folder after another: servers start there, do something, and are killed at a random moment. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { processesIn, temporaryFolder, writeCheckout, writeFakeNvcc } from '../../server/fixtures/test-server.ts';
import { Choices } from '../random.ts';
import { type CampaignScene, compile, remove, run, stockUp } from './activities.ts';
import { Victim } from './killed-server.ts';
import { Ledger } from './ledger.ts';
import { verdict } from './verdict.ts';

export const KINDS = ['start', 'compile', 'run', 'delete'] as const;
type Kind = (typeof KINDS)[number];

export interface Tally {
  readonly kills: Record<Kind, number>;
  acknowledged: { builds: number; runs: number; removals: number };
  /** Processes of jobs that were still alive shortly after their server was killed, before the next start. */
  survivors: number;
  readonly failures: string[];
}

export const emptyTally = (): Tally => ({
  kills: { start: 0, compile: 0, run: 0, delete: 0 },
  acknowledged: { builds: 0, runs: 0, removals: 0 },
  survivors: 0,
  failures: [],
});

/** The history keeps a limited number of rows; the folder is changed before it drops some. */
const KILLS_PER_FOLDER = 40;
/** Longer than each takes with stand-ins on a busy machine; removals are quick. */
const WITHIN_MS: Record<Kind, number> = { start: 1500, compile: 2000, run: 3500, delete: 25 };
const RUNNER_MODES = ['sound', 'sound', 'slow', 'stubborn'];

/** Kills until `isDone`; `seed` decides what and when. */
export async function runLane(seed: number, tally: Tally, isDone: () => boolean): Promise<void> {
  const choices = new Choices(seed);
  while (!isDone()) {
    const folder = temporaryFolder();
    writeCheckout(join(folder, 'checkout'));
    writeFakeNvcc(join(folder, 'fake'));
    mkdirSync(join(folder, 'data'));
    const ledger = new Ledger();
    await killIn(folder, { ledger, choices, tally, isDone });
    tally.acknowledged.builds += ledger.builds.size;
    tally.acknowledged.runs += ledger.comparisons.size;
    tally.acknowledged.removals += ledger.removed.size;
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Course {
  readonly ledger: Ledger;
  readonly choices: Choices;
  readonly tally: Tally;
  readonly isDone: () => boolean;
}

async function killIn(folder: string, course: Course): Promise<void> {
  const { choices, tally, isDone } = course;
  let builds = 0;
  const fresh = (): number => ++builds;
  for (let kills = 0; kills < KILLS_PER_FOLDER && !isDone(); kills++) {
    const kind = choices.of(KINDS);
    // One start that is killed, then one that must work; the next activity is killed in that one.
    if (kind === 'start') await killStart(folder, course);
    else if (!(await killDuring(kind, folder, { ...course, fresh }))) return;
    tally.kills[kind]++;
    if (kind === 'start' && !(await killDuring('compile', folder, { ...course, fresh }))) return;
    if (kind === 'start') tally.kills.compile++;
  }
  await endWell(folder, course);
}

async function killStart(folder: string, { choices }: Course): Promise<void> {
  const victim = new Victim(folder, 'sound');
  await pause(choices.below(WITHIN_MS.start));
  await victim.end('SIGKILL');
}

/** false if no server starts any more. */
async function killDuring(
  kind: Exclude<Kind, 'start'>,
  folder: string,
  { ledger, choices, tally, fresh }: Course & Pick<CampaignScene, 'fresh'>,
): Promise<boolean> {
  const victim = new Victim(folder, choices.of(kind === 'run' ? RUNNER_MODES : ['sound']));
  if (!(await startsWell(victim, folder, { ledger, tally }))) return false;
  const scene = { victim, ledger, choices, fresh };
  if (kind === 'delete') await stockUp(scene);
  let isStoring = (): void => {};
  const storing = new Promise<void>(resolve => {
    isStoring = resolve;
  });
  const activity = { compile, run: (at: CampaignScene) => run(at, isStoring), delete: remove }[kind](scene);
  const moment = pause(choices.below(WITHIN_MS[kind]));
  // Every other run is killed while its comparison is being written to the disk.
  const isLate = kind === 'run' && choices.below(2) === 0;
  await (isLate ? Promise.race([storing.then(() => pause(choices.below(30))), pause(WITHIN_MS.run * 2)]) : moment);
  await victim.end('SIGKILL');
  await activity;
  await pause(20);
  tally.survivors += processesIn(join(folder, 'data/work')).length;
  return true;
}

async function startsWell(victim: Victim, folder: string, { ledger, tally }: Pick<Course, 'ledger' | 'tally'>) {
  const refused = await victim.started();
  if (refused === null) {
    const findings = await verdict(victim, join(folder, 'data'), ledger);
    // A failure that stays would be found again after every kill, so it is counted once.
    tally.failures.push(...findings.filter(each => !tally.failures.includes(each)));
    return true;
  }
  tally.failures.push(refused);
  await victim.end('SIGKILL');
  return false;
}

async function endWell(folder: string, course: Course): Promise<void> {
  const victim = new Victim(folder, 'sound');
  if (!(await startsWell(victim, folder, course))) return;
  await victim.end('SIGTERM');
  const left = readdirSync(join(folder, 'data/work'));
  if (left.length > 0) course.tally.failures.push(`after a server that ended well, its work folder has ${left}`);
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
