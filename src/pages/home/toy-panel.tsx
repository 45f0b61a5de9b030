/** The live toy: a tile whose edge can be dragged, the other state beside it, and what is going on in words. */
import { ArrowRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { useMediaQuery } from '../../pictures/gestures/use-media-query.ts';
import { useWidth } from '../../pictures/gestures/use-width.ts';
import { degreeFill, type Theme } from '../../pictures/theme.ts';
import { Link } from '../kit/link.tsx';
import { changed, recordsOf, TOY_SIDE, type Toy, toggled, tripsOf, tripWords, withThirtyTwo, wordsOf } from './toy.ts';
import css from './toy-panel.module.css';
import { ToyPicture } from './toy-picture.tsx';
import { useToy } from './use-toy.ts';

/** Narrower than this there is no room for the other state: the drag itself shows it. */
const NARROW = 'screen and (max-width: 899px)';

export function ToyPanel({ theme }: { readonly theme: Theme }) {
  const [toy, setToy] = useToy();
  const isNarrow = useMediaQuery(NARROW);
  const [pointedWords, setPointedWords] = useState<string | null>(null);
  const other = { ...toy, pad: toy.pad === 0 ? 1 : 0 };
  const change = (change: Parameters<typeof changed>[1]) => setToy(now => changed(now, change));
  return (
    <section id="picture" className={css.toy} aria-label="Doors of shared memory" tabIndex={-1}>
      <h1>Shared memory has 32 doors. 32 threads ask at once.</h1>
      <p className="dim">
        Same door, different word: they queue. Here with {TOY_SIDE} doors and {TOY_SIDE} threads, lanes 0 to 7.{' '}
        <strong className={css.call}>Drag the edge.</strong>
      </p>
      <div className={css.pair}>
        <Step number={1} title={titleOf(toy)} note={pitchWords(toy)} isLive>
          <Sized>
            {width => <ToyPicture {...{ toy, theme, width, isNarrow }} onChange={change} onPoint={setPointedWords} />}
          </Sized>
        </Step>
        {!isNarrow && (
          <Step number={2} title={toy.pad === 0 ? 'After the drag' : 'Before'} note={pitchWords(other)}>
            <Sized>
              {width => <ToyPicture toy={{ ...other, served: tripsOf(other) }} theme={theme} width={width} isPale />}
            </Sized>
          </Step>
        )}
      </div>
      <div className={`row wrap ${css.controls}`}>
        <Transport toy={toy} theme={theme} onToggle={() => setToy(toggled)} />
        <p className={`grow dim ${css.words}`}>{pointedWords ?? nowWords(toy)}</p>
        <div className={css.reads}>
          <Segments
            label="What the lanes read"
            options={READS}
            value={toy.reads}
            onChange={reads => change({ reads })}
          />
        </div>
        <Link {...withThirtyTwo(toy)} className={`button primary ${css.onward}`}>
          Now with 32 <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
        </Link>
      </div>
    </section>
  );
}

const READS = [
  { value: 'row', label: 'Row' },
  { value: 'column', label: 'Column' },
] as const;

const titleOf = ({ reads, line }: Toy): string => `Eight lanes read ${reads} ${line}`;

const pitchWords = ({ pad }: Toy): string =>
  pad === 0 ? `${TOY_SIDE} words a row` : `${TOY_SIDE + pad} words a row, ${pad} never read`;

/** Words about the lane that is being served; empty between two lanes. */
function nowWords(toy: Toy): string {
  const records = recordsOf(toy);
  const { cost, cells } = records;
  if (cost.wavefronts === 1) return 'Eight lanes, eight doors: no queue.';
  const hit = cost.hits.find(({ wavefront }) => wavefront === Math.max(0, toy.served - 1));
  return hit === undefined ? '' : wordsOf(records, cells[hit.lane]);
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly note: string;
  readonly isLive?: boolean;
  readonly children: ReactNode;
}

const Step = ({ number, title, note, isLive = false, children }: StepProps) => (
  <div className={css.step} data-live={isLive || undefined}>
    <p className={css.head}>
      <span className={css.number} aria-hidden>
        {number}
      </span>
      <strong>{title}</strong> <span className="ellipsis caption">{note}</span>
    </p>
    {children}
  </div>
);

/** Child with the width of its place. */
function Sized({ children }: { readonly children: (width: number) => ReactNode }) {
  const [ref, width] = useWidth();
  return (
    <div ref={ref} className={css.sized}>
      {width > 0 && children(width)}
    </div>
  );
}

interface TransportProps {
  readonly toy: Toy;
  readonly theme: Theme;
  readonly onToggle: () => void;
}

function Transport({ toy, theme, onToggle }: TransportProps) {
  const trips = tripsOf(toy);
  const Icon = toy.isPlaying ? Pause : Play;
  const fill = degreeFill(theme, trips);
  return (
    <>
      <button type="button" className="button square" aria-label={toy.isPlaying ? 'Pause' : 'Play'} onClick={onToggle}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <p className={css.trip}>
        <strong>Trip {Math.max(1, toy.served)}</strong> of {trips}
      </p>
      <span className={css.track} aria-hidden>
        {Array.from({ length: trips }, (_, trip) => trip).map(trip => (
          <span key={trip} style={{ background: fill, opacity: trip < toy.served ? 1 : 0.3 }} />
        ))}
      </span>
      <span className="visually-hidden">{tripWords(trips)}</span>
    </>
  );
}
