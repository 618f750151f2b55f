// Which channels the operator has configured: others are not offered.

import type { Config } from '../../../config/config.ts'
import type { Context } from '../../../platform/context.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import type { Channel } from '../notification.types.ts'
import { channels } from '../notification.types.ts'

type Needs = Pick<Context, 'config'>

const isConfigured: Partial<Record<Channel, (needs: Needs) => boolean>> = {
  email: ({ config }) => config.notifications.smtpUrl !== undefined,
  sms: ({ config: { notifications } }) => Boolean(notifications.smppUrl ?? notifications.smsHttpUrl),
  push: ({ config }) => config.notifications.push.enabled,
  telegram: ({ config }) => isTelegramSet(config.notifications.telegram),
  chat: ({ config }) => config.notifications.chat,
}

function isTelegramSet({ secret, bot }: Config['notifications']['telegram']): boolean {
  return secret !== undefined && bot !== ''
}

const names: Record<Channel, string> = {
  email: 'e-mail',
  sms: 'SMS',
  push: 'push notifications',
  telegram: 'Telegram messages',
  chat: 'messages to chats',
  whatsapp: 'WhatsApp messages',
  voice: 'calls',
}

export function listConfigured(ctx: Needs): Channel[] {
  return channels.filter((channel) => isConfigured[channel]?.(ctx))
}

export function requireChannel(ctx: Needs, channel: Channel): void {
  if (isConfigured[channel]?.(ctx)) return
  throw new ConflictError(
    'contacts.channel_not_configured',
    `This platform is not set up to send ${names[channel]}.`,
  )
}
