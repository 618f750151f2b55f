// Reads files in pieces of limited size.

import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 1_048_576

/** The first bytes of the file; each piece is a buffer of its own. */
export async function* readPieces(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - at))
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.')
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}
