/** Bugs throw; bad input never comes here (it is a `Result`). */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
