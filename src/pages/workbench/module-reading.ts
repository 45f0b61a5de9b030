/** What can be known of a program without running it: its outline, or the place at which its PTX cannot be read. */
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Result } from '../../base/result.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { type GuessedLaunch, guessLaunch } from '../../ptx/outline/guess.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import type { JobFailure } from '../../services/emulator/job-failure.ts';
import { MOST_READ_WHOLE, type OutlineQuestion, readOutline } from '../../services/emulator/outline-job.ts';
import type { DocumentVersion } from '../../state/workbench-store.ts';
import type { WorkbenchRun } from './run.ts';

/**
 * Most characters that are read here, which takes some 10 ms. A longer text is read by the emulator's worker, so that
 * the page stays responsive.
 */
const MOST_READ_HERE = 2 ** 14;

const isShort = ({ ptx, cuda }: OutlineQuestion): boolean => ptx.length + cuda.length <= MOST_READ_HERE;

type Reading = Result<ModuleOutline, JobFailure>;

interface AskedReading {
  readonly question: OutlineQuestion;
  readonly reading: Promise<Reading>;
  /** Null as long as the text is being read. */
  settled: Reading | null;
}

/** The last ones that the worker was asked for: every part of the page asks anew, and both versions do. */
const asked: AskedReading[] = [];
const KEPT_READINGS = 4;

const isSame = (a: OutlineQuestion, b: OutlineQuestion): boolean =>
  a.kernel === b.kernel && a.ptx === b.ptx && a.cuda === b.cuda;

const askedFor = (question: OutlineQuestion): AskedReading | undefined =>
  asked.find(other => isSame(other.question, question));

function ask(question: OutlineQuestion): AskedReading {
  const known = askedFor(question);
  if (known !== undefined) return known;
  const reading = import('../../services/emulator/client.ts').then(client => client.outlineApart(question));
  const made: AskedReading = { question, reading, settled: null };
  asked.push(made);
  if (asked.length > KEPT_READINGS) asked.shift();
  const forget = () => void asked.splice(asked.indexOf(made), asked.includes(made) ? 1 : 0);
  reading.then(settled => {
    made.settled = settled;
    if (!settled.ok && settled.error.stage === 'worker') forget();
  }, forget);
  return made;
}

/** `kernel` matters for long texts only, of which it alone is read. */
const kernelToRead = (ptx: string, kernel: string | undefined): string | undefined =>
  ptx.length > MOST_READ_WHOLE ? kernel : undefined;

/** `cuda`: the source that the PTX was made from, for the names of its parameters; '' where it is not at hand. */
export const readModule = async (ptx: string, cuda: string, kernel?: string): Promise<Reading> => {
  const question = { ptx, cuda, kernel: kernelToRead(ptx, kernel) };
  return isShort(question) ? readOutline(question) : ask(question).reading;
};

/** A launch to start from; a module without kernels has none. */
export function guessedFor(outline: ModuleOutline): GuessedLaunch {
  const [entry] = outline.entries;
  return entry ? guessLaunch(outline, entry) : { launch: BLANK_LAUNCH, guessed: [] };
}

export const BLANK_LAUNCH: WorkbenchDocument['launch'] = {
  grid: [1, 1, 1],
  block: [32, 1, 1],
  buffers: [],
  params: [],
};

/** Whether the launch is still empty. */
export const isBlank = ({ buffers, params }: WorkbenchDocument['launch']): boolean =>
  buffers.length === 0 && params.length === 0;

/** PTX and CUDA of a version; no PTX before the CUDA is compiled. */
export function versionTexts({ document, listings }: DocumentVersion, { compiled }: WorkbenchRun) {
  const { language, text } = document.source;
  return {
    ptx: language === 'ptx' ? text : compiled,
    cuda: language === 'cuda' ? text : (listings[0]?.text ?? ''),
  };
}

/**
 * Reading of the PTX as it is typed, with a short delay; of CUDA, of its last compiled PTX; null before that, and while
 * a long text is read.
 */
export function useModuleReading(version: DocumentVersion & { readonly run: WorkbenchRun }): Reading | null {
  const { ptx: typed, cuda } = versionTexts(version, version.run);
  const ptx = useDeferredValue(typed);
  const kernel = kernelToRead(ptx ?? '', version.document.launch.entry);
  const question = useMemo(() => (ptx === null ? null : { ptx, cuda, kernel }), [ptx, cuda, kernel]);
  const here = useMemo(() => (question && isShort(question) ? readOutline(question) : null), [question]);
  const [apart, setApart] = useState<{ readonly question: OutlineQuestion; readonly reading: Reading }>();
  useEffect(() => {
    if (question === null || isShort(question)) return;
    let isWanted = true;
    ask(question).reading.then(reading => isWanted && setApart({ question, reading }));
    return () => {
      isWanted = false;
    };
  }, [question]);
  const settled = question && (askedFor(question)?.settled ?? null);
  return here ?? settled ?? (apart?.question === question ? apart.reading : null);
}
