/** Small pictures of terms that are no request: tiles, grids of numbers, rows of a time line, samples on a scale. */
import type { Theme } from '../../pictures/theme.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { NAME_PX, SketchFrame, SketchText, WIDTH_PX } from './sketch-parts.tsx';
import type { GridSketch, ScaleSketch, TileSketch, TimeSketch } from './term.ts';

interface PictureProps<S> {
  readonly sketch: S;
  readonly theme: Theme;
}

const SIDE = 8;
const TILE_CELL_PX = 16;
const indices = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Neighbouring groups differ clearly: one shade of each of the eight hues. */
const hueOf = (theme: Theme, group: number): string => theme.banks[(4 * group + 1) % theme.banks.length];

export function TilePicture({ sketch: { pad, bankOf, words }, theme }: PictureProps<TileSketch>) {
  const left = (WIDTH_PX - (SIDE + pad) * TILE_CELL_PX) / 2;
  return (
    <SketchFrame height={SIDE * TILE_CELL_PX + 2} words={`number = bank; ${words}`}>
      {indices(SIDE).flatMap(row =>
        indices(SIDE).map(column => {
          const [x, y] = [left + column * TILE_CELL_PX, row * TILE_CELL_PX];
          const bank = bankOf(row, column);
          return (
            <g key={`${row} ${column}`}>
              <rect {...{ x, y }} width={TILE_CELL_PX - 1} height={TILE_CELL_PX - 1} fill={hueOf(theme, bank)} />
              <SketchText x={x + TILE_CELL_PX / 2 - 0.5} y={y + 11} middle fill={theme.label}>
                {bank}
              </SketchText>
            </g>
          );
        }),
      )}
      {indices(SIDE * pad).map(row => (
        <rect
          key={row}
          x={left + SIDE * TILE_CELL_PX + 0.5}
          y={row * TILE_CELL_PX + 0.5}
          width={TILE_CELL_PX - 2}
          height={TILE_CELL_PX - 2}
          fill={theme.page}
          stroke={theme.ink3}
          strokeDasharray="2 2"
        />
      ))}
    </SketchFrame>
  );
}

export function GridPicture({ sketch, theme }: PictureProps<GridSketch>) {
  const { rows, columns, textOf, groupOf, words } = sketch;
  const cell = Math.min(28, WIDTH_PX / columns);
  const [height, left] = [18, (WIDTH_PX - columns * cell) / 2];
  return (
    <SketchFrame height={rows * height} words={words}>
      {indices(rows).flatMap(row =>
        indices(columns).map(column => (
          <g key={`${row} ${column}`}>
            <rect
              x={left + column * cell}
              y={row * height}
              width={cell - 1}
              height={height - 2}
              fill={groupOf(row, column) % 2 === 0 ? theme.cellIdle : theme.cellAlt}
            />
            <SketchText x={left + (column + 0.5) * cell} y={row * height + 12} middle fill={theme.ink}>
              {textOf(row, column)}
            </SketchText>
          </g>
        )),
      )}
    </SketchFrame>
  );
}

const TIME_PX = WIDTH_PX - NAME_PX;
const TRACK_PX = 22;

export function TimePicture({ sketch: { rows, words }, theme }: PictureProps<TimeSketch>) {
  const fills = {
    producer: theme.roles.producer.fill,
    consumer1: theme.roles.consumer1.fill,
    wait: theme.cellIdle,
    high: theme.cellAlt,
  };
  return (
    <SketchFrame height={rows.length * TRACK_PX} words={words}>
      {rows.map(({ name, pieces }, row) => (
        <g key={name}>
          <SketchText x={NAME_PX - 6} y={row * TRACK_PX + 14} end fill={theme.ink2}>
            {name}
          </SketchText>
          {pieces.map(({ from, to, fill, text }) => (
            <g key={from}>
              <rect
                x={NAME_PX + from * TIME_PX}
                y={row * TRACK_PX + 1}
                width={(to - from) * TIME_PX - 1}
                height={TRACK_PX - 4}
                fill={fills[fill]}
              />
              <SketchText
                x={NAME_PX + ((from + to) / 2) * TIME_PX}
                y={row * TRACK_PX + 14}
                middle
                fill={fill === 'wait' || fill === 'high' ? theme.ink : theme.label}
              >
                {text}
              </SketchText>
            </g>
          ))}
        </g>
      ))}
    </SketchFrame>
  );
}

export function ScalePicture({ sketch: { samplesUs, limitUs, words }, theme }: PictureProps<ScaleSketch>) {
  const { q1, median, q3 } = sampleStatistics(samplesUs);
  const max = Math.max(...samplesUs);
  const low = limitUs === undefined ? Math.min(...samplesUs) - 2 : 0;
  const x = (us: number): number => 10 + ((us - low) / (max + 2 - low)) * (WIDTH_PX - 20);
  return (
    <SketchFrame height={46} words={words}>
      <rect x={x(q1)} y={8} width={x(q3) - x(q1)} height={18} fill={theme.sunken} stroke={theme.sources.measured.ink} />
      <line x1={x(median)} x2={x(median)} y1={4} y2={30} stroke={theme.sources.measured.ink} strokeWidth={2.5} />
      {samplesUs.map(us => (
        <circle key={us} cx={x(us)} cy={17} r={2.5} fill={theme.sources.measured.ink} opacity={0.5} />
      ))}
      {limitUs !== undefined && (
        <line
          x1={x(limitUs)}
          x2={x(limitUs)}
          y1={2}
          y2={32}
          stroke={theme.sources.predicted.ink}
          strokeDasharray="4 3"
        />
      )}
      <SketchText x={x(median)} y={42} middle fill={theme.ink2}>
        {`median ${median} µs`}
      </SketchText>
      {limitUs !== undefined && (
        <SketchText x={x(limitUs)} y={42} middle fill={theme.sources.predicted.ink}>
          {`limit: ${Math.round((100 * limitUs) / median)} %`}
        </SketchText>
      )}
    </SketchFrame>
  );
}
