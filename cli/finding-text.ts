/** Findings as compilers print them, `file:line: message`, and as GitHub Actions turns them into annotations. */

import { isAbsolute, relative } from 'node:path';
import type { Finding } from '../src/trace/finding.ts';
import { visible } from './terminal.ts';

export interface SourcePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** The source line, or the line of the PTX where the module was compiled without line information. */
export function sourcePlace({ place }: Finding, ptxPath: string): SourcePlace {
  const hasLine = place.file !== '' && place.line > 0;
  return hasLine ? { file: shortPath(place.file), line: place.line } : { file: ptxPath, line: place.ptxLine };
}

/** What, what was seen of it on GPUs, and what usually helps: a line each. */
export function findingText(finding: Finding, ptxPath: string, mark = ''): string {
  const { file, line } = sourcePlace(finding, ptxPath);
  const hints = [finding.seen, finding.fix].filter(hint => hint !== '').map(hint => `    ${hint}\n`);
  return `${file}:${line}: ${finding.rank}: ${messageOf(finding)}${mark}\n${hints.join('')}`;
}

/** `::error file=…,line=…::message`, a workflow command of GitHub Actions. */
export function annotation(level: 'error' | 'warning', finding: Finding, ptxPath: string): string {
  const { file, line } = sourcePlace(finding, ptxPath);
  const text = finding.fix === '' ? messageOf(finding) : `${messageOf(finding)}\n${finding.fix}`;
  return `::${level} file=${escaped(visible(file), /[%\r\n:,]/g)},line=${line},title=${finding.kind}::${escaped(visible(text), /[%\r\n]/g)}\n`;
}

/** Of a fault or a hazard: how often it came; of a cost the sentence says it. */
const messageOf = ({ rank, message, count }: Finding): string =>
  rank !== 'cost' && count > 1 ? `${message} (found ${count} times)` : message;

/** nvcc names sources by absolute paths; annotations need them from the root of the repository. */
function shortPath(file: string): string {
  const here = isAbsolute(file) ? relative(process.cwd(), file) : file;
  return here.startsWith('..') ? file : here;
}

const escaped = (text: string, characters: RegExp): string =>
  text.replaceAll(characters, c => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

export const LINEINFO_HINT = 'Lines are those of the PTX: nvcc -lineinfo gives source lines.\n';
export const lacksLines = (findings: readonly Finding[]): boolean => findings.some(({ place }) => place.line === 0);
