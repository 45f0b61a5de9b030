/** The small picture of a term. What it counts comes from the model, as in every other picture. */
import { assert } from '../../base/assert.ts';
import { BANKS, LANES } from '../../base/hardware.ts';
import { type BankCost, bankCost, waysByWavefront } from '../../model/banks/wavefronts.ts';
import { degreeFill, type Theme } from '../../pictures/theme.ts';
import { GridPicture, ScalePicture, TilePicture, TimePicture } from './plain-sketches.tsx';
import { CELL_PX, NAME_PX, SketchFrame, SketchText } from './sketch-parts.tsx';
import type { RequestSketch, Sketch } from './term.ts';

interface TermSketchProps {
  readonly sketch: Sketch;
  readonly theme: Theme;
}

export function TermSketch({ sketch, theme }: TermSketchProps) {
  switch (sketch.kind) {
    case 'request':
      return <RequestPicture {...{ sketch, theme }} />;
    case 'tile':
      return <TilePicture {...{ sketch, theme }} />;
    case 'time':
      return <TimePicture {...{ sketch, theme }} />;
    case 'grid':
      return <GridPicture {...{ sketch, theme }} />;
    case 'scale':
      return <ScalePicture {...{ sketch, theme }} />;
  }
}

/** Exported for tests: the cost is the model's. */
export function costOf({ instruction, widthBytes, addressOf }: RequestSketch): BankCost {
  const addresses = Array.from({ length: LANES }, (_, lane) => addressOf(lane));
  const matrices = instruction === 'ldmatrix' ? { matrices: 1 as const } : {};
  const cost = bankCost({ instruction, widthBytes, addresses, ...matrices });
  assert(cost.ok, cost.ok ? '' : cost.error.message);
  return cost.value;
}

const ROW_PX = 18;

function RequestPicture({ sketch, theme }: { readonly sketch: RequestSketch; readonly theme: Theme }) {
  const cost = costOf(sketch);
  const ways = waysByWavefront(cost);
  const stripY = ways.length * ROW_PX + 2;
  const count = `${cost.wavefronts} ${cost.wavefronts === 1 ? 'wavefront' : 'wavefronts'}`;
  return (
    <SketchFrame height={stripY + 22} words={`${sketch.words}: ${count}`}>
      {ways.map((degree, at) => {
        const served = cost.hits.filter(({ wavefront }) => wavefront === at);
        const y = at * ROW_PX;
        return (
          <g key={y}>
            <SketchText x={NAME_PX - 6} y={y + 12} end fill={theme.ink2}>
              {laneWords(served.map(({ lane }) => lane))}
            </SketchText>
            <rect x={NAME_PX} y={y} width={BANKS * CELL_PX} height={ROW_PX - 2} fill={theme.cellIdle} />
            {[...new Set(served.map(({ bank }) => bank))].map(bank => (
              <rect
                key={bank}
                x={NAME_PX + bank * CELL_PX + 0.5}
                y={y + 0.5}
                width={CELL_PX - 2}
                height={ROW_PX - 3}
                fill={degreeFill(theme, degree)}
                stroke={theme.ink}
              />
            ))}
          </g>
        );
      })}
      <SketchText x={NAME_PX - 6} y={stripY + 8} end fill={theme.ink2}>
        bank
      </SketchText>
      {theme.banks.map((fill, bank) => (
        <rect key={fill} x={NAME_PX + bank * CELL_PX} y={stripY} width={CELL_PX - 1} height={6} fill={fill} />
      ))}
      {[0, 8, 16, 24, 31].map(bank => (
        <SketchText key={bank} x={NAME_PX + bank * CELL_PX} y={stripY + 18} fill={theme.ink3}>
          {bank}
        </SketchText>
      ))}
    </SketchFrame>
  );
}

/** 'lanes 0–15', 'lane 5', '8 lanes' where they are not neighbours. */
function laneWords(all: readonly number[]): string {
  const lanes = [...new Set(all)].sort((a, b) => a - b);
  const [first, last] = [lanes[0], lanes[lanes.length - 1]];
  if (lanes.length === 1) return `lane ${first}`;
  return last - first + 1 === lanes.length ? `lanes ${first}–${last}` : `${lanes.length} lanes`;
}
