// Trackers driven by a test.

import type { TestTracker } from '../server/test/tracker.ts'
import {
  connectTracker,
  countReply,
  locationAgo,
  teltonikaLogin,
  teltonikaPacket,
} from '../server/test/tracker.ts'

export interface DrivenTracker {
  /** Reports these coordinates as of now and waits for the acknowledgement. */
  report(coordinates: {
    latitude: number
    longitude: number
    speedKmh?: number
    courseDeg?: number
  }): Promise<void>
  close(): void
}

export async function driveTracker(gatewayPort: number, identifier: string): Promise<DrivenTracker> {
  const tracker: TestTracker = await connectTracker(gatewayPort)
  tracker.send(teltonikaLogin(identifier))
  await tracker.answer(1)
  return {
    async report(coordinates) {
      tracker.send(teltonikaPacket(locationAgo(0, coordinates)))
      const reply = await tracker.answer(4)
      if (reply !== countReply(1)) throw new Error(`the server acknowledged ${reply}`)
    },
    close: () => tracker.close(),
  }
}
