// Reads a tar archive: names and contents of its entries.

export function untar(archive: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= archive.length; ) {
    const header = archive.subarray(at, at + 512)
    const name = header.subarray(0, 100).toString().replace(/\0.*$/s, '')
    if (!name) break
    const size = Number.parseInt(header.subarray(124, 135).toString(), 8)
    if (entries.has(name)) throw new Error(`${name} is twice in the archive`)
    entries.set(name, archive.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return entries
}
