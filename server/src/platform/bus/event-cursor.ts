// A place in the log of events, as programs keep it. It knows its time too: where a time is asked for, it will do, so that
// whoever comes too late for the log goes on by reading.

export interface EventCursor {
  /** Of which log: one that was made anew counts from the beginning. */
  epoch: string
  sequence: number
  index: number
  /** When the log took what stands there. */
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

/** A time that was given as one, or as a cursor. */
export function readSince(text: string): Date {
  return decodeEventCursor(text)?.at ?? new Date(text)
}
