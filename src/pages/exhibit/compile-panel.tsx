/** Panel for a machine with nvcc: recompiles the variants on screen, and shows the report of ptxas. */

import { useQueryClient } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { useRef, useState } from 'react';
import { bytes, count } from '../../base/numbers.ts';
import type { CompileEvent } from '../../contract/api.ts';
import { FactList } from '../../panels/kit/fact-list.tsx';
import { Popup } from '../../panels/kit/popup.tsx';
import { VariantBadge } from '../../pictures/badges.tsx';
import { compilePtx } from '../../services/ptx-source.ts';
import css from './compile-panel.module.css';
import type { ExhibitModel } from './use-exhibit.ts';
import { ptxKey, type VariantRecords } from './use-variant-view.ts';

/** Progress of each variant's compilation, by variant id. */
type Progress = Readonly<
  Record<string, { readonly words: string; readonly diagnostics: string; readonly failed: boolean }>
>;

/** `nvcc`: its release. */
export function CompilePanel({ model, nvcc }: { model: ExhibitModel; nvcc: string }) {
  const { progress, busy, start, cancel } = useRecompile(model);
  return (
    <Popup
      className="button rigid"
      label="Compiler"
      panelClassName={css.panel}
      content={
        <>
          <p>
            Compiles the variants on screen for {model.state.arch} with the nvcc of this machine, and emulates that PTX
            instead of the shipped one.
          </p>
          <ul>
            {model.variants.map(records => (
              <li key={records.view.id}>
                <VariantBadge letter={records.view.badge} /> {records.view.title}
                <BuildFacts records={records} said={progress[records.view.id]} />
              </li>
            ))}
          </ul>
          <button type="button" className={css.action} onClick={busy ? cancel : start}>
            {busy ? 'Cancel' : `Recompile ${model.variants.length === 1 ? 'it' : 'them'}`}
          </button>
        </>
      }
    >
      <Cpu size={14} strokeWidth={1.75} aria-hidden /> nvcc {nvcc}
    </Popup>
  );
}

function BuildFacts({ records, said }: { records: VariantRecords; said: Progress[string] | undefined }) {
  const build = records.ptx.data?.build;
  return (
    <>
      {said && <span className={said.failed ? `bad ${css.failed}` : css.said}>{said.words}</span>}
      {said?.diagnostics && <pre className={css.diagnostics}>{said.diagnostics}</pre>}
      {build && (
        <FactList
          look="ends"
          className={css.facts}
          facts={[
            { name: 'registers per thread', value: count(build.registers) },
            { name: 'static shared memory', value: bytes(build.sharedBytes) },
            { name: 'spills, stored + loaded', value: bytes(build.spillStoreBytes + build.spillLoadBytes) },
          ]}
        />
      )}
    </>
  );
}

function useRecompile(model: ExhibitModel) {
  const { kernel, state, variants } = model;
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>({});
  const [busy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);

  const compileOne = async (id: string, signal: AbortSignal) => {
    const say = (words: string, failed = false, diagnostics = '') =>
      setProgress(old => ({ ...old, [id]: { words, failed, diagnostics } }));
    let diagnostics = '';
    const onEvent = (event: CompileEvent) => {
      say(eventWords(event));
      if (event.stage === 'failed' || event.stage === 'done') diagnostics = event.diagnostics;
    };
    try {
      const ptx = await compilePtx(kernel, id, state.params, state.arch, signal, onEvent);
      queries.setQueryData(ptxKey(kernel, id, state), ptx);
    } catch (error) {
      say(signal.aborted ? 'cancelled' : (error as Error).message, true, diagnostics);
    }
  };
  const start = async () => {
    abort.current = new AbortController();
    setBusy(true);
    setProgress({});
    await Promise.all(variants.map(({ view }) => compileOne(view.id, abort.current?.signal as AbortSignal)));
    setBusy(false);
  };
  return { progress, busy, start, cancel: () => abort.current?.abort() };
}

function eventWords(event: CompileEvent): string {
  switch (event.stage) {
    case 'queued':
      return `waiting, place ${event.position}`;
    case 'compiling':
      return 'compiling …';
    case 'done':
      return event.cached ? 'from the build cache' : compiledWords(event);
    case 'failed':
      return `${event.at}: ${event.message}`;
  }
}

function compiledWords({ durationMs, notKept }: Extract<CompileEvent, { stage: 'done' }>): string {
  const words = `compiled in ${(durationMs / 1000).toPrecision(2)} s`;
  return notKept === undefined ? words : `${words}; ${notKept}`;
}
