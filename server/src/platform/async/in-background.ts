import type { Log } from '../observability/log.ts'

/** For work that nothing waits for and that handles its expected failures. Any other rejection is logged. */
export function inBackground({ log }: { log: Log }, work: Promise<unknown>): void {
  work.catch((error) => log.error({ err: error }, 'background work failed'))
}
