// Divides a list into messages of a log.

/** A log syncs its messages one after the other, so a long message of one account would delay those of all others. */
const maxMessageBytes = 64 * 1_024

/** Chunks of about the maximum size of a message, in order. A longer item is a chunk of its own. */
export function splitIntoMessages<T>(
  items: readonly T[],
  bytesOf: (item: T) => number,
  maxItems = Number.POSITIVE_INFINITY,
): T[][] {
  const chunks: T[][] = []
  let chunkBytes = 0
  for (const item of items) {
    const bytes = bytesOf(item)
    const chunk = chunks.at(-1)
    if (chunk && chunk.length < maxItems && chunkBytes + bytes <= maxMessageBytes) {
      chunk.push(item)
      chunkBytes += bytes
    } else {
      chunks.push([item])
      chunkBytes = bytes
    }
  }
  return chunks
}
