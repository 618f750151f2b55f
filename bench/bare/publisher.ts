// Publishes locations to NATS at a fixed rate, each with the time it was due, in its own process.

import { connectNats } from '../../scripts/services/nats-connect.ts'
import { bareSubject } from './subject.ts'

export interface PublishJob {
  url: string
  rate: number
  seconds: number
}

process.once('message', async ({ url, rate, seconds }: PublishJob) => {
  const connection = await connectNats(url)
  const startedMs = Date.now()
  const count = Math.floor(rate * seconds)
  let published = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      while (published < count && (published * 1_000) / rate <= Date.now() - startedMs) {
        connection.publish(bareSubject, locationAt(startedMs + (published * 1_000) / rate, published))
        published += 1
      }
      if (published < count) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  await connection.flush()
  await connection.close()
  process.send?.(published, () => process.exit())
})

/** As large as an event of the server. */
function locationAt(dueMs: number, index: number): string {
  const dateTime = new Date(dueMs).toISOString()
  const position = {
    latitude: 40.4168,
    longitude: -3.7038,
    altitude: 650,
    speed: 14.53,
    course: 123.4,
    satellites: 9,
  }
  const data = { dateTime, receivedAt: dateTime, ...position, valid: true }
  return JSON.stringify({
    id: `loc_${index}`,
    type: 'location',
    timestamp: dateTime,
    deviceId: 'dev_0',
    data,
  })
}
