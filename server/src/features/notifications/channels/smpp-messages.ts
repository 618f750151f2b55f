// SMPP messages: submitting a text, and reading a delivery receipt.

import smpp from 'smpp'

const gsm7 = 0
const ucs2 = 8
/** Size of one SMS in bytes as submitted. A longer text is submitted whole; the SMS centre splits it. */
const bytesOfOne = { [gsm7]: 160, [ucs2]: 140 }
const international = { ton: 1, npi: 1 }
const alphanumeric = { ton: 5, npi: 0 }
const receiptWanted = 1

export function toSubmit(from: string, to: string, text: string): object {
  const coding = smpp.encodings.ASCII.match(text) ? gsm7 : ucs2
  const bytes = (coding === gsm7 ? smpp.encodings.ASCII : smpp.encodings.UCS2).encode(text)
  const source = /^\+?\d+$/.test(from) ? international : alphanumeric
  return {
    source_addr: from.replace(/^\+/, ''),
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    destination_addr: to.replace(/^\+/, ''),
    dest_addr_ton: international.ton,
    dest_addr_npi: international.npi,
    registered_delivery: receiptWanted,
    data_coding: coding,
    ...(bytes.length <= bytesOfOne[coding] ? { short_message: bytes } : { message_payload: bytes }),
  }
}

/** By number in SMPP 3.4, 5.2.28. */
const states = [
  '',
  'enroute',
  'delivered',
  'expired',
  'deleted',
  'undeliverable',
  'accepted',
  'unknown',
  'rejected',
]
/** By name in appendix B, which every SMS centre supports. */
const statesByName: Record<string, string> = {
  ENROUTE: 'enroute',
  DELIVRD: 'delivered',
  EXPIRED: 'expired',
  DELETED: 'deleted',
  UNDELIV: 'undeliverable',
  ACCEPTD: 'accepted',
  UNKNOWN: 'unknown',
  REJECTD: 'rejected',
}
const isReceipt = 0x04

/** The state of a message; undefined if the PDU is an incoming message and no receipt. */
export function readReceipt(pdu: smpp.Pdu): { providerId: string; state: string } | undefined {
  if (!((pdu.esm_class ?? 0) & isReceipt)) return undefined
  const body = typeof pdu.short_message === 'object' ? pdu.short_message.message : pdu.short_message
  const text = String(body ?? '')
  const providerId = pdu.receipted_message_id ?? /\bid:(\S+)/.exec(text)?.[1]
  const state = states[pdu.message_state ?? 0] || statesByName[/\bstat:(\w+)/.exec(text)?.[1] ?? '']
  return providerId && state ? { providerId, state } : undefined
}
