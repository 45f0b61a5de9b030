/** Tensor maps: what a tensor copy takes of a tensor, and where in shared memory it puts it. */

import { useState } from 'react';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { Terms } from '../../panels/terms/terms.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import type { OtherChunks } from '../../pictures/swizzle/records.ts';
import { type Theme, themes } from '../../pictures/theme.ts';
import type { Highlight } from '../../pictures/view.ts';
import { useThemeName } from '../../services/theme.ts';
import { LinkProblems } from '../kit/link-problems.tsx';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import type { SlideSource } from '../kit/share/slide-source.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import type { TensorMapState } from '../links/tensor-map.ts';
import { Builder } from './builder.tsx';
import { BytesPanel } from './bytes-panel.tsx';
import { CodePanel } from './code-panel.tsx';
import { EmbedView } from './embed-view.tsx';
import { Pictures, type TensorMapPicturesProps } from './pictures.tsx';
import { PresetsBar } from './presets-bar.tsx';
import { ReadsPanel } from './reads-panel.tsx';
import { SourcesPanel } from './sources-panel.tsx';
import { TensorMapExport } from './tensor-map-export.tsx';
import css from './tensor-map-page.module.css';
import { type CompiledCopyView, differencesIn, useCompiledCopy } from './use-compiled-copy.ts';
import { type TensorMapHandle, useCopy, useTensorMapState } from './use-tensor-map.ts';
import { useWalk } from './use-walk.ts';
import { WalkBar } from './walk-bar.tsx';

export function TensorMapPage() {
  const { compiled, problems, ...props } = usePage();
  const { state, update, shown, walk, other, theme } = props;
  const handle = { state, update };
  if (state.embed) return <EmbedView {...props} compiled={compiled} />;
  return (
    <div className={`${page.page} ${page.wide}`}>
      <Header state={state} shown={shown} arrived={walk.arrived} other={other} theme={theme} />
      <Title />
      <LinkProblems problems={problems} />
      <div className={page.rest}>
        <PresetsBar state={state} />
      </div>
      <div className={css.columns}>
        <div className={`${css.fields} ${page.rest}`}>
          <Builder {...handle} shown={shown} />
          <BytesPanel shown={shown} />
        </div>
        <Stage {...props} />
      </div>
      <div className={page.rest}>
        <Below {...props} compiled={compiled} />
      </div>
    </div>
  );
}

function usePage() {
  const theme = themes[useThemeName()];
  const handle = useTensorMapState();
  const shown = useCopy(handle.state);
  const walk = useWalk(handle, shown);
  const compiled = useCompiledCopy(handle.state, shown);
  const [highlight, onHover] = useState<Highlight>(null);
  const other = differencesIn(compiled);
  return { ...handle, shown, walk, compiled, other, theme, scale: usePictureScale(), highlight, onHover };
}

const Stage = (props: TensorMapPicturesProps) => (
  <div id="picture" tabIndex={-1} className={`stack ${css.pictures}`}>
    <PieceSwitch {...props} />
    <Pictures {...props} />
    <WalkBar walk={props.walk} shown={props.shown} />
    <p className="caption">
      Hue = the chunk’s column in its row of the box. Hatched = outside of the tensor. Pale = not copied yet.
      {props.other !== null && ' Flagged = a compiled kernel left something else there.'}
    </p>
  </div>
);

type BelowProps = TensorMapPicturesProps & { readonly compiled: CompiledCopyView };

const Below = ({ state, update, shown, compiled, theme }: BelowProps) => (
  <div className={css.below}>
    <div className={css.fields}>
      <ReadsPanel shown={shown} theme={theme} />
      <SourcesPanel state={state} update={update} shown={shown} compiled={compiled} />
    </div>
    <CodePanel state={state} update={update} shown={shown} />
  </div>
);

const Title = () => (
  <div className={page.title}>
    <h1>Tensor map: a box of a tensor, in shared memory</h1>
    <p className={`reading dim ${page.lede}`}>
      <Terms text={LEDE} />
    </p>
  </div>
);

const LEDE = 'One instruction copies a box in 16-byte chunks, which a swizzle mode moves. No im2col maps.';

const slideOf = (drawn: HeaderProps): SlideSource => ({
  because: LEDE,
  facts: [],
  said: [{ source: 'predicted', words: 'predicted' }],
  picture: async theme => (await import('./tensor-map-files.ts')).pictureFile({ ...drawn, theme }),
});

interface HeaderProps {
  readonly state: TensorMapState;
  readonly shown: CopyOfState;
  readonly arrived: number;
  readonly other: OtherChunks | null;
  readonly theme: Theme;
}

const Header = (props: HeaderProps) => (
  <PageHeader slide={() => slideOf(props)}>
    <TensorMapExport {...props} />
  </PageHeader>
);

const PIECES = [
  { value: 'chunk', label: '16 B chunk' },
  { value: 'element', label: 'Element' },
] as const;

const PieceSwitch = ({ state, update }: TensorMapHandle) => (
  <div className="row wrap">
    <Segments
      label="A cell of shared memory is"
      options={PIECES}
      value={state.piece}
      onChange={piece => update({ piece })}
    />
    <p className="caption">Drag the box, or focus it and use the arrow keys. A click pins a chunk in both pictures.</p>
  </div>
);
