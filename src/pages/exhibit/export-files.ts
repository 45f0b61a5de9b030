/** The exhibit as files: one SVG or PNG of all variants' pictures; traces as JSON and CSV; the evidence as tables. */

import { csvText } from '../../base/csv.ts';
import { type ExportFile, textFile } from '../../panels/download.ts';
import { bestSource } from '../../panels/variant-view.ts';
import { figuresSvg } from '../../pictures/scene/figure-svg.ts';
import { svgToPng } from '../../pictures/scene/png.ts';
import { csv, jsonLines, traceText } from '../../trace/trace-text.ts';
import { linkTo } from './copy-link.tsx';
import { evidenceOf } from './evidence-records.ts';
import type { ExhibitModel } from './use-exhibit.ts';

/** Width of one variant's pictures in a file, in px. */
const COLUMN_PX = 394;

const fileName = ({ kernel, state }: ExhibitModel, what: string): string =>
  `${[kernel.id, ...state.variants].join('-')}${what}`;

function svgOf(model: ExhibitModel): string {
  const { exhibit, stage } = model;
  const search = model.link.encode(model.state);
  return figuresSvg({
    title: exhibit.title(stage.views, stage.subject),
    description: `${new URLSearchParams(search)}\n${linkTo(search)}`,
    theme: model.theme,
    columns: stage.views.map(view => ({
      letter: view.badge,
      title: view.title,
      note: exhibit.changed(view, stage.subject),
      figures: exhibit.figures(view, stage, COLUMN_PX),
    })),
  });
}

export const svgFile = (model: ExhibitModel): ExportFile =>
  textFile(fileName(model, '.svg'), 'image/svg+xml', svgOf(model));

export const pngFile = async (model: ExhibitModel): Promise<ExportFile> => ({
  name: fileName(model, '.png'),
  blob: await svgToPng(svgOf(model)),
});

/** One file a variant: the records behind the pictures, emulated where they are. */
export const traceFiles = (model: ExhibitModel, format: 'json' | 'csv'): ExportFile[] =>
  model.stage.views.map(view => {
    const { source, view: records } = bestSource(view);
    const name = `${model.kernel.id}-${view.id}-${source}-trace`;
    return format === 'csv'
      ? textFile(`${name}.csv`, 'text/csv', traceText(records.trace, csv))
      : textFile(`${name}.jsonl`, 'application/jsonl', traceText(records.trace, jsonLines));
  });

export function evidenceFile(model: ExhibitModel, format: 'json' | 'csv'): ExportFile {
  const records = model.variants.map(({ view, ptx }) => ({
    variant: view.id,
    evidence: evidenceOf(view, ptx.data?.provenance ?? ''),
  }));
  const name = fileName(model, `-evidence.${format}`);
  if (format === 'json')
    return textFile(
      name,
      'application/json',
      `${JSON.stringify({ link: linkTo(model.link.encode(model.state)), variants: records }, null, 2)}\n`,
    );
  const rows = records.flatMap(({ variant, evidence }) =>
    evidence.flatMap(({ quantity, unit, values, verdict }) =>
      Object.entries(values).map(([source, { value }]) => [variant, source, quantity, value, unit, verdict.kind]),
    ),
  );
  const head = ['variant', 'source', 'quantity', 'value', 'unit', 'verdict'];
  return textFile(name, 'text/csv', csvText([head, ...rows]));
}
