/** One slide of 16:9: what stands on it, how it looks, and the files. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download } from '../../../panels/download.ts';
import { CheckField, Segments } from '../../../panels/kit/choice-fields.tsx';
import type { PrintedFigure } from '../../../pictures/scene/figure-svg.ts';
import { svgToPng } from '../../../pictures/scene/png.ts';
import { slideSvg } from '../../../pictures/scene/slide-svg.ts';
import { themes } from '../../../pictures/theme.ts';
import { useMeasurements } from '../../../services/recordings/use-measurements.ts';
import { useView } from '../../../state/view-store.ts';
import css from './share.module.css';
import type { SharedPage, SlideSource, TimedKernel } from './slide-source.ts';
import { type SlideTimes, slideTimes } from './slide-times.ts';

const LOOKS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'clear', label: 'Transparent' },
] as const;
type Look = (typeof LOOKS)[number]['value'];

export function SlidePart({ slide: asked }: Pick<SharedPage, 'slide'>) {
  const slide = useSlide(asked);
  if (asked === null)
    return (
      <p className="reading">
        This page has no picture for a slide. Kernels, pipelines, swizzles and tensor maps have.
      </p>
    );
  if (slide === null) return <p className="dim">Drawing …</p>;
  return slide.timed ? <TimedSlide slide={slide} timed={slide.timed} /> : <Slide slide={slide} times={null} />;
}

/** null until it is there; the last one while a newer one comes. */
function useSlide(asked: SharedPage['slide']): SlideSource | null {
  const [slide, setSlide] = useState<SlideSource | null>(null);
  useEffect(() => {
    let isWanted = true;
    void Promise.resolve(asked?.()).then(source => isWanted && setSlide(source ?? null));
    return () => {
      isWanted = false;
    };
  }, [asked]);
  return slide;
}

function TimedSlide({ slide, timed }: { readonly slide: SlideSource; readonly timed: TimedKernel }) {
  const { measurements, isPending, isStale } = useMeasurements(timed.kernel);
  if (isPending) return <p className="dim">Drawing …</p>;
  return <Slide slide={slide} times={slideTimes(timed, measurements, isStale)} />;
}

/** What is said on the slide, without what is not ticked. */
const wordsOf = ({ slide, times }: SlideProps, title: string, isIn: (part: string) => boolean) => ({
  title,
  because: isIn('Reason') ? slide.because : '',
  facts: slide.facts.map(({ letter, verdict, number }) => ({
    letter,
    verdict: isIn('Verdict') ? verdict : null,
    number: isIn('Numbers') ? number : null,
    time: isIn('Times') ? (times?.of.get(letter) ?? null) : null,
  })),
  said: isIn('Source') ? [...slide.said, ...(times?.said ?? [])] : [],
});

/** One picture is as much as an audience reads. A tile of one row or two leaves room for the next one, and needs it. */
const isFlat = (figure: PrintedFigure | undefined): boolean =>
  figure !== undefined && figure.scene.height * 4 < figure.scene.width;

interface SlideProps {
  readonly slide: SlideSource;
  /** null: nothing of it is timed. */
  readonly times: SlideTimes | null;
}

function Slide({ slide, times }: SlideProps) {
  const [look, setLook] = useState<Look>(useView(view => view.themeChoice) ?? 'light');
  const [left, setLeft] = useState<readonly string[] | null>(null);
  const theme = themes[look === 'dark' ? 'dark' : 'light'];
  // The page behind the dialog stands still: one picture for each theme.
  const { data: picture } = useQuery({
    queryKey: ['slide', look === 'dark', location.hash],
    queryFn: async () => slide.picture(theme),
    gcTime: 0,
  });
  if (picture === undefined) return <p className="dim">Drawing …</p>;
  const names = [...new Set(picture.columns.flatMap(({ figures }) => figures.map(({ title }) => title)))];
  const out = left ?? names.slice(picture.columns.every(({ figures }) => isFlat(figures[0])) ? 2 : 1);
  const isIn = (part: string): boolean => !out.includes(part);
  const columns = picture.columns.map(column => ({
    ...column,
    figures: column.figures.filter(({ title }) => isIn(title)),
  }));
  const words = wordsOf({ slide, times }, picture.title, isIn);
  const parts = [...(slide.facts.length > 0 ? ['Verdict', 'Numbers'] : []), ...(times ? ['Times'] : [])];
  const unbanked = picture.unbanked === true || !isIn('Legend');
  const svg = slideSvg(words, { ...picture, columns, unbanked }, look === 'clear');
  const save = async (ending: 'svg' | 'png'): Promise<void> => {
    const blob = ending === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await svgToPng(svg, 1);
    download({ name: `${picture.name}-slide.${ending}`, blob });
  };
  return (
    <>
      <Segments label="Look" options={LOOKS} value={look} onChange={setLook} />
      <div className={css.fields}>
        {['Reason', ...parts, ...names, 'Legend', 'Source'].map(part => (
          <CheckField
            key={part}
            label={part}
            checked={isIn(part)}
            onChange={on => setLeft(on ? out.filter(each => each !== part) : [...out, part])}
          />
        ))}
      </div>
      <div className={css.preview} data-plain={look === 'clear' || undefined}>
        <img alt={`Slide: ${words.title}`} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} />
      </div>
      <div className="row wrap">
        <button type="button" className="button primary" onClick={() => void save('svg')}>
          Save as SVG
        </button>
        <button type="button" className="button" onClick={() => void save('png')}>
          Save as PNG
        </button>
        <span className="caption">1920 × 1080</span>
      </div>
    </>
  );
}
