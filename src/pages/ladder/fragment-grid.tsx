/** The 16 x 16 scores around one: as sums of S on the left, as the operand P on the right. The lane's own are named by register. */
import { useState } from 'react';
import { valueWay } from '../../model/attention/value-way.ts';
import css from './fragment-grid.module.css';

interface FragmentGridProps {
  readonly row: number;
  readonly value: number;
  readonly onPick: (row: number, key: number) => void;
}

interface Score {
  readonly row: number;
  readonly key: number;
}

const SIDE = 16;
const CELL = 20;

export function FragmentGrid({ row, value, onPick }: FragmentGridProps) {
  const [pointed, setPointed] = useState<Score | null>(null);
  const lit = pointed ?? { row, key: value };
  const first = { row: row - (row % SIDE), key: value - (value % SIDE) };
  const shared = { first, lit, onPoint: setPointed, onPick };
  return (
    <div className={`row wrap ${css.grids}`}>
      <Grid {...shared} title="S: sums" nameOf={({ row: r, key }) => `d${valueWay(r, key).sum}`} />
      <Grid {...shared} title="P: operand" nameOf={nameOfOperand} />
    </div>
  );
}

const nameOfOperand = ({ row, key }: Score): string => {
  const { register, half } = valueWay(row, key);
  return `a${register}${half === 0 ? 'l' : 'h'}`;
};

interface GridProps {
  readonly title: string;
  readonly first: Score;
  readonly lit: Score;
  readonly nameOf: (score: Score) => string;
  readonly onPoint: (score: Score | null) => void;
  readonly onPick: FragmentGridProps['onPick'];
}

function Grid({ title, first, lit, nameOf, onPoint, onPick }: GridProps) {
  const own = valueWay(lit.row, lit.key);
  const scores = Array.from({ length: SIDE * SIDE }, (_, i) => ({
    row: first.row + Math.floor(i / SIDE),
    key: first.key + (i % SIDE),
  }));
  const label = `${title}, rows ${first.row} to ${first.row + SIDE - 1}, keys ${first.key} to ${first.key + SIDE - 1}; lane ${own.lane} of warp ${own.warp} is lit`;
  return (
    <figure className={css.grid}>
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${SIDE * CELL} ${SIDE * CELL}`}
        width={SIDE * CELL}
        role="img"
        aria-label={label}
        onPointerLeave={() => onPoint(null)}
      >
        {scores.map((score, i) => {
          const { lane } = valueWay(score.row, score.key);
          const isLit = score.row === lit.row && score.key === lit.key;
          const [x, y] = [(i % SIDE) * CELL, Math.floor(i / SIDE) * CELL];
          return (
            <g
              key={`${score.row} ${score.key}`}
              transform={`translate(${x} ${y})`}
              data-lane={lane === own.lane || undefined}
              data-lit={isLit || undefined}
              onPointerEnter={() => onPoint(score)}
              onPointerDown={() => onPick(score.row, score.key)}
            >
              <rect width={CELL} height={CELL} />
              {lane === own.lane && (
                <text x={CELL / 2} y={CELL / 2 + 3}>
                  {nameOf(score)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
