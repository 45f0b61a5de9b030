/** Why a job of the emulator worker has no result: the stage at which it ended, with words for a person. */
export interface JobFailure {
  /** 'worker': the worker could not be started, or died of the job. */
  readonly stage: 'parse' | 'launch' | 'worker';
  readonly message: string;
  /** Where in the PTX text, 1-based; null where no place is meant. */
  readonly place: { readonly line: number; readonly column: number } | null;
  /** Path of the launch field at fault: `params[2]`. */
  readonly field: string | null;
}

export const parseFailure = (place: { line: number; column: number; message: string }): JobFailure => {
  const { line, column, message } = place;
  return {
    stage: 'parse',
    message: `PTX line ${line}, column ${column}: ${message}`,
    place: { line, column },
    field: null,
  };
};

/** At no field in particular, where that is null. */
export const launchFailure = ({ message, field }: Pick<JobFailure, 'message' | 'field'>): JobFailure => ({
  stage: 'launch',
  message,
  place: null,
  field,
});

export const workerFailure = (message: string): JobFailure => ({
  stage: 'worker',
  message,
  place: null,
  field: null,
});
