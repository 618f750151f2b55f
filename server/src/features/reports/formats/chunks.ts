// Text to bytes, in chunks that a file or a response takes one at a time.

export const maxChunkBytes = 262_144
const flushAtCharacters = 131_072

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
