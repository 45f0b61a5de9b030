/** A result's findings with what of the launch is guessed: at once, and then with what came of trying the barriers and fences that they advise. */
import { useEffect, useMemo, useState } from 'react';
import { withGuesses } from '../../../inspect/guessed-launch.ts';
import { tryAdvice } from '../../../services/emulator/inspection-client.ts';
import { useWorkbench } from '../../../state/workbench-store.ts';
import type { Finding } from '../../../trace/finding.ts';
import { parameterNames } from '../output-checks.ts';
import type { RunResult } from '../run.ts';
import { optionsOf } from '../run-document.ts';
import type { VersionModel } from '../use-versions.ts';

interface Tried {
  readonly of: RunResult['inspection'];
  readonly findings: readonly Finding[];
}

/** Kinds whose advice is a barrier or a fence, or depends on where an address comes from. */
const TRYABLE: ReadonlySet<string> = new Set(['race', 'missingFence', 'outOfBounds']);

export function useTriedFindings({ run: { result }, edition }: VersionModel): readonly Finding[] {
  const [tried, setTried] = useState<Tried | null>(null);
  const maxSeconds = useWorkbench(state => state.maxSeconds);
  useEffect(() => {
    if (result === null || result.cut !== null) return;
    const { inspection } = result;
    if (!inspection.findings.some(({ kind }) => TRYABLE.has(kind))) return;
    const abort = new AbortController();
    tryAdvice(`advice ${edition}`, { ...jobOf(result), maxSeconds }, abort.signal).then(
      done => done.ok && setTried({ of: inspection, findings: done.value }),
      // A newer run took its place: its findings come with their own.
      () => {},
    );
    return () => abort.abort();
  }, [result, edition, maxSeconds]);
  const findings = tried !== null && tried.of === result?.inspection ? tried.findings : result?.inspection.findings;
  return useMemo(() => (result === null || !findings ? [] : guessesSaid(findings, result)), [findings, result]);
}

function guessesSaid(findings: readonly Finding[], result: RunResult): readonly Finding[] {
  const { launch, guessed } = result.document;
  const { faults, hazards } = result.inspection.emulation;
  if (guessed.length === 0) return findings;
  return withGuesses(findings, [...faults, ...hazards], { launch, guessed, names: parameterNames(result) });
}

function jobOf({ ptx, document, inspection: { emulation, findings } }: RunResult) {
  const { tracedCtas: _, ...options } = optionsOf(document);
  const { faults, hazards, warpInstructions } = emulation;
  return { ptx, launch: document.launch, options, run: { faults, hazards, warpInstructions }, findings };
}
