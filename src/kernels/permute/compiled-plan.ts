/** A plan that is an argument of the launch, or compiled in: in a source of its own, whose entry has no such argument. */
import type { LaunchParam } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import type { PermuteJob } from './job.ts';
import { elementBuild } from './mover.ts';
import { CONSTANTS } from './params.ts';
import { unsignedStruct } from './tensor-dims.ts';

export interface PlanSources {
  readonly argument: string;
  /** Null where there is none: then it is an argument always. */
  readonly constants: string | null;
}

const isCompiledIn = ({ constants }: PlanSources, { params }: PermuteJob): boolean =>
  constants !== null && params.binding === CONSTANTS;

/** A job that is refused has a source to show, but no plan to compile in. */
export function planBuild(
  sources: PlanSources,
  job: PermuteJob,
  wordsOf: ((job: PermuteJob) => number[]) | null,
): BuildSpec {
  if (!isCompiledIn(sources, job)) return elementBuild(sources.argument)(job);
  const build = elementBuild(sources.constants!)(job);
  const plan = wordsOf === null ? {} : { PLAN: wordsOf(job).join('_') };
  return { ...build, defines: { ...build.defines, ...plan } };
}

export const planParams = (sources: PlanSources, job: PermuteJob, words: readonly number[]): LaunchParam[] => [
  { kind: 'pointer', buffer: 'out' },
  { kind: 'pointer', buffer: 'in' },
  ...(isCompiledIn(sources, job) ? [] : [unsignedStruct(words)]),
];
