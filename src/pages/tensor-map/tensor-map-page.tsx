/** Tensor maps: what a tensor copy takes of a tensor, and where in shared memory it puts it. */
import { useState } from 'react';
import { useThemeName } from '../../app/apply-theme.ts';
import { CopyButton } from '../../panels/copy-button.tsx';
import { Segments } from '../../panels/fields.tsx';
import { HeaderSlot } from '../../panels/header-slot.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { type Theme, themes } from '../../pictures/theme.ts';
import type { Highlight } from '../../pictures/view.ts';
import page from '../page.module.css';
import { Builder } from './builder.tsx';
import { BytesPanel } from './bytes-panel.tsx';
import { CodePanel } from './code-panel.tsx';
import type { CopyOfState } from './copy-of-state.ts';
import { Pictures } from './pictures.tsx';
import { PresetsBar } from './presets-bar.tsx';
import { ReadsPanel } from './reads-panel.tsx';
import { SourcesPanel } from './sources-panel.tsx';
import { TensorMapExport } from './tensor-map-export.tsx';
import css from './tensor-map-page.module.css';
import type { TensorMapState } from './tensor-map-search.ts';
import { type TensorMapHandle, useCopy, useTensorMapState } from './use-tensor-map.ts';
import { useWalk, type WalkHandle } from './use-walk.ts';
import { WalkBar } from './walk-bar.tsx';

export function TensorMapPage() {
  const theme = themes[useThemeName()];
  const handle = useTensorMapState();
  const shown = useCopy(handle.state);
  const walk = useWalk(handle, shown);
  const props = { ...handle, shown, walk, theme };
  return (
    <div className={`${page.page} ${css.page}`}>
      <Header state={handle.state} shown={shown} arrived={walk.arrived} theme={theme} />
      <Title />
      <PresetsBar state={handle.state} />
      <div className={css.columns}>
        <div className={css.fields}>
          <Builder {...handle} shown={shown} />
          <BytesPanel shown={shown} />
        </div>
        <Stage {...props} />
      </div>
      <Below {...props} />
    </div>
  );
}

interface StageProps extends TensorMapHandle {
  readonly shown: CopyOfState;
  readonly walk: WalkHandle;
  readonly theme: Theme;
}

function Stage(props: StageProps) {
  const [highlight, onHover] = useState<Highlight>(null);
  return (
    <div id="picture" tabIndex={-1} className={css.pictures}>
      <PieceSwitch {...props} />
      <Pictures {...props} highlight={highlight} onHover={onHover} scale={usePictureScale()} />
      <WalkBar walk={props.walk} shown={props.shown} />
      <p className={css.legend}>
        Hue = the chunk’s column in its row of the box. Hatched = outside of the tensor. Pale = not copied yet.
      </p>
    </div>
  );
}

const Below = ({ state, update, shown, theme }: StageProps) => (
  <div className={css.below}>
    <div className={css.fields}>
      <ReadsPanel shown={shown} theme={theme} />
      <SourcesPanel shown={shown} />
    </div>
    <CodePanel state={state} update={update} shown={shown} />
  </div>
);

const Title = () => (
  <>
    <h1>Tensor map: a box of a tensor, in shared memory</h1>
    <p className={page.lede}>
      One instruction copies a box: row by row, in chunks of 16 bytes that a swizzle mode puts in other places. Tiled
      mode; im2col maps are not drawn.
    </p>
  </>
);

interface HeaderProps {
  readonly state: TensorMapState;
  readonly shown: CopyOfState;
  readonly arrived: number;
  readonly theme: Theme;
}

const Header = (props: HeaderProps) => (
  <HeaderSlot>
    <p className={css.crumb}>
      Layouts <span aria-hidden>›</span> <strong>Tensor map</strong>
    </p>
    <div className={css.actions}>
      <CopyButton link={() => location.href} />
      <TensorMapExport {...props} />
    </div>
  </HeaderSlot>
);

const PIECES = [
  { value: 'chunk', label: '16 B chunk' },
  { value: 'element', label: 'Element' },
] as const;

const PieceSwitch = ({ state, update }: TensorMapHandle) => (
  <div className={css.switches}>
    <Segments
      label="A cell of shared memory is"
      options={PIECES}
      value={state.piece}
      onChange={piece => update({ piece })}
    />
    <p>Drag the box, or focus it and use the arrow keys. A click pins a chunk in both pictures.</p>
  </div>
);
