// Publishes locations to NATS by the clock, each saying when it was due, in a process of its own.

import { connectNats } from '../../scripts/services/nats-connect.ts'
import { bareSubject } from './subject.ts'

export interface PublishJob {
  url: string
  rate: number
  seconds: number
}

process.once('message', async ({ url, rate, seconds }: PublishJob) => {
  const line = await connectNats(url)
  const startedMs = Date.now()
  const count = Math.floor(rate * seconds)
  let published = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      while (published < count && (published * 1_000) / rate <= Date.now() - startedMs) {
        line.publish(bareSubject, locationAt(startedMs + (published * 1_000) / rate, published))
        published += 1
      }
      if (published < count) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  await line.flush()
  await line.close()
  process.send?.(published, () => process.exit())
})

/** As large as an event of ours. */
function locationAt(dueMs: number, index: number): string {
  const dateTime = new Date(dueMs).toISOString()
  const place = {
    latitude: 40.4168,
    longitude: -3.7038,
    altitude: 650,
    speed: 14.53,
    course: 123.4,
    satellites: 9,
  }
  const data = { dateTime, receivedAt: dateTime, ...place, valid: true }
  return JSON.stringify({ id: `loc_${index}`, type: 'location', timestamp: dateTime, device: 'dev_0', data })
}
