/** How a part is shown: under its name, once in each state, and live. */
import { type ReactNode, useId, useState } from 'react';
import css from './kit-parts.module.css';

interface PartProps {
  readonly name: string;
  /** File in `src/panels/kit`. */
  readonly file: string;
  /** Keys that work there, and what they do. */
  readonly keys: string;
  readonly children: ReactNode;
}

export function Part({ name, file, keys, children }: PartProps) {
  const id = useId();
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>
        {name} <code className="caption">{file}</code>
      </h2>
      <p className="prose reading">{keys}</p>
      <div className={css.states}>{children}</div>
    </section>
  );
}

interface StateProps {
  /** 'wrong text'. */
  readonly name: string;
  readonly children: ReactNode;
}

export const State = ({ name, children }: StateProps) => (
  <figure className={`stack card ${css.state}`}>
    <figcaption className="caption">{name}</figcaption>
    {children}
  </figure>
);

interface HeldProps<T> {
  readonly initial: T;
  readonly children: (value: T, set: (value: T) => void) => ReactNode;
}

/** Holds the value of a part that leaves it to its page. */
export function Held<T>({ initial, children }: HeldProps<T>) {
  const [value, set] = useState(initial);
  return children(value, set);
}

/** Longer than any place for it. */
export const LONG = 'Bytes of shared memory that a block of threads asks for when the kernel is launched';
