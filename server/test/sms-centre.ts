// An SMPP server that records accepted messages and can fail in the ways real ones do.

import type { AddressInfo } from 'node:net'
import smpp from 'smpp'

export type SmsBehaviour =
  | 'accepts'
  /** Refuses with this status. */
  | { status: number }
  | 'takes it and is silent'
  | 'takes it and hangs up'
  | 'loses it and hangs up'

export interface ReceivedSms {
  id: string
  to: string
  from: string
  text: string
  isLong: boolean
}

export interface SmsCentre {
  url: string
  /** Accepted messages, whether or not the sender received the response. */
  messages: ReceivedSms[]
  behaviour: SmsBehaviour
  /** Delay before it responds. */
  slowMs: number
  /** Sends a delivery receipt to every bound session. */
  sendReceipt(id: string, status: string): void
  close(): Promise<void>
}

export async function openSmsCentre(): Promise<SmsCentre> {
  const sessions = new Set<smpp.Session>()
  const server = smpp.createServer((session) => {
    sessions.add(session)
    session.on('error', () => session.destroy())
    session.on('close', () => sessions.delete(session))
    session.on('bind_transceiver', (pdu) => {
      const isKnown = pdu.system_id === 'rastro' && pdu.password === 'secret'
      session.send(pdu.response(isKnown ? {} : { command_status: 0x0e }))
    })
    session.on('enquire_link', (pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('submit_sm', (pdu: smpp.Pdu) => {
      const { behaviour } = centre
      if (typeof behaviour === 'object') {
        session.send(pdu.response({ command_status: behaviour.status }))
        return
      }
      const id = `m${centre.messages.length + 1}`
      if (behaviour !== 'loses it and hangs up') centre.messages.push(toMessage(id, pdu))
      if (behaviour === 'accepts')
        setTimeout(() => session.send(pdu.response({ message_id: id })), centre.slowMs)
      if (behaviour.endsWith('hangs up')) session.destroy()
    })
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const centre: SmsCentre = {
    url: `smpp://rastro:secret@127.0.0.1:${port}`,
    messages: [],
    behaviour: 'accepts',
    slowMs: 0,
    sendReceipt(id, status) {
      for (const session of sessions)
        session.deliver_sm({
          esm_class: 0x04,
          short_message: `id:${id} sub:001 dlvrd:001 submit date:2611150600 done date:2611150601 stat:${status} err:000 text:`,
        })
    },
    async close() {
      for (const session of sessions) session.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return centre
}

function toMessage(id: string, pdu: smpp.Pdu): ReceivedSms {
  const short = typeof pdu.short_message === 'object' ? String(pdu.short_message.message) : ''
  const long = pdu.message_payload && String(pdu.message_payload.message)
  const { destination_addr: to = '', source_addr: from = '' } = pdu
  return { id, to, from, text: long ?? short, isLong: long !== undefined }
}
