/** Why a job of the emulator worker has no result: the stage at which it ended, and words for a person. */
export interface JobFailure {
  /** 'worker': the worker could not be started, or died of the job. */
  readonly stage: 'parse' | 'launch' | 'worker';
  readonly message: string;
  /** Place in the PTX text, from 1; null if the failure has no place. */
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

/** Failure of a launch; `field` is null if no field in particular is wrong. */
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
