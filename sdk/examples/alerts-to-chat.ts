// Posts each alert to a chat webhook, in the common form `{ "text": "…" }`. Press Ctrl-C to stop.
//
//   CHAT_URL=https://chat.example/hooks/… node alerts-to-chat.ts

import { apiKeyTokens, createClient } from '@rastro/client'

const url = process.env.RASTRO_URL ?? 'http://127.0.0.1:8080'
const { RASTRO_USER: userName = '', RASTRO_API_KEY: apiKey = '' } = process.env
const rastro = createClient({ url, token: apiKeyTokens({ url, userName, apiKey }) })

const { CHAT_URL: chat = '' } = process.env
const end = new AbortController()
process.on('SIGINT', () => end.abort())

const settings = { signal: end.signal, onState: (state: string) => console.log(`-- ${state}`) }
for await (const event of rastro.stream({ kinds: ['alert'] }, settings)) {
  if (event.type !== 'alert' || event.data.type !== 'alert.raised') continue
  const { deviceId, data } = event.data
  const { device } = await rastro.get('/api/devices/{deviceId}', { path: { deviceId } })
  const where = data.latitude === null ? '' : ` at ${data.latitude}, ${data.longitude}`
  const text = `${device.name}: ${data.text ?? data.name} (${data.severity})${where}, ${data.dateTime}`
  const { status } = await fetch(chat, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  console.log(`${status} ${text}`)
}
