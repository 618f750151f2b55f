// Speaks the part of Telegram's Bot API that we use, with its documented errors.

import type { Received, Receiver } from './receiver.ts'
import { openReceiver } from './receiver.ts'

export type TelegramFault =
  | 'blocked'
  | 'deactivated'
  | 'chat not found'
  | 'supergroup'
  | 'too many'
  | 'wrong token'
  | 'bad request'
  | 'broken'
  | 'bad gateway'
  | 'hangs'

export interface TelegramServer {
  url: string
  token: string
  /** Bodies of `sendMessage`, also of refused ones. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever was sent.
  sent: any[]
  /** What the bot has registered. */
  webhook: { url: string; secret_token: string } | undefined
  fault: TelegramFault | undefined
  receiver: Receiver
  close(): Promise<void>
}

const refusal = (status: number, description: string, parameters?: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ok: false, error_code: status, description, ...(parameters && { parameters }) }),
})
const faults: Record<Exclude<TelegramFault, 'hangs'>, ReturnType<typeof refusal>> = {
  blocked: refusal(403, 'Forbidden: bot was blocked by the user'),
  deactivated: refusal(403, 'Forbidden: user is deactivated'),
  'chat not found': refusal(400, 'Bad Request: chat not found'),
  supergroup: refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
    migrate_to_chat_id: -1_001_234,
  }),
  'too many': refusal(429, 'Too Many Requests: retry after 77', { retry_after: 77 }),
  'wrong token': refusal(401, 'Unauthorized'),
  'bad request': refusal(400, 'Bad Request: message text is empty'),
  broken: refusal(500, 'Internal Server Error'),
  'bad gateway': refusal(502, 'Bad Gateway'),
}

export async function openTelegramServer(): Promise<TelegramServer> {
  const receiver = await openReceiver()
  const token = '123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
  const ok = (result: unknown) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ok: true, result }),
  })
  const server: TelegramServer = {
    url: `http://127.0.0.1:${receiver.port}`,
    token,
    sent: [],
    webhook: undefined,
    fault: undefined,
    receiver,
    close: () => receiver.close(),
  }
  receiver.behaviour = ({ path, json }: Received) => {
    const [, bot, method] = path.split('/')
    if (bot !== `bot${token}`) return refusal(401, 'Unauthorized')
    if (method === 'setWebhook') {
      server.webhook = json
      return ok(true)
    }
    if (method === 'getMe') return ok({ id: 123_456, is_bot: true, username: 'RastroTestBot' })
    if (method !== 'sendMessage') return refusal(404, 'Not Found')
    server.sent.push(json)
    if (server.fault === 'hangs') return 'hangs'
    if (server.fault) return faults[server.fault]
    if (!json?.text) return faults['bad request']
    return ok({ message_id: server.sent.length, chat: { id: json.chat_id } })
  }
  return server
}
