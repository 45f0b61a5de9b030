/** The page grid of the visual language: header controls, rail, stage with source, evidence, transport. */

import { Suspense } from 'react';
import { count, listed } from '../../base/numbers.ts';
import { becauseWords } from '../../panels/because-words.ts';
import { EvidenceCard, EvidencePanel } from '../../panels/evidence-panel.tsx';
import { InView } from '../../panels/in-view.tsx';
import { Drawer } from '../../panels/kit/drawer.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import { PageBankLegend, PageDegreeLegend } from '../../panels/page-legends.tsx';
import { latePart } from '../../panels/part-boundary.tsx';
import { WithPhoneEvidence } from '../../panels/phone-evidence.tsx';
import { requestsOf } from '../../panels/requests.ts';
import { Terms } from '../../panels/terms/terms.tsx';
import { Transport } from '../../panels/transport.tsx';
import { useHotkeys } from '../../panels/use-hotkeys.ts';
import { bestSource } from '../../panels/variant-view.ts';
import { useMediaQuery } from '../../pictures/gestures/use-media-query.ts';
import { pageAddress } from '../../services/address.ts';
import { useView } from '../../state/view-store.ts';
import css from '../kit/exhibit-layout.module.css';
import { KernelMenu } from '../kit/kernel-menu.tsx';
import { LinkProblems } from '../kit/link-problems.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { deferredPart } from './deferred-part.tsx';
import { ExhibitRail } from './exhibit-rail.tsx';
import { ExhibitSource } from './exhibit-source.tsx';
import { ExhibitExport } from './export-menu.tsx';
import { linkTo } from './link-to.ts';
import { LiveStage } from './live-stage.tsx';
import { MeasuredPlace } from './measured-place.tsx';
import { OpenInWorkbench } from './open-in-workbench.tsx';
import { nothingRuns, readoutOf } from './readout.ts';
import { useRestart } from './use-emulation.ts';
import type { ExhibitModel } from './use-exhibit.ts';

const LateSource = deferredPart(ExhibitSource);
const Pipelines = latePart(async () => (await import('./exhibit-pipelines.tsx')).ExhibitPipelines);

export function ExhibitLayout({ model }: { model: ExhibitModel }) {
  const { kernel, exhibit, state, stage, playback, theme, update, problems, link } = model;
  const { subject, views } = stage;
  const [first, second, ...others] = state.variants;
  const told = useTold(model);
  const isPhone = useMediaQuery(PHONE);
  const isPresenter = useView(view => view.presenter);
  const [a = null, b = null, ...further] = state.own;
  useHotkeys(second ? { x: () => update({ variants: [second, first, ...others], own: [b, a, ...further] }) } : {});
  return (
    <div className={css.page}>
      <PageHeader
        place={[kernel.title, listed(views.map(view => view.title))]}
        first={<OpenInWorkbench model={model} />}
        link={() => linkTo(link.encode({ ...state, at: useView.getState().playhead }))}
        slide={async () => (await import('./slide-of.ts')).slideOf(model)}
      >
        <ExhibitExport model={model} />
        <Drawer label="Parameters">
          <ExhibitRail model={model} />
        </Drawer>
      </PageHeader>
      <aside className={`pane ${css.rail}`} aria-label="Parameters">
        <ExhibitRail model={model} />
      </aside>
      <div id="picture" className={css.stage} tabIndex={-1}>
        <div className={`pane ${css.pictures}`}>
          <h1>{exhibit.title(views, subject)}</h1>
          <Lede words={`${exhibit.lede(views, subject)} ${becauseWords(views)}`} />
          <LinkProblems problems={problems} />
          <WithPhoneEvidence evidence={isPhone && !isPresenter && <EvidenceCard {...told} />}>
            <LiveStage model={model} compact={false} pipelines={exhibit.pipeline && <LatePipelines model={model} />} />
          </WithPhoneEvidence>
        </div>
        <div className={`row wrap spread ${css.legends}`}>
          <PageBankLegend theme={theme} />
          <PageDegreeLegend theme={theme} pad />
        </div>
        <LateSource model={model} />
      </div>
      <ScrollRegion group="Evidence" className={css.evidence}>
        <EvidencePanel {...told} isShort={isPhone} measured={<MeasuredPlace model={model} isWanted={isPhone} />} />
      </ScrollRegion>
      <div className={css.transport}>
        <Transport
          {...playback}
          access={accessWords(model)}
          readout={readoutOf(views, playback)}
          theme={theme}
          onSeek={playback.seek}
          onPlay={playback.play}
          onStep={playback.step}
          onAccess={playback.move}
        />
      </div>
    </div>
  );
}

/** As in the style sheets: one column, one variant at a time. */
const PHONE = 'screen and (max-width: 899px)';

/** What the evidence says of the sources, wherever it stands. */
function useTold(model: ExhibitModel) {
  const { exhibit, state, stage, update } = model;
  const { views, subject } = stage;
  const onRestart = useRestart();
  return {
    views,
    side: state.side,
    subject: subjectWords(model),
    closedForms: views.map(view => exhibit.closedForm?.(view, subject) ?? ''),
    emulatedBy: `PTX for ${state.arch}, CTA ${state.cta}`,
    onJump: (warp: number, side: 'store' | 'load', request: number) => update({ warp, side, request }),
    definition: exhibit.definition,
    onRestart,
  };
}

const Lede = ({ words }: { readonly words: string }) => (
  <div className={`reading dim ${css.lede}`}>
    <Terms text={words} />{' '}
    <span className={css.acts}>
      <button type="button" className="act" onClick={askFirst}>
        Quiz me
      </button>{' '}
      · <KernelMenu className="act">Other kernels</KernelMenu>
    </span>
  </div>
);

/** The same state, asked before it is told. */
function askFirst(): void {
  const { path, search } = pageAddress().shown();
  pageAddress().go({ path, search: { ...search, quiz: '1' } });
}

const LatePipelines = ({ model }: { model: ExhibitModel }) => (
  <InView before={null}>
    <Suspense>
      <Pipelines model={model} />
    </Suspense>
  </InView>
);

/** 'ld.shared.f32 · warp 5'; without an emulation, the access in words. */
function subjectWords({ stage, state }: ExhibitModel): string {
  for (const { emulated } of stage.views) {
    if (emulated.state !== 'done' || !emulated.view.access) continue;
    const text = emulated.instructions.get(emulated.view.access.pc)?.text ?? '';
    return `${text.split(/\s/)[0]} · warp ${state.warp}`;
  }
  return `shared ${state.side} · warp ${state.warp}`;
}

function accessWords({ playback, state, stage, exhibit }: ExhibitModel): string {
  const { at, of } = playback.access;
  if (of === 0) {
    if (nothingRuns(stage.views)) return 'not for these parameters';
    const other = state.side === 'load' ? 'store' : 'load';
    const isThere = stage.views.some(view => requestsOf(bestSource(view).view.trace, other).length > 0);
    return isThere ? `none here: choose ${exhibit.sideNames[other]}` : 'no shared access';
  }
  return `${exhibit.sideNames[state.side]}: access ${count(at + 1)} of ${count(of)}, warp ${state.warp}`;
}
