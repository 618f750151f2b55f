// An SMTP server that records accepted messages and can fail in the ways real ones do.

import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailBehaviour =
  | 'accepts'
  /** Refuses the recipient, or the message after its end, with this code. */
  | { recipient: number }
  | { content: number }
  /** Does not greet new connections, so that nothing is ever transmitted. */
  | 'is silent'
  /** Receives the whole message and never responds. */
  | 'takes it and is silent'
  /** Receives the whole message and closes the connection, with or without keeping it. */
  | 'takes it and hangs up'
  | 'loses it and hangs up'

export interface ReceivedMail {
  to: string
  /** As received. */
  raw: string
}

export interface Mailbox {
  url: string
  /** Accepted messages, whether or not the sender received the response. */
  messages: ReceivedMail[]
  behaviour: MailBehaviour | ((to: string) => MailBehaviour)
  /** Delay before it confirms a message. */
  slowMs: number
  close(): Promise<void>
}

/** With a password, sending requires it. */
export async function openMailbox(password?: string): Promise<Mailbox> {
  const sockets = new Map<number, Socket>()
  const behaviourFor = (to: string) =>
    typeof mailbox.behaviour === 'function' ? mailbox.behaviour(to) : mailbox.behaviour
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
      if (mailbox.behaviour !== 'is silent') callback()
    },
    onRcptTo({ address }, _session, callback) {
      const behaviour = behaviourFor(address)
      if (typeof behaviour === 'object' && 'recipient' in behaviour) callback(refusal(behaviour.recipient))
      else callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo
        const to = recipient?.address ?? ''
        const behaviour = behaviourFor(to)
        if (typeof behaviour === 'object' && 'content' in behaviour)
          return callback(refusal(behaviour.content))
        if (behaviour !== 'loses it and hangs up')
          mailbox.messages.push({ to, raw: Buffer.concat(chunks).toString('utf8') })
        if (behaviour === 'takes it and is silent') return
        if (typeof behaviour === 'string' && behaviour.endsWith('hangs up')) {
          sockets.get(session.remotePort)?.destroy()
          return
        }
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
    messages: [],
    behaviour: 'accepts',
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
