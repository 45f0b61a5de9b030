/** Bugs throw; bad input never comes here (it is a `Result`). */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Makes a `switch` over a union exhaustive: the compiler complains here when a member is forgotten. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
