/** The tile and its banks: before the guess only who reads what, after it what each bank had to do. */
import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import { LINE_BYTES } from '../../../base/hardware.ts';
import type { OpenParam } from '../../../lessons/lesson.ts';
import { PageBankLegend, PageDegreeLegend } from '../../../panels/page-legends.tsx';
import { drawnRequests, requestOf, sharedBy, tileAboveOf, tileOf } from '../../../panels/tile-records.ts';
import { usePictureScale } from '../../../panels/use-picture-scale.ts';
import { useScreenHeight, useStripHeight } from '../../../panels/use-tile-height.ts';
import { VariantPill } from '../../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../../panels/variant-view.ts';
import { VariantBadge } from '../../../pictures/badges.tsx';
import { BankMap } from '../../../pictures/bank-map/index.tsx';
import type { HandleUses } from '../../../pictures/gestures/use-handles.ts';
import { hiddenMapFigure, hiddenTileFigure } from '../../../pictures/hidden-figures.ts';
import { Picture } from '../../../pictures/picture.tsx';
import { TileGrid } from '../../../pictures/tile-grid/index.tsx';
import { useView } from '../../../state/view-store.ts';
import type { ExhibitModel } from '../use-exhibit.ts';
import css from './quiz.module.css';

interface QuizPictureProps {
  readonly model: ExhibitModel;
  readonly isTold: boolean;
  readonly open: OpenParam | null;
}

export function QuizPicture({ model, isTold, open }: QuizPictureProps) {
  const { stage, exhibit, theme } = model;
  const [view] = stage.views;
  return (
    <section className={`stack ${css.picture}`} aria-label={`Variant ${view.badge}: ${view.title}`}>
      <header className={`row ${css.head}`}>
        <VariantBadge letter={view.badge} />
        <h2>{view.title}</h2>
        <span className="ellipsis muted grow">{isTold ? exhibit.changed(view, stage.subject) : ''}</span>
        {isTold ? (
          <VariantPill view={view} theme={theme} />
        ) : (
          <span className={`tinted chip ${css.hiddenPill}`}>
            <Lock size={13} strokeWidth={2} aria-hidden /> verdict hidden
          </span>
        )}
      </header>
      {isTold ? (
        <Told model={model} view={view} handles={handlesOf(model, open)} />
      ) : (
        <Hidden model={model} view={view} handles={handlesOf(model, open)} />
      )}
      <div className={`row wrap spread ${css.legends}`}>
        <PageBankLegend theme={theme} />
        <PageDegreeLegend theme={theme} pad />
      </div>
    </section>
  );
}

interface PartProps {
  readonly model: ExhibitModel;
  readonly view: VariantView;
  readonly handles: HandleUses;
}

/** Header, words, captions and transport around the tile, in px, and what is left of the bank map. */
const OTHERS_PX = 388;
/** From this width on words are larger. */
const PROJECTOR = { width: 1920, morePx: 84 };
/** Before an audience no bank map is drawn below the tile. */
const PRESENTER_OTHERS_PX = 256;
const LEAST_PX = 240;
const LINES_PX = 40;
/** The same where no tile stands above them. */
const LINES_ALONE_PX = 240;

/** Props that both pictures of one variant share. */
function usePictures({ theme }: ExhibitModel, view: VariantView, handles: HandleUses) {
  const { scale, lineCount } = useMemo(() => sharedBy([view]), [view]);
  const more = innerWidth < PROJECTOR.width ? 0 : PROJECTOR.morePx;
  const isPresenter = useView(state => state.presenter);
  const others = isPresenter ? PRESENTER_OTHERS_PX : OTHERS_PX + more;
  const maxHeight = Math.max(LEAST_PX, useScreenHeight() - useStripHeight() - others);
  const { tile } = view;
  const tileAbove = useMemo(() => tileAboveOf(scale, tile, maxHeight), [scale, tile, maxHeight]);
  return {
    common: { theme, ...usePictureScale() },
    tileProps: { scale, maxHeight, handles },
    tileAbove,
    isTileOnly: isPresenter && tile !== null,
    // Known before the guess: the map keeps its height when the access comes into it.
    lineCount: lineCount ?? Math.ceil(view.sharedBytes / LINE_BYTES),
  };
}

/** The playhead as it is: at the end all lanes carry their numbers. */
function Told({ model, view, handles }: PartProps) {
  const highlight = useView(state => state.hover);
  const onHover = useView(state => state.setHover);
  const { common, tileProps, tileAbove, lineCount, isTileOnly } = usePictures(model, view, handles);
  const { predicted, emulated, tile: layout } = view;
  const requests = useMemo(() => drawnRequests({ predicted, emulated }, requestOf(predicted)), [predicted, emulated]);
  const tile = useMemo(() => tileOf(layout, requests, 'bank'), [layout, requests]);
  const map = useMemo(() => ({ layout, ...requests, lineCount }), [layout, requests, lineCount]);
  const shown = { ...common, source: bestSource(view).source, playhead: model.playback.playhead, highlight, onHover };
  return (
    <>
      {tile && <TileGrid {...shown} {...tileProps} records={tile} />}
      {!isTileOnly && (
        <BankMap {...shown} records={map} maxHeight={tile ? LINES_PX : LINES_ALONE_PX} tileAbove={tileAbove} />
      )}
    </>
  );
}

function Hidden({ model, view, handles }: PartProps) {
  const { tile: layout, predicted } = view;
  const { common, tileProps, tileAbove, lineCount, isTileOnly } = usePictures(model, view, handles);
  const requests = useMemo(() => ({ request: requestOf(predicted), predicted: null }), [predicted]);
  const tile = useMemo(() => tileOf(layout, requests, 'lane'), [layout, requests]);
  const map = useMemo(() => ({ layout, ...requests, lineCount }), [layout, requests, lineCount]);
  return (
    <>
      {tile && <Picture {...common} {...tileProps} source="predicted" records={tile} figureOf={hiddenTileFigure} />}
      {!isTileOnly && (
        <Picture
          {...common}
          source="predicted"
          records={map}
          maxHeight={tile ? LINES_PX : LINES_ALONE_PX}
          tileAbove={tileAbove}
          figureOf={hiddenMapFigure}
        />
      )}
    </>
  );
}

/** The edge of the tile moves what the step leaves open, and nothing else. */
function handlesOf({ stage }: ExhibitModel, open: OpenParam | null): HandleUses {
  if (open?.name !== 'pad') return {};
  const within = (pad: number): number => Math.min(open.max, Math.max(open.min, pad));
  return {
    pad: {
      hint: 'Drag the right edge: every pitch is a new question.',
      onChange: pad => stage.onParam('pad', within(pad)),
    },
  };
}
