// Sends e-mails of other features over the configured mail server, with connections of its own: a storm of alerts must
// not delay a password reset.

import type { Context } from '../../platform/context.ts'
import type { Outcome } from './channels/channel.types.ts'
import { createSmtp } from './channels/smtp.ts'
import type { Attachment } from './templates/message.types.ts'

/** Undefined if no mail server is configured. */
export function createMailSender(ctx: Pick<Context, 'config' | 'log'>): Mailer | undefined {
  const { smtpUrl } = ctx.config.notifications
  if (!smtpUrl) return undefined
  const smtp = createSmtp(ctx, smtpUrl)
  return {
    send({ id, to, ...content }: Mail): Promise<Outcome> {
      return smtp.send({ id, to, content: { ...content, short: '', picture: undefined } })
    },
    stop: smtp.stop,
  }
}

export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}

export interface Mailer {
  send(mail: Mail): Promise<Outcome>
  stop(): Promise<void>
}
