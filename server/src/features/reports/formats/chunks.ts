// Text to bytes, in chunks that a file or a response takes one at a time.

export const maxChunkBytes = 262_144
/** V8 keeps texts above 128 kB among its old objects, where they stay until the next large collection. */
const flushAtCharacters = 32_768
const rowsPerText = 50

/** Some rows at a time, for the same reason. */
export function* inSlices<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerText) yield rows.slice(start, start + rowsPerText)
}

/** Nothing is asked of `texts` before the chunks so far were taken. */
export async function* toChunks(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let pending = ''
  for await (const text of texts) {
    pending += text
    if (pending.length < flushAtCharacters) continue
    yield* inPieces(Buffer.from(pending))
    pending = ''
  }
  if (pending) yield* inPieces(Buffer.from(pending))
}

export function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += maxChunkBytes) {
    yield bytes.subarray(start, start + maxChunkBytes)
  }
}
