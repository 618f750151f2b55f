// The transports that the operator has configured. A channel without one is absent.

import type { Context } from '../../../platform/context.ts'
import type { FindMailBrand } from '../../../platform/mail/mail-brand.ts'
import type { Channel } from '../notification.types.ts'
import { keepReceipt } from '../receipt.ts'
import type { Transport } from './channel.types.ts'
import { createChat } from './chat.ts'
import { createPush } from './push.ts'
import { createSmpp } from './smpp.ts'
import { createSmsHttp } from './sms-http.ts'
import { createSmtp } from './smtp.ts'
import { createTelegram } from './telegram.ts'

export type Transports = Partial<Record<Channel, Transport>>

export function createTransports(
  ctx: Pick<Context, 'config' | 'log' | 'db' | 'now'>,
  findBrand?: FindMailBrand,
): Transports {
  const { smtpUrl, smppUrl, smsHttpUrl, push } = ctx.config.notifications
  const sms = smppUrl
    ? createSmpp(ctx, smppUrl, {
        findBrand,
        onReceipt: (providerId, state) => keepReceipt(ctx, providerId, state),
      })
    : smsHttpUrl && createSmsHttp(ctx, smsHttpUrl, findBrand)
  return {
    ...(smtpUrl && { email: createSmtp(ctx, smtpUrl, findBrand) }),
    ...(sms && { sms }),
    ...(ctx.config.notifications.telegram.secret && { telegram: createTelegram(ctx) }),
    ...(ctx.config.notifications.chat && { chat: createChat(ctx) }),
    ...(push.enabled && { push: createPush(ctx) }),
  }
}
