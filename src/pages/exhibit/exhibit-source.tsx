/** The source pane of an exhibit: texts, lit lines and costs of each variant. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { fetchMachine } from '../../app/server.ts';
import { requestsOf } from '../../panels/requests.ts';
import { SourcePane, type SourceText } from '../../panels/source-pane.tsx';
import { bestSource } from '../../panels/variant-view.ts';
import css from './exhibit-source.module.css';
import { isOf, wavefrontsByLine } from './source-view.ts';
import type { ExhibitModel } from './use-exhibit.ts';
import type { VariantRecords } from './use-variant-view.ts';

const CompilePanel = lazy(async () => {
  const { CompilePanel: panel } = await import('./compile-panel.tsx');
  return { default: panel };
});

export function ExhibitSource({ model }: { model: ExhibitModel }) {
  const { kernel, state, variants, theme, update } = model;
  const sources = variants.map(records => sourceText(records, kernel.build(records.view.id, state.params).source));
  /** The first access of the picked line, on the side and in the warp that make it. */
  const pick = (badge: string, line: number) => {
    const view = variants.find(v => v.view.badge === badge)?.view;
    if (!view) return;
    const { source } = kernel.build(view.id, state.params);
    for (const side of ['store', 'load'] as const) {
      const made = requestsOf(bestSource(view).view.trace, side);
      const found = made.find(({ access }) => access.line === line && isOf(access, source));
      if (found) update({ side, warp: found.warp, request: found.request, at: null });
    }
  };
  return (
    <div className={css.source}>
      <SourcePane sources={sources} theme={theme} compiler={<Compiler model={model} />} onPickLine={pick} />
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

function provenanceOf({ refusal }: VariantRecords['view'], { error, data }: VariantRecords['ptx']): string {
  if (refusal !== null) return 'not for these parameters';
  return error ? error.message : (data?.provenance ?? 'loading');
}

function sourceText({ view, ptx, cuda }: VariantRecords, source: string): SourceText {
  const emulated = view.emulated.state === 'done' ? view.emulated : null;
  const access = emulated?.view.access ?? null;
  return {
    badge: view.badge,
    title: view.title,
    file: `cuda/kernels/${source}`,
    cuda,
    // Of the emulation that is shown, so that its lines are lines of this text while a new one is on its way.
    ptx: emulated?.ptx ?? ptx.data?.text ?? null,
    cudaLine: access && isOf(access, source) ? access.line : 0,
    ptxLine: (access && emulated?.instructions.get(access.pc)?.ptxLine) ?? 0,
    wavefrontsByLine: emulated ? wavefrontsByLine(emulated.view.summary, source) : new Map(),
    provenance: provenanceOf(view, ptx),
  };
}
