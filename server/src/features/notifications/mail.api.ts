// Sends e-mails of other features over the configured mail server, with connections of its own: a storm of alerts must
// not delay a password reset.

import type { Context } from '../../platform/context.ts'
import type { FindMailBrand } from '../../platform/mail/mail-brand.ts'
import type { Outcome } from './channels/channel.types.ts'
import { createSmtp } from './channels/smtp.ts'
import type { Attachment } from './templates/message.types.ts'

/** Undefined if no mail server is configured. */
export function createMailSender(
  ctx: Pick<Context, 'config' | 'log'>,
  findBrand?: FindMailBrand,
): Mailer | undefined {
  const { smtpUrl } = ctx.config.notifications
  if (!smtpUrl) return undefined
  const smtp = createSmtp(ctx, smtpUrl, findBrand)
  return {
    send({ id, to, accountId, ...content }: Mail): Promise<Outcome> {
      return smtp.send({ id, to, accountId, content: { ...content, short: '', picture: undefined } })
    },
    stop: smtp.stop,
  }
}

export interface Mail {
  id: string
  to: string
  /** Whose brand the sender has. */
  accountId?: number | undefined
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}

export interface Mailer {
  send(mail: Mail): Promise<Outcome>
  stop(): Promise<void>
}
