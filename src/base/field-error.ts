/** An error in a value that came from outside: one sentence, and the name of the field to mend. */
export interface FieldError {
  readonly message: string;
  /** `buffers[2].init.seed`; '' where the whole value is meant. */
  readonly field: string;
}
