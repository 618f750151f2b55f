// Finds the start and end of a Suntech frame: text ends with CR, binary has a length.
import type { Detection, Session, Split } from '../protocol.types.ts'
import { headerAt, nextHeader } from './headers.ts'
import { userDataOf } from './user-data.ts'

export const MAX_FRAME_BYTES = 4096

const CR = 0x0d
const MAX_BINARY_BYTES = 1024
/** A header after the start: the sentence before it was truncated. User data may contain anything. */
const lateHeader = /(?:S[AT]\d{3}|;A?)(?:STT|ALT|EMG|EVT|ALV|UEX);\d/
/** The result of a command lists settings, whose names are those of messages. */
const lateHeaderOfResult = /S[AT]\d{3}(?:STT|ALT|EMG|EVT|ALV|UEX);\d/
const RESULT = ';Res;'

export function detect(bytes: Buffer): Detection {
  const header = headerAt(bytes, 0)
  if (header === 'no' || header === 'more') return header
  return 'yes'
}

export function split(bytes: Buffer, _session: Session, searchedBytes: number): Split {
  switch (headerAt(bytes, 0)) {
    case 'no':
      return { kind: 'skip', size: nextHeader(bytes, 1) }
    case 'more':
      return { kind: 'more', needBytes: bytes.length + 1 }
    case 'text':
      return splitText(bytes, searchedBytes)
    case 'zip':
      return splitBinary(bytes, 4, true)
    case 'universal':
      return splitBinary(bytes, 3, false)
  }
}

function splitText(bytes: Buffer, searchedBytes: number): Split {
  const userData = userDataOf(bytes)
  if (userData?.kind === 'more') return { kind: 'more', needBytes: userData.needBytes }
  const end = bytes.indexOf(CR, Math.max(searchedBytes, userData?.end ?? 0))
  if (end < 0 || end >= MAX_FRAME_BYTES) {
    if (bytes.length < MAX_FRAME_BYTES) return { kind: 'more', needBytes: bytes.length + 1 }
    return { kind: 'skip', size: nextHeader(bytes.subarray(0, MAX_FRAME_BYTES), 1) }
  }
  const isResult = bytes.toString('latin1', 8, 13) === RESULT
  const late = userData
    ? -1
    : bytes.toString('latin1', 1, end).search(isResult ? lateHeaderOfResult : lateHeader)
  return late < 0 ? { kind: 'frame', size: end + 1 } : { kind: 'skip', size: late + 1 }
}

/** Only ZIP has an end mark. */
function splitBinary(bytes: Buffer, around: number, hasEnd: boolean): Split {
  const size = bytes.readUInt16BE(1) + around
  if (size < 16 || size > MAX_BINARY_BYTES) return { kind: 'skip', size: nextHeader(bytes, 1) }
  if (bytes.length < size) return { kind: 'more', needBytes: size }
  if (hasEnd && bytes[size - 1] !== 0x03) return { kind: 'skip', size: nextHeader(bytes, 1) }
  return { kind: 'frame', size }
}
