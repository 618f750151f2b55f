// A position in the event log, as API clients store it. It includes a time, so a client whose cursor has left the log
// can pass it wherever a time is expected.

export interface EventCursor {
  /** Identifies the log: a recreated log restarts its sequence. */
  epoch: string
  sequence: number
  index: number
  /** When the event was appended. */
  at: Date
}

export function encodeEventCursor({ epoch, sequence, index, at }: EventCursor): string {
  const numbers = [sequence, index, at.getTime()].map((number) => number.toString(36)).join('.')
  return Buffer.from(`e${epoch}.${numbers}`).toString('base64url')
}

const shape = /^e([0-9a-z]{1,12})\.([0-9a-z]{1,10})\.([0-9a-z]{1,3})\.([0-9a-z]{1,9})$/

export function decodeEventCursor(text: string): EventCursor | undefined {
  const [, epoch, ...numbers] = shape.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const [sequence = 0, index = 0, atMs = 0] = numbers.map((number) => Number.parseInt(number, 36))
  return epoch === undefined ? undefined : { epoch, sequence, index, at: new Date(atMs) }
}

/** Reads a time, or the time of a cursor. */
export function readSince(text: string): Date {
  return decodeEventCursor(text)?.at ?? new Date(text)
}
