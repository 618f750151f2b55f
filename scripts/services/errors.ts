/** What the person at the keyboard can mend; its message says how. Anything else is a bug of ours. */
export class EngineError extends Error {
  override name = 'EngineError'
}
