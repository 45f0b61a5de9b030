/** A compiled kernel's pipeline beside a preset's, event by event: what both do in the same order, and what only one does. */
import { lineDiff } from '../../../base/line-diff.ts';
import { nameOfBarrier, type Scenario } from '../../../trace/scenario.ts';
import { roleEvents, type StoryEvent } from '../role-story.ts';
import { isAtWork, KERNEL_ONLY_BARRIERS, namedAs } from './ring-names.ts';

/** `same`: in both, at the same place in the order; its amounts may differ. */
export interface PairedEvent {
  readonly kind: 'same' | 'amount' | 'kernel' | 'preset';
  readonly what: string;
  /** Bytes, FLOP or shares of a phase; 0 of events without. Null where it is not there. */
  readonly kernel: number | null;
  readonly preset: number | null;
}

export interface PairedRole {
  /** The preset's name of it. */
  readonly role: string;
  readonly events: readonly PairedEvent[];
}

export interface BesidePreset {
  readonly roles: readonly PairedRole[];
  /** Events of all roles: in both, in the kernel alone, in the preset alone. */
  readonly both: number;
  readonly kernelOnly: number;
  readonly presetOnly: number;
}

/** Most events of each role that are compared. */
const MOST_EVENTS = 2000;

/** Roles that only wait at barriers of the whole CTA are left out. Exponentials are instructions in a kernel. */
export function besidePreset(kernel: Scenario, preset: Scenario, mostEvents = MOST_EVENTS): BesidePreset {
  const named = namedAs(kernel, preset);
  const names = new Set([...preset.roles, ...named.roles].filter(isAtWork).map(({ name }) => name));
  const first = (of: Scenario, role: string) => eventsIn(of, role).slice(0, mostEvents);
  const roles = [...names]
    .map(role => ({
      role,
      events: paired(first(named, role), first(preset, role)).map(event => worded(event, preset)),
    }))
    .filter(({ events }) => events.length > 0);
  const all = roles.flatMap(({ events }) => events);
  const count = (...kinds: readonly string[]) => all.filter(({ kind }) => kinds.includes(kind)).length;
  return { roles, both: count('same', 'amount'), kernelOnly: count('kernel'), presetOnly: count('preset') };
}

/** Likeness from 0 (no event is alike) to 1. */
export const agreement = ({ both, kernelOnly, presetOnly }: BesidePreset): number =>
  both === 0 ? 0 : both / (both + kernelOnly + presetOnly);

function eventsIn({ roles, barriers }: Scenario, name: string): readonly StoryEvent[] {
  const role = roles.find(each => each.name === name);
  return role ? roleEvents(role, barriers).filter(({ what }) => what !== 'exp') : [];
}

function paired(kernel: readonly StoryEvent[], preset: readonly StoryEvent[]): PairedEvent[] {
  const texts = (events: readonly StoryEvent[]): string[] => events.map(({ what }) => what);
  return lineDiff(texts(kernel), texts(preset)).map(({ text: what, before, after }) => {
    const ours = before === null ? null : kernel[before - 1].amount;
    const theirs = after === null ? null : preset[after - 1].amount;
    const kind = ours === null ? 'preset' : theirs === null ? 'kernel' : ours === theirs ? 'same' : 'amount';
    return { kind, what, kernel: ours, preset: theirs };
  });
}

/** The event in the preset's names of named barriers; a barrier that only the kernel has keeps its number. */
function worded(event: PairedEvent, preset: Scenario): PairedEvent {
  const what = event.what.replace(/^bar (\d+)/, (_, number) => {
    const id = Number(number);
    return id >= KERNEL_ONLY_BARRIERS ? `bar ${id - KERNEL_ONLY_BARRIERS} (kernel)` : nameOfBarrier(preset, id);
  });
  return { ...event, what };
}
