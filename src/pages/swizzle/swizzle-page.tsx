/** Swizzles: which address bits flip which, where that puts a tile, and what reading it costs. */

import { useMemo, useState } from 'react';
import { Terms } from '../../panels/terms/terms.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { type Theme, themes } from '../../pictures/theme.ts';
import type { Highlight } from '../../pictures/view.ts';
import { useThemeName } from '../../services/theme.ts';
import { LinkProblems } from '../kit/link-problems.tsx';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import type { SlideSource } from '../kit/share/slide-source.ts';
import { baseWords } from '../kit/tile/base-words.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import type { PhaseLanes } from './access-phases.ts';
import { AccessTable } from './access-table.tsx';
import { BestFound } from './best-found.tsx';
import { CompiledSection } from './compiled-section.tsx';
import { EmbedView } from './embed-view.tsx';
import type { Found } from './finder-rows.ts';
import { FinderSection } from './finder-section.tsx';
import { FormulaField } from './formula-field.tsx';
import { NamesPanel } from './names-panel.tsx';
import { CompareField, PatternBar } from './pattern-bar.tsx';
import { laterWords } from './pattern-names.ts';
import { cellsOf, exampleOf } from './picture-records.ts';
import { BitsPicture, type SwizzlePicturesProps, TilePictures } from './pictures.tsx';
import { SwizzleExport } from './swizzle-export.tsx';
import css from './swizzle-page.module.css';
import { TileBar } from './tile-bar.tsx';
import type { Tiles } from './tile-of-state.ts';
import { type CompiledTileView, useCompiledTile } from './use-compiled-tile.ts';
import { type Finder, useFinder } from './use-finder.ts';
import { type Derived, type SwizzleHandle, useDerived, useSwizzleState } from './use-swizzle.ts';
import { Walk } from './walk.tsx';

export function SwizzlePage() {
  const { finder, compiled, onPhase, problems, ...pictures } = usePage();
  const { state, update, derived, theme } = pictures;
  if (state.embed) return <EmbedView {...pictures} compiled={compiled} />;
  return (
    <div className={`${page.page} ${page.wide}`}>
      <Header state={state} derived={derived} theme={theme} found={finder.found} />
      <Title />
      <LinkProblems problems={problems} />
      <div className={page.rest}>
        <Walk state={state} theme={theme} />
        <Inputs state={state} update={update} tiles={derived.tiles} finder={finder} />
      </div>
      <Columns {...pictures} compiled={compiled} onPhase={onPhase} />
      <div className={page.rest}>
        <FinderSection state={state} update={update} finder={finder} theme={theme} />
      </div>
    </div>
  );
}

function usePage() {
  const theme = themes[useThemeName()];
  const handle = useSwizzleState();
  const { state } = handle;
  const [phase, onPhase] = useState<PhaseLanes | null>(null);
  const predicted = useDerived(state, phase);
  const compiled = useCompiledTile(state, predicted.tiles);
  const derived = useMemo(() => withCompiled(predicted, compiled), [predicted, compiled]);
  const finder = useFinder(state);
  const [highlight, onHover] = useState<Highlight>(() => exampleOf(state));
  return { ...handle, onPhase, finder, compiled, derived, theme, scale: usePictureScale(), highlight, onHover };
}

/** Differences of a compiled kernel come before those of hypothetical code. */
const withCompiled = (derived: Derived, compiled: CompiledTileView): Derived =>
  compiled.state === 'done' && compiled.found.differing > 0 ? { ...derived, other: compiled.found.places } : derived;

interface ColumnsProps extends SwizzlePicturesProps {
  readonly compiled: CompiledTileView;
  readonly onPhase: (phase: PhaseLanes | null) => void;
}

const Columns = ({ compiled, onPhase, ...pictures }: ColumnsProps) => {
  const { state, update, derived, theme } = pictures;
  const { tiles, accesses } = derived;
  return (
    <div id="picture" tabIndex={-1} className={css.columns} data-cells={cellsOf(state, derived)}>
      <div className={css.bits}>
        <BitsPicture {...pictures} />
      </div>
      <div className={css.tiles}>
        <TilePictures {...pictures} />
        <div className={page.rest}>
          <CompiledSection state={state} update={update} tiles={tiles} compiled={compiled} />
        </div>
      </div>
      <div className={css.accesses}>
        <AccessTable state={state} update={update} accesses={accesses} theme={theme} onPhase={onPhase} />
      </div>
      <div className={`${css.names} ${page.rest}`}>
        <NamesPanel tiles={tiles} unit={state.unit} />
      </div>
    </div>
  );
};

const Title = () => (
  <div className={page.title}>
    <h1>Swizzle: some address bits flip others</h1>
    <p className={`reading dim ${page.lede}`}>
      <Terms text={LEDE} />
    </p>
  </div>
);

interface InputsProps extends SwizzleHandle {
  readonly tiles: Tiles;
  readonly finder: Finder;
}

const Inputs = ({ tiles, finder, ...handle }: InputsProps) => (
  <>
    <div className={css.inputs}>
      <PatternBar {...handle} />
      <CompareField {...handle} />
      <TileBar {...handle} />
      <Notes {...handle} tiles={tiles} finder={finder} />
    </div>
    {handle.state.formula !== '' && <FormulaField {...handle} tiles={tiles} />}
  </>
);

const LEDE =
  'An XOR of address bits spreads the rows of a tile over the banks of shared memory, without a byte of padding.';

const slideOf = (drawn: HeaderProps): SlideSource => ({
  because: LEDE,
  facts: [],
  said: [{ source: 'predicted', words: 'predicted' }],
  picture: async theme => (await import('./swizzle-files.ts')).pictureFile({ ...drawn, theme }),
});

interface HeaderProps {
  readonly state: SwizzleState;
  readonly derived: Derived;
  readonly theme: Theme;
  readonly found: Found | null;
}

const Header = (props: HeaderProps) => (
  <PageHeader slide={() => slideOf(props)}>
    <SwizzleExport {...props} />
  </PageHeader>
);

function Notes({ tiles, ...rest }: InputsProps) {
  const { tone, text } = baseWords(tiles.after, tiles.swizzle);
  const later = tiles.swizzle && laterWords(tiles.swizzle);
  return (
    <div className={css.notes} role="status">
      <p data-tone={tone}>{text}</p>
      {later !== null && <p data-tone="warn">{later}</p>}
      <BestFound {...rest} />
    </div>
  );
}
