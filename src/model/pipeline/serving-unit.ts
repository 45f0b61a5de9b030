/** A unit that serves requests one after another, in the order in which they come. */
export class ServingUnit {
  busyClk = 0;
  freeAt = 0;
  #last = -1;

  /**
   * @param number the number of the span that the request becomes. @param after the number of the span that it had to
   * wait for, -1 if none.
   */
  serve(
    now: number,
    clk: number,
    number: number,
  ): { readonly from: number; readonly to: number; readonly after: number } {
    const isQueued = this.freeAt > now;
    const from = isQueued ? this.freeAt : now;
    const after = isQueued ? this.#last : -1;
    this.freeAt = from + clk;
    this.#last = number;
    this.busyClk += clk;
    return { from, to: this.freeAt, after };
  }
}
