// A mail server that speaks SMTP, remembers what it took, and can be in any mood that real ones are in.

import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailMood =
  | 'accepts'
  /** Refuses the recipient, or the letter after its end, with this code. */
  | { recipient: number }
  | { letter: number }
  /** Says nothing when somebody calls, so that nothing is ever handed over. */
  | 'is silent'
  /** Has the whole letter, and says nothing more: it took it, or it did not. */
  | 'takes it and is silent'
  /** Has the whole letter, and the line is lost: it took it, or it did not. */
  | 'takes it and hangs up'
  | 'loses it and hangs up'

export interface ArrivedLetter {
  to: string
  /** As it came over the line. */
  raw: string
}

export interface Mailbox {
  url: string
  /** What was accepted, whether or not the sender heard of it. */
  letters: ArrivedLetter[]
  mood: MailMood | ((to: string) => MailMood)
  /** How long it thinks before it says that it has a letter. */
  slowMs: number
  close(): Promise<void>
}

/** With a password, only who knows it may send. */
export async function openMailbox(password?: string): Promise<Mailbox> {
  const sockets = new Map<number, Socket>()
  const moodFor = (to: string) => (typeof mailbox.mood === 'function' ? mailbox.mood(to) : mailbox.mood)
  const server = new SMTPServer({
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(login, _session, callback) {
      if (login.password === password) callback(null, { user: login.username })
      else callback(refusal(535))
    },
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, callback) {
      if (mailbox.mood !== 'is silent') callback()
    },
    onRcptTo({ address }, _session, callback) {
      const mood = moodFor(address)
      if (typeof mood === 'object' && 'recipient' in mood) callback(refusal(mood.recipient))
      else callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo
        const to = recipient?.address ?? ''
        const mood = moodFor(to)
        if (typeof mood === 'object' && 'letter' in mood) return callback(refusal(mood.letter))
        if (mood !== 'loses it and hangs up')
          mailbox.letters.push({ to, raw: Buffer.concat(chunks).toString('utf8') })
        if (mood === 'takes it and is silent') return
        if (typeof mood === 'string' && mood.endsWith('hangs up'))
          return void sockets.get(session.remotePort)?.destroy()
        setTimeout(callback, mailbox.slowMs)
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(remotePort))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    letters: [],
    mood: 'accepts',
    slowMs: 0,
    async close() {
      for (const socket of sockets.values()) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return mailbox
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('not now, not here'), { responseCode })
}
