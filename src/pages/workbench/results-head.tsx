/** The head of the results: how the run stands, in one sentence, and its totals, a column per version. */
import { Check, Clock, TriangleAlert, X } from 'lucide-react';
import { useMemo } from 'react';
import { count, listed, MISSING } from '../../base/numbers.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import { SourceBadge, VariantBadge } from '../../pictures/badges.tsx';
import type { FindingRank } from '../../trace/finding.ts';
import { placeWords } from './findings/finding-words.ts';
import { outputChecks } from './output-checks.ts';
import css from './results-head.module.css';
import type { RunResult } from './run.ts';
import { type RunTotals, totalsOf } from './run-totals.ts';
import { useMissingCompiler } from './use-compiler.ts';
import type { VersionModel } from './use-versions.ts';

const ICONS = { ok: Check, conflict: X, warn: TriangleAlert, stale: Clock } as const;

interface Standing {
  readonly tone: keyof typeof ICONS;
  readonly title: string;
  readonly text: string;
}

export function RunBanner({ version }: { version: VersionModel }) {
  const isHeld = useMissingCompiler(version.document) !== null && version.result === null;
  const { tone, title, text } = isHeld ? NOT_COMPILED : standingOf(version);
  const Icon = ICONS[tone];
  return (
    <div className="tinted banner" data-tone={tone} role="status">
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <strong>{title}</strong>
      {text && <p>{text}</p>}
    </div>
  );
}

const NOT_COMPILED: Standing = {
  tone: 'stale',
  title: 'Not run yet',
  text: 'CUDA runs once it is PTX, and nothing here can compile it. Above the source stands what does.',
};

const STAGES = {
  compile: 'The compilation failed',
  parse: 'The PTX could not be read',
  launch: 'The launch does not fit',
  worker: 'The run ended early',
} as const;

/** A sentence for every state of a run. */
export function standingOf({ result, run: { running, failure } }: VersionModel): Standing {
  const kept = result ? ' The results below are from the run before.' : '';
  if (running)
    return { tone: 'stale', title: running.stage === 'compile' ? 'Compiling' : 'Running', text: kept.trim() };
  if (failure) return { tone: 'conflict', title: STAGES[failure.stage], text: `${failureWords(failure)}${kept}` };
  if (!result)
    return { tone: 'stale', title: 'Not run yet', text: 'Run it: every access is then shown by source line.' };
  if (result.stale)
    return { tone: 'stale', title: 'Changed since this run', text: 'Run it again to see what it does now.' };
  if (result.cut !== null)
    return {
      tone: 'conflict',
      title: 'Out of time',
      text: `${result.cut} The results below are from the part that ran.`,
    };
  return outcomeOf(result);
}

const failureWords = ({ message, field }: { message: string; field: string | null }): string =>
  field === null ? message : `${field}: ${message}`;

function outcomeOf(result: RunResult): Standing {
  const { inspection } = result;
  const { findings, emulation } = inspection;
  const ranked = (rank: FindingRank) => findings.filter(finding => finding.rank === rank);
  const [faults, hazards] = [ranked('fault'), ranked('hazard')];
  // Advice without a count, such as on a block's size, is no excess.
  const costs = ranked('cost').filter(({ cost }) => cost !== null);
  const wrong = wrongOutputs(result);
  if (faults.length > 0 || !emulation.ok)
    return {
      tone: 'conflict',
      title: plural(faults.length, 'fault'),
      text: faults.length > 0 ? `At ${placesOf(faults)}.${endedThere(result) ? ENDED_THERE : ''}` : '',
    };
  if (wrong.length > 0) return outputStanding(result, wrong);
  if (hazards.length > 0)
    return {
      tone: 'warn',
      title: plural(hazards.length, 'hazard'),
      text: `At ${placesOf(hazards)}. The manual does not allow it, though GPUs were seen to do it right. No faults.`,
    };
  if (costs.length > 0)
    return {
      tone: 'warn',
      title:
        costs.length === 1
          ? '1 place costs more than necessary'
          : `${count(costs.length)} places cost more than necessary`,
      text: `${excessWords(totalsOf(inspection))}At ${placesOf(costs)}. No faults.`,
    };
  return { tone: 'ok', title: 'Nothing wrong was found', text: 'No excess and no faults.' };
}

/** A run that was to end at the first fault, and could have gone on. */
const endedThere = ({ document, inspection }: RunResult): boolean =>
  document.faults === 'first' &&
  inspection.emulation.faults.every(({ kind }) => kind !== 'deadlock' && kind !== 'limit');

const ENDED_THERE = ' The run ended there, and so do its counts and outputs; “collect all” under Faults goes on.';

/** Results of a GPU may differ in the last digits, by approximations or orders of sums that PTX leaves open. */
const outputStanding = ({ document }: RunResult, wrong: readonly string[]): Standing =>
  document.capture
    ? {
        tone: 'warn',
        title: 'Some outputs differ from the GPU’s',
        text: `In ${listed(wrong)}. The table under Outputs says where, and by how much. No faults.`,
      }
    : { tone: 'conflict', title: 'Not the expected output', text: `${listed(wrong)}. No faults.` };

/** Wrong outputs; none if only some CTAs ran, since much of an output is then missing. */
const wrongOutputs = (result: RunResult): readonly string[] =>
  result.document.ctas !== null
    ? []
    : outputChecks(result).flatMap(({ buffer: { name, length }, checked }) => {
        const wrong = checked.ok ? checked.value.wrong : 0;
        if (wrong === 0) return [];
        // Captured memory may hold tensors of several types: its own elements say little.
        return [result.document.capture ? name : `${name}: ${count(wrong)} of ${count(length)} elements are wrong`];
      });

const MOST_PLACES = 3;

function placesOf(findings: RunResult['inspection']['findings']): string {
  const places = [...new Set(findings.map(finding => placeWords(finding.place)))];
  const more = places.length - MOST_PLACES;
  return listed(more > 0 ? [...places.slice(0, MOST_PLACES), `${count(more)} more`] : places);
}

/** Words about excess: emulated costs are counted, never timed. */
function excessWords({ excessWavefronts, excessSectors }: RunTotals): string {
  const words = [
    ...(excessWavefronts > 0 ? [plural(excessWavefronts, 'wavefront')] : []),
    ...(excessSectors > 0 ? [plural(excessSectors, 'sector')] : []),
  ];
  return words.length > 0 ? `${listed(words)} beyond the ideal. ` : '';
}

const plural = (n: number, word: string): string => `${count(n)} ${word}${n === 1 ? '' : 's'}`;

type TotalRow = readonly [name: string, of: (totals: RunTotals) => string, isKey?: true];

const CTAS_ROW = 'CTAs that ran to their end';

const ROWS: readonly TotalRow[] = [
  ['Excess wavefronts', totals => count(totals.excessWavefronts), true],
  ['Wavefronts of shared memory', totals => count(totals.wavefronts)],
  ['Excess sectors', totals => count(totals.excessSectors), true],
  ['Sectors of global memory', totals => count(totals.sectors)],
  [
    'Active lanes, average of 32',
    totals => (Number.isNaN(totals.activeLanes) ? MISSING : totals.activeLanes.toFixed(1)),
  ],
  ['Warp instructions (PTX)', totals => count(totals.warpInstructions)],
  [CTAS_ROW, totals => count(totals.ctasRun)],
];

/** Table of totals; a version without a result says so. */
export function TotalsTable({ versions }: { versions: readonly VersionModel[] }) {
  const totals = useMemo(
    () => versions.map(({ run }) => (run.result ? totalsOf(run.result.inspection) : null)),
    [versions],
  );
  if (totals.every(of => of === null)) return null;
  // What little was counted before a fault must not look like a cheap run.
  const noneEnded = totals.some(of => of?.ctasRun === 0);
  return (
    <div className={css.totals}>
      <DataTable
        look="figures"
        caption="Totals"
        columns={[
          { key: 'quantity', name: <SourceBadge source="emulated" />, cell: ([name]) => name },
          ...versions.map(({ letter }, at) => ({
            key: letter,
            name: <VariantBadge letter={letter} />,
            cell: ([, of]: TotalRow) => {
              const found = totals[at];
              return found ? of(found) : MISSING;
            },
          })),
        ]}
        rows={ROWS}
        rowKey={([name]) => name}
        marks={([name, , isKey]) => (isKey ? ['key'] : name === CTAS_ROW && noneEnded ? ['wrong'] : [])}
      />
    </div>
  );
}
