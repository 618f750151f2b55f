// E-mail over SMTP. Lines are kept open and used again; of every letter it is known whether its last byte may have left.

import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Context } from '../../../platform/context.ts'
import type { Message, Outcome, Transport } from './channel.types.ts'

const idleLineMs = 30_000
const connectMs = 10_000

interface Line {
  connection: SMTPConnection
  isOpen: boolean
  /** It has carried letters before, and may have been closed by the other side since. */
  isUsed: boolean
  idle?: NodeJS.Timeout
}

/** What nodemailer's errors say beside their message. */
interface SmtpError extends Error {
  responseCode?: number | undefined
}

export function createSmtp(ctx: Pick<Context, 'config' | 'log'>, smtpUrl: string): Transport {
  const { mailFrom, answerSeconds } = ctx.config.notifications
  const { options, auth } = readSmtpUrl(smtpUrl, answerSeconds * 1_000)
  const free: Line[] = []

  function open(): Promise<Line> {
    const line: Line = { connection: new SMTPConnection(options), isOpen: true, isUsed: false }
    return new Promise((resolve, reject) => {
      const lost = (error?: Error) => {
        line.isOpen = false
        reject(error ?? new Error('the line was closed'))
      }
      line.connection.on('error', lost)
      line.connection.on('end', () => lost())
      line.connection.connect((error) => {
        if (error) lost(error)
        else if (!auth) resolve(line)
        else line.connection.login(auth, (refusal) => (refusal ? lost(refusal) : resolve(line)))
      })
    })
  }

  function takeFree(): Line | undefined {
    for (let line = free.pop(); line; line = free.pop()) {
      clearTimeout(line.idle)
      if (line.isOpen) return line
    }
    return undefined
  }

  function putBack(line: Line): void {
    line.isUsed = true
    line.idle = setTimeout(() => {
      free.splice(free.indexOf(line), 1)
      line.connection.quit()
    }, idleLineMs)
    line.idle.unref()
    free.push(line)
  }

  async function hand(line: Line, to: string, raw: Buffer): Promise<Outcome | 'closed before'> {
    // The line reads it only when the server has said "go ahead": from then on its end may have been heard.
    let isSaid = false
    const letter = new Readable({
      read() {
        isSaid = true
        this.push(raw)
        this.push(null)
      },
    })
    const from = addressOf(mailFrom)
    const error = await new Promise<SmtpError | null>((resolve) => {
      line.connection.send({ from, to: [to], size: raw.length }, letter, resolve)
    })
    if (!error) {
      putBack(line)
      return { kind: 'accepted' }
    }
    const code = error.responseCode
    line.connection.close()
    // 421 is said by a server that closes, whatever it did with the letter before.
    if (code && code >= 400 && !(isSaid && code === 421))
      return { kind: 'refused', why: error.message, isTemporary: code < 500 }
    if (isSaid) return { kind: 'unknown', why: error.message }
    if (line.isUsed) return 'closed before'
    return { kind: 'refused', why: error.message, isTemporary: true }
  }

  return {
    async send(message) {
      try {
        const raw = await write(message, mailFrom)
        const line = takeFree()
        const outcome = line && (await hand(line, message.to, raw))
        if (outcome && outcome !== 'closed before') return outcome
        const again = await hand(await open(), message.to, raw)
        if (again !== 'closed before') return again
        throw new Error('the line was closed')
      } catch (error) {
        // Nothing of the letter was said yet: no server, no login, no letter.
        const { message: why, responseCode = 400 } = error as SmtpError
        return { kind: 'refused', why, isTemporary: responseCode < 500 || responseCode === 535 }
      }
    },
    async stop() {
      for (const line of free.splice(0)) {
        clearTimeout(line.idle)
        line.connection.quit()
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

function write({ id, to, letter }: Message, from: string): Promise<Buffer> {
  const { subject, text, html, picture } = letter
  const mail = new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${addressOf(from).split('@')[1] ?? 'rastro'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Rastro-Notification': id },
    attachments: picture
      ? [{ filename: 'map.png', content: picture, cid: 'map', contentType: 'image/png' }]
      : [],
    // Nothing in a letter may make us read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return mail.compile().build()
}

/** Of `Rastro <alerts@rastro.example>` the address alone. */
function addressOf(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from.trim()
}
