/** How far a series of jobs is, and how long the rest should take at the same speed. */

export class Pace {
  readonly #jobs: number;
  readonly #now: () => number;
  readonly #start: number;
  #begun = 0;

  /** @param now the time in milliseconds. */
  constructor(jobs: number, now: () => number = () => performance.now()) {
    this.#jobs = jobs;
    this.#now = now;
    this.#start = now();
  }

  /** Text for the job that begins now: '3 of 57, 4 min left'. For the first job there is no estimate. */
  next(): string {
    const done = this.#begun++;
    const place = `${this.#begun} of ${this.#jobs}`;
    if (done === 0) return place;
    return `${place}, ${durationText((((this.#now() - this.#start) / done) * (this.#jobs - done)) / 1000)} left`;
  }
}

/** '40 s', '4 min', '1 h 20 min'. */
function durationText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
