// E-mail over SMTP with pooled connections. For every message it tracks whether its last byte may have been sent.

import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Context } from '../../../platform/context.ts'
import type { FindMailBrand, MailBrand } from '../../../platform/mail/mail-brand.ts'
import { escapeHtml, oneLine } from '../../../platform/mail/safe-text.ts'
import { metrics } from '../../../platform/observability/metrics.ts'
import type { Message, Outcome, Transport } from './channel.types.ts'
import { signMail } from './dkim.ts'

const maxIdleMs = 30_000
const connectMs = 10_000
const maxNameLength = 60

interface PooledConnection {
  smtp: SMTPConnection
  isOpen: boolean
  /** It has sent messages before, and the server may have closed it since. */
  isUsed: boolean
  idleTimer?: NodeJS.Timeout
}

/** nodemailer errors carry the SMTP status. */
interface SmtpError extends Error {
  responseCode?: number | undefined
}

export function createSmtp(
  ctx: Pick<Context, 'config' | 'log'>,
  smtpUrl: string,
  findBrand?: FindMailBrand,
): Transport {
  const { mailFrom, timeoutSeconds } = ctx.config.notifications
  const { options, auth } = readSmtpUrl(smtpUrl, timeoutSeconds * 1_000)
  const idle: PooledConnection[] = []

  function open(): Promise<PooledConnection> {
    const pooled: PooledConnection = { smtp: new SMTPConnection(options), isOpen: true, isUsed: false }
    return new Promise((resolve, reject) => {
      const lost = (error?: Error) => {
        pooled.isOpen = false
        reject(error ?? new Error('the connection was closed'))
      }
      pooled.smtp.on('error', lost)
      pooled.smtp.on('end', () => lost())
      pooled.smtp.connect((error) => {
        if (error) lost(error)
        else if (!auth) resolve(pooled)
        else pooled.smtp.login(auth, (refusal) => (refusal ? lost(refusal) : resolve(pooled)))
      })
    })
  }

  function takeIdle(): PooledConnection | undefined {
    for (let pooled = idle.pop(); pooled; pooled = idle.pop()) {
      clearTimeout(pooled.idleTimer)
      if (pooled.isOpen) return pooled
    }
    return undefined
  }

  function putBack(pooled: PooledConnection): void {
    pooled.isUsed = true
    pooled.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(pooled), 1)
      pooled.smtp.quit()
    }, maxIdleMs)
    pooled.idleTimer.unref()
    idle.push(pooled)
  }

  async function transmit(
    pooled: PooledConnection,
    to: string,
    raw: Buffer,
  ): Promise<Outcome | 'closed before'> {
    // Read only after the server has accepted DATA: from then on the message may have been received.
    let isTransmitted = false
    const body = new Readable({
      read() {
        isTransmitted = true
        this.push(raw)
        this.push(null)
      },
    })
    const from = addressOf(mailFrom)
    const error = await new Promise<SmtpError | null>((resolve) => {
      pooled.smtp.send({ from, to: [to], size: raw.length }, body, resolve)
    })
    if (!error) {
      putBack(pooled)
      return { kind: 'accepted' }
    }
    const code = error.responseCode
    pooled.smtp.close()
    // A server that shuts down answers 421, whatever it did with the message.
    if (code && code >= 400 && !(isTransmitted && code === 421))
      return { kind: 'refused', why: error.message, isTemporary: code < 500, isOfContent: isTransmitted }
    if (isTransmitted) return { kind: 'unknown', why: error.message }
    if (pooled.isUsed) return 'closed before'
    return { kind: 'refused', why: error.message, isTemporary: true }
  }

  async function deliver(to: string, raw: Buffer): Promise<Outcome> {
    const pooled = takeIdle()
    const outcome = pooled && (await transmit(pooled, to, raw))
    if (outcome && outcome !== 'closed before') return outcome
    const retried = await transmit(await open(), to, raw)
    if (retried !== 'closed before') return retried
    throw new Error('the connection was closed')
  }

  /** Undefined if the message leaves with the address of the platform. */
  async function sendSigned(message: Message, brand: MailBrand | undefined): Promise<Outcome | undefined> {
    if (!brand?.sender) return undefined
    const { sender } = brand
    const signed = await compose(message, mailFrom, brand)
      .then((raw) => signMail(raw, sender))
      .catch((error) => ctx.log.error({ err: error, domain: sender.domain }, 'e-mail was not signed'))
    if (!signed) return undefined
    const outcome = await deliver(message.to, signed)
    // Some mail servers accept no address but those of their customer. Nothing was sent.
    if (outcome.kind === 'refused' && !outcome.isTemporary && outcome.isOfContent) {
      ctx.log.warn(
        { domain: sender.domain, why: outcome.why },
        'the mail server refuses the sender of a brand',
      )
      return undefined
    }
    return outcome
  }

  return {
    async send(message) {
      try {
        const { accountId } = message
        const brand = accountId === undefined ? undefined : await findBrand?.(accountId)
        const signed = await sendSigned(message, brand)
        metrics.emailsComposed.inc({ sender: signed ? 'brand' : 'platform' })
        if (signed) return signed
        return await deliver(
          message.to,
          await compose(message, mailFrom, brand && { ...brand, sender: null }),
        )
      } catch (error) {
        // Nothing of the message was transmitted: composing, connecting or logging in failed.
        const { message: why, responseCode = 400 } = error as SmtpError
        return { kind: 'refused', why, isTemporary: responseCode < 500 || responseCode === 535 }
      }
    },
    async stop() {
      for (const pooled of idle.splice(0)) {
        clearTimeout(pooled.idleTimer)
        pooled.smtp.quit()
      }
    },
  }
}

export function readSmtpUrl(smtpUrl: string, answerMs: number) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  return {
    options: {
      host: hostname,
      port: Number(port) || (isSecure ? 465 : 587),
      secure: isSecure,
      connectionTimeout: Math.min(connectMs, answerMs),
      greetingTimeout: Math.min(connectMs, answerMs),
      socketTimeout: answerMs,
    },
    auth: username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

/** The return path stays that of the platform in any case: it is where undeliverable e-mails are reported. */
function compose({ id, to, content }: Message, from: string, brand: MailBrand | undefined): Promise<Buffer> {
  const { subject, picture, attachments = [] } = content
  const { text, html } = withFooter(content, brand?.footer)
  const address = brand?.sender?.address ?? addressOf(from)
  const mail = new MailComposer({
    from: brand ? { name: oneLine(brand.name, maxNameLength), address } : from,
    ...(brand?.replyTo && { replyTo: { name: '', address: brand.replyTo } }),
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${address.split('@')[1] ?? 'rastro'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Notification-ID': id },
    attachments: [
      ...(picture ? [{ filename: 'map.png', content: picture, cid: 'map', contentType: 'image/png' }] : []),
      ...attachments.map(({ fileName, mediaType, content: bytes }) => ({
        filename: fileName,
        content: bytes,
        contentType: mediaType,
      })),
    ],
    // Message content must not make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return mail.compile().build()
}

/** The text comes from a reseller: it is escaped. */
function withFooter({ text, html }: Message['content'], footer: string | null | undefined) {
  if (!footer) return { text, html }
  const lines = escapeHtml(footer).replaceAll('\n', '<br>')
  const paragraph = `<p style="max-width:480px;margin:16px auto;font-size:13px;color:#64748b">${lines}</p>`
  return {
    text: `${text.trimEnd()}\n\n${footer}\n`,
    html: html?.replace('</body>', () => `${paragraph}\n</body>`),
  }
}

/** The address in `Rastro <alerts@rastro.example>`. */
function addressOf(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from.trim()
}
