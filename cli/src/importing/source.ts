// Reads a file in chunks and counts the bytes; .gz is decompressed.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { ClientError, UsageError } from '../failure.ts'

export interface Source {
  file: string
  totalBytes: number
  /** As text; `onBytes` receives the number of bytes read. */
  read(onBytes?: (bytes: number) => void): AsyncGenerator<string>
}

export async function openSource(file: string): Promise<Source> {
  const found = await stat(file).catch((error) => {
    throw new UsageError(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file}: ${error.message}`)
  })
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`)
  return { file, totalBytes: found.size, read: (onBytes) => read(file, onBytes) }
}

async function* read(file: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<string> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  let bytes = 0
  stream.on('data', (piece) => {
    bytes += piece.length
    onBytes(bytes)
  })
  const decoder = new TextDecoder()
  // Forward errors of the file to the reader of the decompressed stream.
  const unpacked = file.endsWith('.gz') ? stream.pipe(createGunzip()) : stream
  if (unpacked !== stream) stream.once('error', (error) => unpacked.destroy(error))
  try {
    for await (const piece of unpacked) yield decoder.decode(piece as Buffer, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw new ClientError(`${file} cannot be read: ${(error as Error).message}`)
  } finally {
    stream.destroy()
  }
}

/** For a progress bar: one decimal. */
export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}

const longestLine = 4 * 1024 ** 2

/** Lines with their numbers, from 1. */
export async function* linesOf(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ line: number; text: string }> {
  let rest = ''
  let line = 0
  for await (const piece of pieces) {
    const texts = (rest + piece).split('\n')
    rest = texts.pop() ?? ''
    if (rest.length > longestLine) throw new ClientError('A line is longer than 4 MB: this is not a table.')
    for (const text of texts) {
      line += 1
      yield { line, text: text.endsWith('\r') ? text.slice(0, -1) : text }
    }
  }
  if (rest) yield { line: line + 1, text: rest }
}
