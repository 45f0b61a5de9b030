/** The source pane of an exhibit: texts, lit lines and costs of each variant. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { latePart } from '../../panels/part-boundary.tsx';
import { requestsOf } from '../../panels/requests.ts';
import type { SourceLineCost, SourceText } from '../../panels/source-files.tsx';
import { SourcePane } from '../../panels/source-pane.tsx';
import { bestSource, type SourceView } from '../../panels/variant-view.ts';
import { fetchKernelText } from '../../services/ptx-source.ts';
import { fetchMachine } from '../../services/server/server.ts';
import css from './exhibit-source.module.css';
import { costsByFile, projectPath } from './source-view.ts';
import type { ExhibitModel } from './use-exhibit.ts';
import type { VariantRecords } from './use-variant-view.ts';

const CompilePanel = latePart(async () => (await import('./compile-panel.tsx')).CompilePanel);

const SassLines = latePart(async () => (await import('./sass-lines.tsx')).SassLines);

export function ExhibitSource({ model }: { model: ExhibitModel }) {
  const { kernel, state, variants, theme, update } = model;
  const sources = useTexts(
    variants.map(records => sourceOf(records, `cuda/kernels/${kernel.build(records.view.id, state.params).source}`)),
  );
  /** The first access of the picked line, on the side and in the warp that make it. */
  const pick = (badge: string, path: string, line: number) => {
    const view = variants.find(v => v.view.badge === badge)?.view;
    if (!view) return;
    for (const side of ['store', 'load'] as const) {
      const made = requestsOf(bestSource(view).view.trace, side);
      const found = made.find(({ access }) => access.line === line && projectPath(access.file) === path);
      if (found) update({ side, warp: found.warp, request: found.request, at: null });
    }
  };
  return (
    <div className={css.source}>
      <SourcePane
        sources={sources}
        theme={theme}
        compiler={<Compiler model={model} />}
        sass={badge => <Sass model={model} badge={badge} />}
        onPickLine={pick}
      />
    </div>
  );
}

function Compiler({ model }: { model: ExhibitModel }) {
  const machine = useQuery({ queryKey: ['machine'], queryFn: fetchMachine });
  const nvcc = machine.data?.nvcc?.version;
  if (!nvcc) return null;
  return (
    <Suspense>
      <CompilePanel model={model} nvcc={nvcc} />
    </Suspense>
  );
}

function Sass({ model, badge }: { model: ExhibitModel; badge: string }) {
  const records = model.variants.find(({ view }) => view.badge === badge);
  return <Suspense>{records && <SassLines model={model} records={records} />}</Suspense>;
}

function provenanceOf({ refusal }: VariantRecords['view'], { error, data }: VariantRecords['ptx']): string {
  if (refusal !== null) return 'not for these parameters';
  return error ? error.message : (data?.provenance ?? 'loading');
}

function sourceOf({ view, ptx }: VariantRecords, own: string): SourceText {
  const emulated = view.emulated.state === 'done' ? view.emulated : null;
  const access = emulated?.view.access ?? null;
  return {
    badge: view.badge,
    title: view.title,
    ...filesOf(own, emulated?.view ?? null),
    // PTX of the emulation that is shown: its lines belong to this text while a new one is being loaded.
    ptx: emulated?.ptx ?? ptx.data?.text ?? null,
    ptxLine: (access && emulated?.instructions.get(access.pc)?.ptxLine) ?? 0,
    withoutLine: WITHOUT_LINE[view.emulated.state],
    provenance: provenanceOf(view, ptx),
  };
}

/** The emulator finds which instruction makes the access. */
const WITHOUT_LINE = { running: 'being emulated …', failed: 'not emulated', done: 'no such access' } as const;

/** The kernel's own file, and the headers whose lines reach shared memory. */
function filesOf(own: string, emulated: SourceView | null): Pick<SourceText, 'files' | 'litPath'> {
  const access = emulated?.access ?? null;
  const litPath = (access && projectPath(access.file)) ?? own;
  const costs = emulated ? costsByFile(emulated.summary) : new Map<string, Map<number, SourceLineCost>>();
  const files = [...new Set([own, ...costs.keys(), litPath])].map(path => ({
    path,
    text: null,
    litLine: access && path === litPath ? access.line : 0,
    costByLine: costs.get(path) ?? new Map(),
  }));
  return { files, litPath };
}

/** Texts come later than the lines that are lit in them. */
function useTexts(sources: readonly SourceText[]): SourceText[] {
  const paths = [...new Set(sources.flatMap(({ files }) => files.map(({ path }) => path)))].sort();
  const { data: texts } = useQuery({
    queryKey: ['sources', ...paths],
    queryFn: async () => new Map(await Promise.all(paths.map(async path => [path, await fetchSource(path)] as const))),
    placeholderData: keepPreviousData,
  });
  return sources.map(source => ({
    ...source,
    files: source.files.map(file => ({ ...file, text: texts?.get(file.path) ?? null })),
  }));
}

/** `path`: below the project, `cuda/kernels/probe/loads.cuh`; all of `cuda` is served without its upper folders. */
const fetchSource = (path: string): Promise<string> => fetchKernelText(path.replace(/^cuda\/(kernels\/)?/, ''));
