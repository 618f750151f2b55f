// Speaks the incoming webhooks of Slack, Discord and Teams over HTTP, with the answers and errors that they document. The
// name of the host decides which one.

import type { Received, Receiver } from './receiver.ts'
import { openReceiver } from './receiver.ts'

type Reply = { status: number; headers?: Record<string, string>; body?: string }
/** The next answers, or silence. */
export type ChatFault =
  | 'removed'
  | 'archived'
  | 'invalid token'
  | 'rate limit'
  | 'forbidden'
  | 'invalid'
  | 'broken'
  | 'lost answer'
  | 'hangs'

export interface ChatServer {
  receiver: Receiver
  fault: ChatFault | undefined
  /** Of a vendor's host, on the port of this server. */
  urlOf(vendor: keyof typeof vendors): string
  close(): Promise<void>
}

export const vendors = {
  slack: 'hooks.slack.com',
  discord: 'discord.com',
  teams: 'prod-1.westeurope.logic.azure.com',
  connector: 'fleet.webhook.office.com',
  mattermost: 'chat.customer.example',
}
const paths: Record<keyof typeof vendors, string> = {
  slack: '/services/T0/B0/',
  discord: '/api/webhooks/1/',
  teams: '/workflows/1/triggers/manual/paths/invoke?sig=',
  connector: '/webhookb2/1/IncomingWebhook/',
  mattermost: '/hooks/',
}

const json = (status: number, body: object, headers = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const plain = (status: number, body: string, headers = {}): Reply => ({ status, headers, body })

function answerOfSlack({ json: body }: Received, fault: ChatFault | undefined): Reply {
  if (fault === 'removed') return plain(404, 'no_service')
  if (fault === 'archived') return plain(410, 'channel_is_archived')
  if (fault === 'invalid token') return plain(403, 'invalid_token')
  if (fault === 'forbidden') return plain(403, 'action_prohibited')
  if (fault === 'rate limit') return plain(429, 'rate_limited', { 'retry-after': '90' })
  if (fault === 'broken') return plain(500, 'rollup_error')
  if (fault === 'invalid' || typeof body !== 'object') return plain(400, 'invalid_payload')
  return body.text ? plain(200, 'ok') : plain(400, 'no_text')
}

function answerOfDiscord({ json: body }: Received, fault: ChatFault | undefined): Reply {
  if (fault === 'removed') return json(404, { message: 'Unknown Webhook', code: 10_015 })
  if (fault === 'invalid token') return json(401, { message: 'Invalid Webhook Token', code: 50_027 })
  if (fault === 'forbidden') return json(403, { message: 'Missing Permissions', code: 50_013 })
  if (fault === 'rate limit')
    return json(429, { message: 'You are being rate limited.', retry_after: 64.57, global: false })
  if (fault === 'broken') return json(500, { message: '500: Internal Server Error', code: 0 })
  if (fault === 'invalid' || !body?.content)
    return json(400, { message: 'Cannot send an empty message', code: 50_006 })
  return body.content.length > 2_000
    ? json(400, { message: 'Invalid Form Body', code: 50_035 })
    : { status: 204 }
}

function answerOfTeams({ json: body }: Received, fault: ChatFault | undefined): Reply {
  const error = (status: number, code: string) => json(status, { error: { code, message: code } })
  if (fault === 'removed') return error(404, 'WorkflowNotFound')
  if (fault === 'forbidden') return error(401, 'DirectApiAuthorizationRequired')
  if (fault === 'rate limit')
    return json(429, { error: { code: 'TooManyRequests' } }, { 'retry-after': '75' })
  if (fault === 'broken') return error(500, 'InternalServerError')
  const [card] = body?.attachments ?? []
  if (card?.contentType !== 'application/vnd.microsoft.card.adaptive') return error(400, 'InvalidCard')
  return { status: 202 }
}

/** It answers 200 whatever the chat behind it answers. */
function answerOfConnector(_request: Received, fault: ChatFault | undefined): Reply {
  const inside = (status: number) =>
    plain(
      200,
      `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status}`,
    )
  if (fault === 'removed') return plain(404, 'Invalid webhook request - Resource not found')
  if (fault === 'rate limit') return inside(429)
  return fault === 'broken' ? inside(500) : plain(200, '1')
}

export async function openChatServer(): Promise<ChatServer> {
  const receiver = await openReceiver()
  const server: ChatServer = {
    receiver,
    fault: undefined,
    urlOf: (vendor) => `http://${vendors[vendor]}:${receiver.port}${paths[vendor]}secret${Math.random()}`,
    close: () => receiver.close(),
  }
  receiver.behaviour = (request) => {
    const { fault } = server
    if (fault === 'hangs') return 'hangs'
    const host = request.headers.host ?? ''
    if (host.includes('slack')) return answerOfSlack(request, fault)
    if (host.includes('discord')) return answerOfDiscord(request, fault)
    if (host.includes('azure')) return answerOfTeams(request, fault)
    if (host.includes('office')) return answerOfConnector(request, fault)
    return answerOfSlack(request, fault)
  }
  return server
}
