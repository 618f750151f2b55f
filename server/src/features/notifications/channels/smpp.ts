// SMS over SMPP 3.4: one connection sends messages and receives receipts. It reconnects when it is lost.

import smpp from 'smpp'
import { inBackground } from '../../../platform/async/in-background.ts'
import type { Context } from '../../../platform/context.ts'
import type { FindMailBrand } from '../../../platform/mail/mail-brand.ts'
import type { Outcome, Transport } from './channel.types.ts'
import { readReceipt, toSubmit } from './smpp-messages.ts'

const connectMs = 10_000
const enquireEveryMs = 30_000
const reopenAfterMs = 5_000
const closed = 'the connection to the SMS centre was lost'

/** The SMS centre may accept it later (SMPP 3.4, 5.1.3): system error, queue full, too fast. */
const temporaryStatuses = new Set([0x08, 0x14, 0x58])

interface Connection {
  session: smpp.Session
  /** Settled once each when the connection is lost. */
  pending: Set<(outcome: Outcome) => void>
}

export interface SmppNeeds {
  onReceipt(providerId: string, state: string): Promise<void>
  findBrand?: FindMailBrand | undefined
}

export function createSmpp(
  ctx: Pick<Context, 'config' | 'log'>,
  smppUrl: string,
  { onReceipt, findBrand }: SmppNeeds,
): Transport {
  const { smsFrom, timeoutSeconds } = ctx.config.notifications
  const { protocol, hostname, port, username, password } = new URL(smppUrl)
  const tls = protocol === 'ssmpp:'
  const address = { host: hostname, port: Number(port) || (tls ? 3550 : 2775), tls }
  let opening: Promise<Connection> | undefined
  let isStopped = false

  function open(): Promise<Connection> {
    const session = smpp.connect(address)
    const connection: Connection = { session, pending: new Set() }
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => session.destroy(), connectMs)
      const keepAlive = setInterval(() => enquire(session), enquireEveryMs)
      session.on('error', (error) => {
        ctx.log.warn({ err: error }, closed)
        session.destroy()
      })
      session.on('close', () => {
        clearTimeout(timeout)
        clearInterval(keepAlive)
        opening = undefined
        reject(new Error(closed))
        for (const settle of connection.pending) settle({ kind: 'unknown', why: closed })
        if (!isStopped) setTimeout(stayOpen, reopenAfterMs).unref()
      })
      session.on('enquire_link', (pdu) => session.send(pdu.response()))
      session.on('unbind', (pdu) => {
        session.send(pdu.response())
        session.close()
      })
      session.on('deliver_sm', (pdu) => inBackground(ctx, receive(session, pdu)))
      session.on(tls ? 'secureConnect' : 'connect', () => {
        const credentials = {
          system_id: decodeURIComponent(username),
          password: decodeURIComponent(password),
        }
        session.bind_transceiver(
          { ...credentials, interface_version: 0x34 },
          ({ command_status: status }) => {
            clearTimeout(timeout)
            if (status === 0) return resolve(connection)
            reject(new Error(`the SMS centre refused the login with status ${hex(status)}`))
            session.destroy()
          },
        )
      })
    })
  }

  function get(): Promise<Connection> {
    opening ??= open()
    return opening
  }

  /** Receipts arrive at any time, so the connection stays open while there is nothing to send. */
  function stayOpen(): void {
    if (!isStopped) get().catch((error) => ctx.log.warn({ err: error }, 'SMS centre unreachable'))
  }

  function enquire(session: smpp.Session): void {
    const timeout = setTimeout(() => session.destroy(), timeoutSeconds * 1_000)
    session.enquire_link({}, () => clearTimeout(timeout))
  }

  async function receive(session: smpp.Session, pdu: smpp.Pdu): Promise<void> {
    const receipt = readReceipt(pdu)
    try {
      if (receipt) await onReceipt(receipt.providerId, receipt.state)
      session.send(pdu.response())
    } catch (error) {
      ctx.log.warn({ err: error }, 'storing a receipt failed')
      // ESME_RX_T_APPN: the SMS centre sends it again.
      session.send(pdu.response({ command_status: 0x64 }))
    }
  }

  stayOpen()
  return {
    async send({ to, accountId, content }) {
      const brand = accountId === undefined ? undefined : await findBrand?.(accountId)
      const from = brand?.smsSender ?? smsFrom
      const connection = await get().catch((error: Error) => error)
      if (connection instanceof Error) return { kind: 'refused', why: connection.message, isTemporary: true }
      return new Promise<Outcome>((resolve) => {
        const settle = (outcome: Outcome) => {
          clearTimeout(timeout)
          connection.pending.delete(settle)
          resolve(outcome)
        }
        const timeout = setTimeout(() => {
          settle({ kind: 'unknown', why: `the SMS centre did not answer within ${timeoutSeconds} s` })
          connection.session.destroy()
        }, timeoutSeconds * 1_000)
        connection.pending.add(settle)
        const isSent = connection.session.submit_sm(toSubmit(from, to, content.short), (answer) => {
          const { command_status: status, message_id: providerId } = answer
          if (status === 0) return settle({ kind: 'accepted', providerId })
          const isTemporary = temporaryStatuses.has(status)
          settle({
            kind: 'refused',
            why: `the SMS centre refused it with status ${hex(status)}`,
            isTemporary,
          })
        })
        if (!isSent) settle({ kind: 'refused', why: closed, isTemporary: true })
      })
    },
    async stop() {
      isStopped = true
      const connection = await opening?.catch(() => undefined)
      connection?.session.unbind(() => connection.session.close())
      setTimeout(() => connection?.session.destroy(), 1_000).unref()
    },
  }
}

function hex(status: number): string {
  return `0x${status.toString(16).padStart(8, '0')}`
}
