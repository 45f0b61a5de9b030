/** The exhibit as files: one SVG or PNG of all variants' pictures; traces as JSON and CSV; the evidence as tables. */

import { type ExportFile, textFile } from '../../panels/download.ts';
import type { PictureFile } from '../../panels/kit/exports.ts';
import type { TableFile } from '../../panels/kit/table-text.ts';
import { bestSource } from '../../panels/variant-view.ts';
import { csv, jsonLines, traceText } from '../../trace/trace-text.ts';
import { evidenceOf } from './evidence-records.ts';
import { linkTo } from './link-to.ts';
import type { ExhibitModel } from './use-exhibit.ts';

/** Width of one variant's pictures in a file, in px. */
const COLUMN_PX = 394;

const fileName = ({ kernel, state }: ExhibitModel, what: string): string =>
  `${[kernel.id, ...state.variants].join('-')}${what}`;

export async function pictureFile(model: ExhibitModel, enlargedBy = 1): Promise<PictureFile> {
  const { exhibit, stage } = model;
  const search = model.link.encode(model.state);
  return {
    name: fileName(model, ''),
    title: exhibit.title(stage.views, stage.subject),
    description: `${new URLSearchParams(search)}\n${linkTo(search)}`,
    theme: model.theme,
    columns: await Promise.all(
      stage.views.map(async view => ({
        letter: view.badge,
        title: view.title,
        note: exhibit.changed(view, stage.subject),
        figures: await exhibit.figures(view, { ...stage, enlargedBy }, COLUMN_PX),
      })),
    ),
  };
}

/** One file a variant: the records behind the pictures, emulated where they are. */
export const traceFiles = (model: ExhibitModel, format: 'json' | 'csv'): ExportFile[] =>
  model.stage.views.map(view => {
    const { source, view: records } = bestSource(view);
    const name = `${model.kernel.id}-${view.id}-${source}-trace`;
    return format === 'csv'
      ? textFile(`${name}.csv`, 'text/csv', traceText(records.trace, csv))
      : textFile(`${name}.jsonl`, 'application/jsonl', traceText(records.trace, jsonLines));
  });

export function evidenceFile(model: ExhibitModel): TableFile {
  const variants = model.variants.map(({ view, ptx }) => ({
    variant: view.id,
    evidence: evidenceOf(view, ptx.data?.provenance ?? ''),
  }));
  return {
    name: fileName(model, '-evidence'),
    table: () => ({
      columns: ['variant', 'source', 'quantity', 'value', 'unit', 'verdict'],
      rows: variants.flatMap(({ variant, evidence }) =>
        evidence.flatMap(({ quantity, unit, values, verdict }) =>
          Object.entries(values).map(([source, { value }]) => [variant, source, quantity, value, unit, verdict.kind]),
        ),
      ),
    }),
    json: () => ({ link: linkTo(model.link.encode(model.state)), variants }),
  };
}
