// Reads a sentence: `\s:station,c:unix*hh\!AIVDM,parts,part,id,channel,payload,fill*hh`. Both checksums must be right.
import { decimalOf, hexadecimalOf, isDigits } from '../text-values.ts'

/** Larger ones are milliseconds. */
const MAX_SECONDS = 2 ** 33
const FIELDS = 7
const MAX_FILL_BITS = 5

export interface Sentence {
  /** Parts of one message have the same. */
  group: string
  parts: number
  part: number
  payload: string
  fillBits: number
  /** When the station received it, by the tag block. */
  taggedMs?: number
}

/** Or why it cannot be read. */
export function readSentence(line: string): Sentence | string {
  const start = line.lastIndexOf('!')
  const body = checkedBody(line.slice(start + 1))
  if (start < 0 || body === undefined) return 'checksum'
  const fields = body.split(',')
  const [, parts, part, id, channel, payload, fill] = fields
  if (fields.length !== FIELDS || !isDigits(parts!, 1, 1) || !isDigits(part!, 1, 1) || !isDigits(fill!, 1, 1))
    return 'sentence that cannot be read'
  const sentence: Sentence = {
    group: `${id!.slice(0, 2)}${channel!.slice(0, 2)}`,
    parts: Number(parts),
    part: Number(part),
    payload: payload!,
    fillBits: Number(fill),
  }
  const isPart = sentence.part >= 1 && sentence.part <= sentence.parts
  if (!isPart || sentence.fillBits > MAX_FILL_BITS || !isArmored(sentence.payload))
    return 'sentence that cannot be read'
  if (start === 0) return sentence
  const tagged = tagsOf(line.slice(0, start))
  return tagged ? { ...sentence, ...tagged } : 'tag block that cannot be read'
}

/** Between backslashes; only the time is of use. */
function tagsOf(block: string): { taggedMs?: number } | undefined {
  if (!block.startsWith('\\') || !block.endsWith('\\')) return undefined
  const body = checkedBody(block.slice(1, -1))
  if (body === undefined) return undefined
  const time = body.split(',').find((tag) => tag.startsWith('c:'))
  const value = decimalOf(time?.slice(2))
  if (value === undefined || value <= 0) return {}
  return { taggedMs: value > MAX_SECONDS ? value : value * 1000 }
}

/** What precedes `*hh`, if it is the exclusive or of it. Some receivers write a tag block behind it. */
function checkedBody(text: string): string | undefined {
  const star = text.indexOf('*')
  if (star < 0) return undefined
  const body = text.slice(0, star)
  return checksumOf(body) === hexadecimalOf(text.slice(star + 1, star + 3)) ? body : undefined
}

export function checksumOf(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at)
  return sum
}

/** `0` to `W` and `` ` `` to `w`, each six bits. */
function isArmored(payload: string): boolean {
  return /^[0-W`-w]+$/.test(payload)
}
