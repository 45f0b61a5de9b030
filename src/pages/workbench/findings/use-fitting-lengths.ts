/**
 * For accesses past the end of a buffer with a guessed length: finds the first length with which a run no longer finds
 * them.
 */
import { useEffect, useState } from 'react';
import {
  type GuessedPaths,
  type LengthToTry,
  lengthToTry,
  longerLength,
  withLength,
} from '../../../inspect/guessed-launch.ts';
import { inspect } from '../../../services/emulator/inspection-client.ts';
import { useWorkbench } from '../../../state/workbench-store.ts';
import type { Fault } from '../../../trace/fault.ts';
import { parameterNames } from '../output-checks.ts';
import type { RunResult } from '../run.ts';
import { optionsOf } from '../run-document.ts';
import type { VersionModel } from '../use-versions.ts';

export interface FittingLength {
  readonly buffer: number;
  /** Path of the length in the launch. */
  readonly path: string;
  readonly length: number;
}

interface Fitting {
  readonly of: RunResult;
  /** Lengths by the fault's message. */
  readonly lengths: ReadonlyMap<string, FittingLength>;
}

/** Longer runs are not made again, and of several findings the first are. */
const MOST_WARP_INSTRUCTIONS = 1e6;
const MOST_FINDINGS = 3;

const NONE: ReadonlyMap<string, FittingLength> = new Map();

export function useFittingLengths({ run: { result }, edition }: VersionModel): Fitting['lengths'] {
  const [fitting, setFitting] = useState<Fitting | null>(null);
  const maxSeconds = useWorkbench(state => state.maxSeconds);
  useEffect(() => {
    if (result === null || result.cut !== null || result.document.guessed.length === 0) return;
    const { faults, warpInstructions } = result.inspection.emulation;
    if (warpInstructions > MOST_WARP_INSTRUCTIONS || !faults.some(({ kind }) => kind === 'outOfBounds')) return;
    const abort = new AbortController();
    fittingLengths(result, `lengths ${edition}`, maxSeconds, abort.signal).then(
      lengths => setFitting({ of: result, lengths }),
      // A newer run took its place.
      () => {},
    );
    return () => abort.abort();
  }, [result, edition, maxSeconds]);
  return fitting !== null && fitting.of === result ? fitting.lengths : NONE;
}

async function fittingLengths(
  result: RunResult,
  slot: string,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<Fitting['lengths']> {
  const { launch, guessed } = result.document;
  const paths = { launch, guessed, names: parameterNames(result) };
  const found = new Map<string, FittingLength>();
  const asked = result.inspection.emulation.faults.flatMap(fault => {
    const first = lengthToTry(fault, paths);
    return first === null ? [] : [{ fault, first }];
  });
  for (const { fault, first } of asked.slice(0, MOST_FINDINGS)) {
    const length = await firstFitting(result, fault, first, { slot, maxSeconds, signal, paths });
    if (length !== null) found.set(fault.message, { ...first, length });
  }
  return found;
}

interface Asking {
  readonly slot: string;
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  readonly paths: GuessedPaths;
}

async function firstFitting(
  { ptx, document }: RunResult,
  fault: Fault,
  { buffer, length: first }: LengthToTry,
  { slot, maxSeconds, signal, paths }: Asking,
): Promise<number | null> {
  const isSame = ({ kind, place }: Fault) => kind === fault.kind && place.ptxLine === fault.place.ptxLine;
  let length: number | null = first;
  while (length !== null) {
    const launch = withLength(document.launch, buffer, length);
    const job = { ptx, launch, options: optionsOf(document), maxSeconds };
    const run = await inspect(slot, job, () => {}, signal);
    if (!run.ok || run.value.cut !== null) return null;
    const again = run.value.inspection.emulation.faults.find(isSame);
    if (again === undefined) return length;
    length = longerLength(again, length, { ...paths, launch });
  }
  return null;
}
