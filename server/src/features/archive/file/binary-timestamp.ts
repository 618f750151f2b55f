// A `timestamptz` in binary form: microseconds since 2000.

const epochMs = Date.UTC(2000, 0, 1)
const word = 2 ** 32

export function writeTimestamp(view: DataView, at: number, ms: number): void {
  const microseconds = (ms - epochMs) * 1_000
  if (Number.isSafeInteger(microseconds)) {
    view.setInt32(at, Math.floor(microseconds / word))
    view.setUint32(at + 4, microseconds % word)
  } else view.setBigInt64(at, BigInt(ms - epochMs) * 1_000n)
}

/** Rounded to milliseconds. Throws if it is infinite. */
export function readTimestamp(view: DataView, at: number): number {
  const microseconds = view.getInt32(at) * word + view.getUint32(at + 4)
  if (Number.isSafeInteger(microseconds)) return Math.round(microseconds / 1_000) + epochMs
  const exact = view.getBigInt64(at)
  const ms = Number(exact / 1_000n) + epochMs
  if (Number.isNaN(new Date(ms).getTime())) throw new Error('PostgreSQL has a time that is not a date')
  return ms
}
