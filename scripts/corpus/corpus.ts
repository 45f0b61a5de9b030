/** The kernels of `cuda/corpus`, each with its launch and what should be found in it, read from marks in their sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, FindingRank } from '../../src/trace/finding.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { projectRoot } from '../tree.ts';

export const CORPUS_FOLDER = 'cuda/corpus';

export interface CorpusFile {
  readonly topic: string;
  /** Path from the root. */
  readonly path: string;
  /** A debug build. */
  readonly isDebug: boolean;
  readonly kernels: readonly CorpusKernel[];
}

export interface CorpusKernel {
  readonly entry: string;
  /** Null for a launch as it is guessed. */
  readonly launch: Launch | null;
  /** Empty for a right kernel. */
  readonly expected: readonly Expected[];
}

export interface Expected {
  readonly rank: FindingRank;
  readonly kind: Finding['kind'];
  /** Line of the fault, or of the call of the inlined function that holds it. */
  readonly line: number;
  /** A word of the advice; '' for any. */
  readonly advice: string;
  /** Result of the trial of the advice; '' if none is asked for. */
  readonly tried: string;
  /** Why it is not found; null if it is found. */
  readonly missed: string | null;
}

/** Launch with threads of two warps, and one buffer of 64 words. */
const DEFAULT_LAUNCH: Omit<Launch, 'entry'> = {
  grid: [1, 1, 1],
  block: [64, 1, 1],
  buffers: [{ name: 'out', type: 's32', length: 64, init: { kind: 'zeros' }, output: true }],
  params: [{ kind: 'pointer', buffer: 'out' }],
};

/** Kernels of that topic are judged by what they cost, too. */
export const COST_TOPIC = 'cost';

/** Files in the order of their paths. */
export function corpusFiles(): CorpusFile[] {
  const folder = join(projectRoot, CORPUS_FOLDER);
  const topics = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return topics
    .map(({ name }) => name)
    .sort()
    .flatMap(topic =>
      readdirSync(join(folder, topic))
        .filter(name => name.endsWith('.cu'))
        .sort()
        .map(name => fileOf(topic, `${CORPUS_FOLDER}/${topic}/${name}`)),
    );
}

function fileOf(topic: string, path: string): CorpusFile {
  const source = readFileSync(join(projectRoot, path), 'utf8');
  return { topic, path, isDebug: source.split('\n').includes(DEBUG_MARK), kernels: kernelsOf(source) };
}

const MARK = '//! ';
const LAUNCH_MARK = `${MARK}launch `;
const DEBUG_MARK = `${MARK}debug`;

/**
 * A launch mark belongs to the kernels below it; a verdict mark belongs to the kernel in which it stands, and to its
 * line.
 */
export function kernelsOf(source: string): CorpusKernel[] {
  const kernels: { entry: string; launch: Launch | null; expected: Expected[] }[] = [];
  let launch: typeof DEFAULT_LAUNCH | null = DEFAULT_LAUNCH;
  source.split('\n').forEach((text, i) => {
    const entry = kernelNamed(text);
    if (entry !== null) kernels.push({ entry, launch: launch && { ...launch, entry }, expected: [] });
    if (text.startsWith(LAUNCH_MARK)) launch = markedLaunch(text.slice(LAUNCH_MARK.length));
    else if (text !== DEBUG_MARK)
      for (const mark of text.split(MARK).slice(1)) kernels.at(-1)?.expected.push(expectedOf(mark.trim(), i + 1));
  });
  const wrong = kernels.find(({ entry, expected }) => entry.startsWith('right') !== (expected.length === 0));
  if (wrong) throw new Error(`'${wrong.entry}': a right kernel is named right…, and has no marks; others have one`);
  return kernels;
}

const markedLaunch = (text: string): typeof DEFAULT_LAUNCH | null =>
  text === 'guessed' ? null : { ...DEFAULT_LAUNCH, ...JSON.parse(text) };

/** The name in the line on which a kernel is defined. */
function kernelNamed(line: string): string | null {
  if (!line.includes('__global__')) return null;
  const [name] = /\b(right|wrong)\w*/.exec(line) ?? [];
  if (name === undefined) throw new Error(`no name that starts with right or wrong: ${line}`);
  return name;
}

/** 'fault race', 'fault race, advice __syncwarp', 'fault race, tried in vain', 'missed fault race: why'. */
function expectedOf(mark: string, line: number): Expected {
  const [words, reason = ''] = mark.split(': ');
  const isMissed = words.startsWith('missed ');
  const [finding, ...asked] = words.split(', ');
  const askedOf = (what: string): string =>
    asked.find(part => part.startsWith(`${what} `))?.slice(what.length + 1) ?? '';
  const [rank, kind] = finding.split(' ').slice(isMissed ? 1 : 0);
  if (!RANKS.has(rank) || kind === undefined) throw new Error(`line ${line}: no mark: ${mark}`);
  const [advice, tried] = [askedOf('advice'), askedOf('tried')];
  return {
    rank: rank as FindingRank,
    kind: kind as Finding['kind'],
    line,
    advice,
    tried,
    missed: isMissed ? reason : null,
  };
}

const RANKS: ReadonlySet<string> = new Set(['fault', 'hazard', 'cost']);
