// SMS over SMPP 3.4: one line that both sends and hears what became of messages. It is opened again when it is lost.

import smpp from 'smpp'
import type { Context } from '../../../platform/context.ts'
import type { Outcome, Transport } from './channel.types.ts'
import { readReceipt, toSubmit } from './smpp-messages.ts'

const connectMs = 10_000
const enquireEveryMs = 30_000
const reopenAfterMs = 5_000
const closed = 'the line to the SMS centre was lost'

/** What the centre may take a moment later (SMPP 3.4, 5.1.3): system error, queue full, too fast. */
const temporaryStatuses = new Set([0x08, 0x14, 0x58])

interface Line {
  session: smpp.Session
  /** Told when the line is lost, each once. */
  waiting: Set<(outcome: Outcome) => void>
}

export function createSmpp(
  ctx: Pick<Context, 'config' | 'log'>,
  smppUrl: string,
  hear: (providerId: string, state: string) => Promise<void>,
): Transport {
  const { smsFrom, answerSeconds } = ctx.config.notifications
  const { protocol, hostname, port, username, password } = new URL(smppUrl)
  const tls = protocol === 'ssmpp:'
  const address = { host: hostname, port: Number(port) || (tls ? 3550 : 2775), tls }
  let opening: Promise<Line> | undefined
  let isStopped = false

  function open(): Promise<Line> {
    const session = smpp.connect(address)
    const line: Line = { session, waiting: new Set() }
    return new Promise((resolve, reject) => {
      const slow = setTimeout(() => session.destroy(), connectMs)
      const enquiry = setInterval(() => enquire(session), enquireEveryMs)
      session.on('error', (error) => {
        ctx.log.warn({ err: error }, closed)
        session.destroy()
      })
      session.on('close', () => {
        clearTimeout(slow)
        clearInterval(enquiry)
        opening = undefined
        reject(new Error(closed))
        for (const tell of line.waiting) tell({ kind: 'unknown', why: closed })
        if (!isStopped) setTimeout(stayOpen, reopenAfterMs).unref()
      })
      session.on('enquire_link', (pdu) => session.send(pdu.response()))
      session.on('unbind', (pdu) => {
        session.send(pdu.response())
        session.close()
      })
      session.on('deliver_sm', (pdu) => void receive(session, pdu))
      session.on(tls ? 'secureConnect' : 'connect', () => {
        const who = { system_id: decodeURIComponent(username), password: decodeURIComponent(password) }
        session.bind_transceiver({ ...who, interface_version: 0x34 }, ({ command_status: status }) => {
          clearTimeout(slow)
          if (status === 0) return resolve(line)
          reject(new Error(`the SMS centre refused us with status ${hex(status)}`))
          session.destroy()
        })
      })
    })
  }

  function get(): Promise<Line> {
    opening ??= open()
    return opening
  }

  /** Receipts come at any time, so the line stays open while there is nothing to send. */
  function stayOpen(): void {
    if (!isStopped) get().catch((error) => ctx.log.warn({ err: error }, 'the SMS centre cannot be reached'))
  }

  function enquire(session: smpp.Session): void {
    const silent = setTimeout(() => session.destroy(), answerSeconds * 1_000)
    session.enquire_link({}, () => clearTimeout(silent))
  }

  async function receive(session: smpp.Session, pdu: smpp.Pdu): Promise<void> {
    const receipt = readReceipt(pdu)
    try {
      if (receipt) await hear(receipt.providerId, receipt.state)
      session.send(pdu.response())
    } catch (error) {
      ctx.log.warn({ err: error }, 'a receipt could not be kept')
      // ESME_RX_T_APPN: the centre brings it again.
      session.send(pdu.response({ command_status: 0x64 }))
    }
  }

  stayOpen()
  return {
    async send({ to, letter }) {
      const line = await get().catch((error: Error) => error)
      if (line instanceof Error) return { kind: 'refused', why: line.message, isTemporary: true }
      return new Promise<Outcome>((resolve) => {
        const tell = (outcome: Outcome) => {
          clearTimeout(silent)
          line.waiting.delete(tell)
          resolve(outcome)
        }
        const silent = setTimeout(() => {
          tell({ kind: 'unknown', why: `the SMS centre did not answer within ${answerSeconds} s` })
          line.session.destroy()
        }, answerSeconds * 1_000)
        line.waiting.add(tell)
        const isSaid = line.session.submit_sm(toSubmit(smsFrom, to, letter.short), (answer) => {
          const { command_status: status, message_id: providerId } = answer
          if (status === 0) return tell({ kind: 'accepted', providerId })
          const isTemporary = temporaryStatuses.has(status)
          tell({ kind: 'refused', why: `the SMS centre refused it with status ${hex(status)}`, isTemporary })
        })
        if (!isSaid) tell({ kind: 'refused', why: closed, isTemporary: true })
      })
    },
    async stop() {
      isStopped = true
      const line = await opening?.catch(() => undefined)
      line?.session.unbind(() => line.session.close())
      setTimeout(() => line?.session.destroy(), 1_000).unref()
    },
  }
}

function hex(status: number): string {
  return `0x${status.toString(16).padStart(8, '0')}`
}
