/** For work that nothing waits for. A rejection is reported like an uncaught error instead of being lost. */
export function inBackground(work: Promise<unknown> | undefined): void {
  work?.catch(reportError)
}
