/** The findings of a run as files. */
import { csvText } from '../../../base/csv.ts';
import { type ExportFile, textFile } from '../../../panels/download.ts';
import { callWords } from '../../../trace/call-words.ts';
import type { Finding } from '../../../trace/finding.ts';
import { baseName } from '../source/source-names.ts';

const COLUMNS: readonly (readonly [name: string, of: (finding: Finding) => string | number])[] = [
  ['rank', f => f.rank],
  ['kind', f => f.kind],
  ['file', f => f.place.file],
  ['line', f => f.place.line],
  ['ptxLine', f => f.place.ptxLine],
  ['calls', f => callWords(f.place, baseName)],
  ['instruction', f => f.place.instruction],
  ['count', f => f.count],
  ['unit', f => f.cost?.unit ?? ''],
  ['actual', f => f.cost?.actual ?? ''],
  ['ideal', f => f.cost?.ideal ?? ''],
  ['cta', f => f.who?.cta ?? ''],
  ['warp', f => f.who?.warp ?? ''],
  ['lane', f => f.who?.lane ?? ''],
  ['otherLine', f => f.other?.place.line ?? ''],
  ['otherPtxLine', f => f.other?.place.ptxLine ?? ''],
  ['message', f => f.message],
  ['fix', f => f.fix],
  ['tried', f => f.tried ?? ''],
  ['seen', f => f.seen],
];

export function findingsText(findings: readonly Finding[], format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(findings, null, 2)}\n`;
  return csvText([COLUMNS.map(([name]) => name), ...findings.map(finding => COLUMNS.map(([, of]) => of(finding)))]);
}

export const findingsFile = (title: string, findings: readonly Finding[], format: 'csv' | 'json'): ExportFile =>
  textFile(
    `${fileStem(title)}-findings.${format}`,
    format === 'csv' ? 'text/csv' : 'application/json',
    findingsText(findings, format),
  );

/** 'My kernel (2)' -> 'my-kernel-2': a title as a file name. */
export const fileStem = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'kernel';
