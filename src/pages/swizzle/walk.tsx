/** The five steps, each a link; the one that is on screen says what is to be seen. */

import { degreeChip, type Theme } from '../../pictures/theme.ts';
import { Link } from '../kit/link.tsx';
import type { SwizzleState } from '../links/swizzle.ts';
import { swizzleLink } from '../links/swizzle.ts';
import css from './walk.module.css';
import { WALK, type WalkStep, waysOf } from './walk-steps.ts';

const keyOf = (state: SwizzleState): string => JSON.stringify(swizzleLink.encode(state));

const STEPS = WALK.map(step => ({ step, key: keyOf(step.state), ways: waysOf(step) }));

export function Walk({ state, theme }: { readonly state: SwizzleState; readonly theme: Theme }) {
  const here = STEPS.findIndex(({ key }) => key === keyOf(state));
  return (
    <nav className={css.walk} aria-label="From 32-way to none, in five steps">
      <ol>
        {STEPS.map(({ step, key, ways }, at) => (
          <li key={key}>
            <StepLink step={step} at={at} ways={ways} isHere={at === here} theme={theme} />
          </li>
        ))}
      </ol>
      <p>
        {here >= 0
          ? STEPS[here].step.text
          : 'Five states of this page, from a read in 32 wavefronts to one without a conflict.'}
      </p>
    </nav>
  );
}

/** A link is active where the whole state is its own. */

interface StepLinkProps {
  readonly step: WalkStep;
  readonly at: number;
  readonly ways: number;
  readonly isHere: boolean;
  readonly theme: Theme;
}

function StepLink({ step, at, ways, isHere, theme }: StepLinkProps) {
  const { fill, text } = degreeChip(theme, ways);
  return (
    <Link to="/swizzle" search={swizzleLink.encode(step.state)} isState data-here={isHere || undefined}>
      <span className={css.number}>{at + 1}</span>
      <span className={css.title}>{step.title}</span>
      <span className="chip" style={{ background: fill, color: text }}>
        {ways === 1 ? 'free' : `${ways}-way`}
      </span>
    </Link>
  );
}
