/** The colour and the letters of a role. Rows are always named: colour only repeats the name. */
import type { Scenario } from '../../trace/scenario.ts';
import type { RoleColor, RoleTone, Theme } from '../theme.ts';

const CONSUMERS: readonly RoleColor[] = ['consumer1', 'consumer2', 'consumer3'];

/** Producers and epilogues by their name, all others in the order of the scenario; the fourth of them is grey. */
export function roleTone({ roles }: Pick<Scenario, 'roles'>, name: string, theme: Theme): RoleTone {
  const own = ownTone(name);
  if (own !== null) return theme.roles[own];
  const others = roles.filter(role => ownTone(role.name) === null);
  return theme.roles[CONSUMERS[others.findIndex(role => role.name === name)] ?? 'epilogue'];
}

const ownTone = (name: string): RoleColor | null =>
  name.startsWith('producer') ? 'producer' : name.startsWith('epilogue') ? 'epilogue' : null;

/** 'P', 'C1', 'W0': the initial and the first number of 'producer', 'consumer 1', 'warps 0–3'. */
export const roleLetters = (name: string): string => `${name.slice(0, 1).toUpperCase()}${/\d+/.exec(name)?.[0] ?? ''}`;
