// Trackers that drive as a test tells them.

import type { TestTracker } from '../server/test/tracker.ts'
import {
  connectTracker,
  countReply,
  locationAgo,
  teltonikaLogin,
  teltonikaPacket,
} from '../server/test/tracker.ts'

export interface DrivenTracker {
  /** Reports this place, as of now, and waits until the server has acknowledged it. */
  report(place: { latitude: number; longitude: number; speedKmh?: number; courseDeg?: number }): Promise<void>
  close(): void
}

export async function driveTracker(gatewayPort: number, identifier: string): Promise<DrivenTracker> {
  const tracker: TestTracker = await connectTracker(gatewayPort)
  tracker.send(teltonikaLogin(identifier))
  await tracker.answer(1)
  return {
    async report(place) {
      tracker.send(teltonikaPacket(locationAgo(0, place)))
      const reply = await tracker.answer(4)
      if (reply !== countReply(1)) throw new Error(`the server acknowledged ${reply}`)
    },
    close: () => tracker.close(),
  }
}
