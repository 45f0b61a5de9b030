/** Prints findings as compilers do, `file:line: message`, and as annotations of GitHub Actions. */

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { withPlainNames } from '../src/ptx/outline/plain-names.ts';
import { callWords } from '../src/trace/call-words.ts';
import { isRefusal } from '../src/trace/fault.ts';
import type { Finding } from '../src/trace/finding.ts';
import { visible } from './terminal.ts';

export interface SourcePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** The source line, or the line of the PTX if the module was compiled without line information. */
export function sourcePlace({ place }: Finding, ptxPath: string, pathOf = shortPath): SourcePlace {
  const hasLine = place.file !== '' && place.line > 0;
  return hasLine ? { file: pathOf(place.file), line: place.line } : { file: pathOf(ptxPath), line: place.ptxLine };
}

/** One line each for: what was found, the calls that led there, what was observed of it on GPUs, and what usually helps. */
export function findingText(finding: Finding, ptxPath: string, mark = ''): string {
  const { file, line } = sourcePlace(finding, ptxPath);
  const hints = [
    ...callsOf(finding),
    finding.fitting?.message ?? '',
    finding.regions ?? '',
    finding.seen,
    finding.fix,
    finding.tried ?? '',
  ]
    .filter(hint => hint !== '')
    .map(hint => `    ${hint}\n`);
  const rank = isRefusal(finding.kind) ? 'refused' : finding.rank;
  return `${file}:${line}: ${rank}: ${messageOf(finding)}${mark}\n${hints.join('')}`;
}

/** "in reduce, called from sum.cu:41"; for a race, both accesses. */
function callsOf({ place, other }: Finding): string[] {
  const here = callWords(place, shortPath);
  const before = other === null ? '' : callWords(other.place, shortPath);
  return before === '' || before === here ? [here] : [here, `the earlier access ${before}`];
}

/** `::error file=…,line=…::message`, a workflow command of GitHub Actions. */
export function annotation(level: 'error' | 'warning', finding: Finding, ptxPath: string): string {
  const { file, line } = sourcePlace(finding, ptxPath, repositoryPath);
  const text = [
    messageOf(finding),
    ...callsOf(finding),
    finding.fitting?.message ?? '',
    finding.fix,
    finding.tried ?? '',
  ]
    .filter(part => part !== '')
    .join('\n');
  return `::${level} file=${escaped(visible(file), /[%\r\n:,]/g)},line=${line},title=${finding.kind}::${escaped(visible(text), /[%\r\n]/g)}\n`;
}

/** For a fault or a hazard, adds how often it occurred; the sentence of a cost says this itself. */
function messageOf({ rank, message, guess, count }: Finding): string {
  const plain = withPlainNames(message);
  const said = guess ? `${guess} ${plain}` : plain;
  return rank !== 'cost' && count > 1 ? `${said} (found ${count} times)` : said;
}

/** nvcc names sources by absolute paths. */
const shortPath = (file: string): string => (isAbsolute(file) ? pathBelow(process.cwd(), file) : file);

/** Annotations need paths from the root of the repository, whatever the working folder is. */
const repositoryPath = (file: string): string => pathBelow(repositoryRoot(), resolve(file));

function pathBelow(folder: string, file: string): string {
  const path = relative(folder, file);
  return path.startsWith('..') ? file : path;
}

/** The nearest folder, going up, that is the root of a git repository; the working folder if there is none. */
function repositoryRoot(): string {
  const here = process.cwd();
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return here;
  }
}

const escaped = (text: string, characters: RegExp): string =>
  text.replaceAll(characters, c => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

export const LINEINFO_HINT = 'Lines are those of the PTX: nvcc -lineinfo gives source lines.\n';
export const lacksLines = (findings: readonly Finding[]): boolean => findings.some(({ place }) => place.line === 0);
