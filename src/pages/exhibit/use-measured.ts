/**
 * Chooses the runs that the measured column shows, all with exactly the parameters on screen, and what its Run button
 * does.
 */
import { useEffect, useState } from 'react';
import type { PlaceInfo } from '../../contract/api.ts';
import { TIMING_METHODS, type TimingMethod } from '../../contract/run-job.ts';
import { fullest, type Measurement, measuredWith } from '../../services/recordings/measurement.ts';
import {
  type Measurements,
  useCeilings,
  useKeepRuns,
  useMachine,
  useMeasurements,
} from '../../services/recordings/use-measurements.ts';
import { type RunHandle, useRun } from '../../services/recordings/use-run.ts';
import { type Ceilings, ceilingsFor } from '../../trace/ceilings.ts';
import type { Work } from '../../trace/work.ts';
import type { ExhibitModel } from './use-exhibit.ts';

export interface MeasuredChoice extends Measurements, RunHandle {
  readonly method: TimingMethod;
  readonly onMethod: (method: TimingMethod) => void;
  /** Methods that have runs; all methods if a run can be made. */
  readonly methods: readonly TimingMethod[];
  /** Measurements with these parameters and this method; own ones come first. */
  readonly candidates: readonly Measurement[];
  readonly shown: Measurement | null;
  readonly onShow: (id: string) => void;
  readonly ceilings: Ceilings;
  readonly work: Work | null;
  /** Why no run can be made; null if one can; undefined while the server is asked. */
  readonly whyOff: string | null | undefined;
  /** Where a run can be made, and where the next one is. */
  readonly places: readonly PlaceInfo[];
  readonly place: string;
  readonly onPlace: (name: string) => void;
  /** Why a run at that place cannot count; null if it can. */
  readonly whyNoCounters: string | null;
  readonly options: RunOptions;
  readonly onOptions: (options: RunOptions) => void;
  readonly onRun: () => void;
}

export interface MeasuredProps {
  readonly model: ExhibitModel;
  readonly choice: MeasuredChoice;
}

/** `runsAsked` counts the presses of the key that starts a run from anywhere on the page. */
export function useMeasured(model: ExhibitModel, runsAsked: number): MeasuredChoice {
  const all = useMeasurements(model.kernel.id);
  const [wanted, onMethod] = useState<TimingMethod>('steady');
  const [wantedId, onShow] = useState<string | null>(null);
  const whyOff = useWhyOff(model);
  const { params } = model.state;
  const found = TIMING_METHODS.filter(each => measuredWith(all.measurements, params, each).length > 0);
  const methods = whyOff === null ? TIMING_METHODS : found;
  const method = methods.includes(wanted) ? wanted : (methods[0] ?? wanted);
  const candidates = measuredWith(all.measurements, params, method);
  const shown = candidates.find(({ id }) => id === wantedId) ?? fullest(candidates, variantsOf(model));
  const run = useRunOf(model, method, () => onShow(null));
  useAskedRun(runsAsked, whyOff, run.run.kind === 'running' ? null : run.onRun);
  const limits = useLimits(model, shown);
  return { ...all, ...run, ...limits, method, onMethod, methods, candidates, shown, onShow, whyOff };
}

export interface RunOptions {
  readonly isLong: boolean;
  /** Whether the launch is repeated under the profiler, after all times are there. */
  readonly counts: boolean;
}

/** Seconds for the samples of all variants: rule T5's wall, and what the long run has. */
const MAX_SECONDS = { short: 5, long: 30 };

type RunOf = RunHandle &
  Pick<MeasuredChoice, 'places' | 'place' | 'onPlace' | 'whyNoCounters' | 'options' | 'onOptions' | 'onRun'>;

const COUNTED_HERE = "Counters are read on the server's own machine only.";

function useRunOf(model: ExhibitModel, method: TimingMethod, onStart: () => void): RunOf {
  const handle = useRun(useKeepRuns(model.kernel.id));
  const [options, onOptions] = useState<RunOptions>({ isLong: false, counts: false });
  const places = usePlaces();
  const [wanted, onPlace] = useState<string | null>(null);
  const chosen = places.find(({ name }) => name === wanted) ?? places[0];
  const place = chosen?.name ?? '';
  const whyNoCounters = chosen?.kind === 'local' ? null : COUNTED_HERE;
  const onRun = (): void => {
    onStart();
    const variants = variantsOf(model);
    const maxSeconds = options.isLong ? MAX_SECONDS.long : MAX_SECONDS.short;
    const counters = options.counts && whyNoCounters === null ? { counters: true } : {};
    const { params } = model.state;
    handle.start({ kernel: model.kernel.id, variants, params, method, maxSeconds, place, ...counters });
  };
  return { ...handle, places, place, onPlace, whyNoCounters, options, onOptions, onRun };
}

/** Ids of those on screen that can be launched with the shared parameters. */
const variantsOf = ({ stage }: ExhibitModel): string[] => [
  ...new Set(stage.views.filter(({ refusal, isApart }) => refusal === null && !isApart).map(({ id }) => id)),
];

function useWhyOff(model: ExhibitModel): string | null | undefined {
  const { machine, error } = useMachine();
  if (error !== null) return `The machine is not known: ${error.message}.`;
  if (machine === undefined) return undefined;
  if (machine === null) return 'This page is static: a run needs the local server, on a machine with an NVIDIA GPU.';
  if (machine.places.length === 0)
    return machine.gpus.length === 0
      ? 'This machine has no NVIDIA GPU.'
      : 'This machine has a GPU, but no nvcc to build for it.';
  return variantsOf(model).length === 0 ? 'None of these variants can be launched with these parameters.' : null;
}

const usePlaces = (): readonly PlaceInfo[] => useMachine().machine?.places ?? NO_PLACES;

const NO_PLACES: readonly PlaceInfo[] = [];

/** A key may be pressed before the answers are there that say whether a run can be made. */
function useAskedRun(asked: number, whyOff: string | null | undefined, start: (() => void) | null): void {
  const [answered, setAnswered] = useState(0);
  useEffect(() => {
    if (asked === answered || whyOff === undefined) return;
    setAnswered(asked);
    if (whyOff === null) start?.();
  }, [asked, answered, whyOff, start]);
}

function useLimits(
  { kernel, state }: ExhibitModel,
  shown: Measurement | null,
): Pick<MeasuredChoice, 'ceilings' | 'work'> {
  const records = useCeilings();
  const work = kernel.work(state.params);
  if (work === null || shown === null) return { work, ceilings: { measured: null, dataSheet: null } };
  const { name } = shown.records[0].gpu;
  return { work, ceilings: ceilingsFor(work.kind, name, records.find(({ gpu }) => gpu.name === name) ?? null) };
}
