/** What is wrong with a value that came from outside, in one sentence, and which of its fields to mend. */
export interface FieldError {
  readonly message: string;
  /** `buffers[2].init.seed`; '' where the whole value is meant. */
  readonly field: string;
}
