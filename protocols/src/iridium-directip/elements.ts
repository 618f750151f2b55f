// The information elements of a message from a modem (MO): id, length and content, in any order.

export const HEADER = { id: 0x01, bytes: 28 } as const
export const PAYLOAD = { id: 0x02, maxBytes: 1960 } as const
/** 11 bytes; one table of the guide has 20, and some senders pad accordingly. */
export const LOCATION = { id: 0x03, bytes: 11, paddedBytes: 20 } as const
/** Revision, overall length, and one element of one byte: 1 is "stored". The network then discards the message. */
export const CONFIRMED = Buffer.from('01000405000101', 'hex')

export interface Element {
  id: number
  content: Buffer
}

/** Undefined if the lengths do not add up. */
export function elementsOf(frame: Buffer): Element[] | undefined {
  if (frame.length < 3 || frame[0] !== 1 || frame.readUInt16BE(1) !== frame.length - 3) return undefined
  const elements: Element[] = []
  for (let at = 3; at < frame.length; ) {
    if (at + 3 > frame.length) return undefined
    const end = at + 3 + frame.readUInt16BE(at + 1)
    if (end > frame.length) return undefined
    elements.push({ id: frame[at]!, content: frame.subarray(at + 3, end) })
    at = end
  }
  return elements
}
