/** What a server does while it is killed. Each activity goes on until the connection ends. */
import { API_PATHS } from '../../src/contract/api-address.ts';
import type { Choices } from '../random.ts';
import type { Victim } from './killed-server.ts';
import type { Ledger } from './ledger.ts';

export interface CampaignScene {
  readonly victim: Victim;
  readonly ledger: Ledger;
  readonly choices: Choices;
  /** A number that no build had before. */
  readonly fresh: () => number;
}

/** Most compilations end; some sleep, and some leave a process that ignores SIGTERM. */
const COMPILER_MODES = ['ok', 'ok', 'ok', 'ok', 'stubborn', 'forkAndHang', 'forkAndEnd'];

export async function compile({ victim, ledger, choices, fresh }: CampaignScene): Promise<void> {
  for (let status: number | null = 0; status !== null; ) {
    const n = fresh();
    const body = { kernel: 'probe', variant: 'plain', params: { mode: choices.of(COMPILER_MODES), n }, arch: 'sm_90' };
    status = await victim.post(API_PATHS.compile, body, line => {
      const { stage, cached } = JSON.parse(line);
      if (stage === 'done' && !cached) ledger.builds.add(n);
    });
  }
}

/** The servers of one folder together stay below the number of runs that the history keeps. */
const MAX_COMPARISONS = 40;

/** Calls `onStored` just before a comparison is stored. */
export async function run({ victim, ledger }: CampaignScene, onStored: () => void = () => {}): Promise<void> {
  for (let i = 0; i < MAX_COMPARISONS; i++) {
    if ((await compareOnce(victim, ledger, onStored)) === null) return;
  }
}

function compareOnce(victim: Victim, ledger: Ledger, onStored: () => void): Promise<number | null> {
  const body = { kernel: 'probe', variants: ['plain', 'wrong'], params: { mode: 'ok' }, method: 'cold' };
  return victim.post(API_PATHS.run, body, line => {
    const event = JSON.parse(line);
    if (event.stage === 'samples') onStored();
    if (event.stage === 'done') ledger.saw(event.runs);
  });
}

/** Stores runs first, so that there are some to remove. */
export async function stockUp({ victim, ledger }: CampaignScene): Promise<void> {
  while (ledger.kept.length < 4 && (await compareOnce(victim, ledger, () => {})) === 200);
}

export async function remove({ victim, ledger }: CampaignScene): Promise<void> {
  for (const id of ledger.kept) {
    if (ledger.asked.has(id)) continue;
    const together = ledger.besides(id);
    for (const run of together) ledger.asked.add(run);
    const status = await victim.post(API_PATHS.removeRun, { id });
    if (status === 204) for (const run of together) ledger.removed.add(run);
    if (status === null) return;
  }
}
