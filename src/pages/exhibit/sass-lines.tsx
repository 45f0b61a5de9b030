/** The machine code of a variant, with the instruction of the chosen access lit. */
import { useQuery } from '@tanstack/react-query';
import { CodeLines } from '../../panels/code-lines.tsx';
import css from '../../panels/source-pane.module.css';
import { sassView } from '../../trace/sass-listing.ts';
import { fetchSass } from './sass-source.ts';
import { projectPath } from './source-view.ts';
import type { ExhibitModel } from './use-exhibit.ts';
import type { VariantRecords } from './use-variant-view.ts';

interface SassLinesProps {
  readonly model: ExhibitModel;
  readonly records: VariantRecords;
}

export function SassLines({ model: { kernel, state }, records: { view, ptx } }: SassLinesProps) {
  const request = {
    ...{ kernel, variant: view.id, params: state.params, arch: state.arch },
    isCompiledHere: ptx.data?.build != null,
  };
  const { data, error } = useQuery({
    queryKey: ['sass', kernel.id, view.id, state.params, state.arch, ptx.data?.identity],
    queryFn: ({ signal }) => fetchSass(request, signal),
    enabled: view.refusal === null,
    retry: false,
  });
  if (view.refusal !== null) return <p className="waiting">Not for these parameters: {view.refusal}</p>;
  if (error !== null) return <p className="waiting">{error.message}</p>;
  if (data === undefined) return <p className="waiting">Loading the machine code …</p>;
  const access = view.emulated.state === 'done' ? view.emulated.view.access : null;
  const path = access && projectPath(access.file);
  const { text, litLine } = sassView(data.listing, path ?? '', path == null ? 0 : access!.line);
  return (
    <div className={css.listing}>
      <p className={`caption ${css.origin}`}>{data.provenance}</p>
      <CodeLines label={`SASS of ${view.title}`} text={text} lit={litLine} />
    </div>
  );
}
