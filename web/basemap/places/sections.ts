// A file of named arrays, which a reader uses as they are.
type Numbers = Int32Array | Int16Array | Uint32Array | Uint16Array | Float32Array | Uint8Array

const alignment = 8
const magic = 'RPL1'

/** The header has the names, types and places of the arrays, and everything small. */
export function writeSections(arrays: Record<string, Numbers>, rest: object): Buffer {
  const sections: Record<string, [type: string, offset: number, length: number]> = {}
  let offset = 0
  for (const [name, array] of Object.entries(arrays)) {
    sections[name] = [array.constructor.name, offset, array.length]
    offset += Math.ceil(array.byteLength / alignment) * alignment
  }
  const header = Buffer.from(JSON.stringify({ sections, ...rest }))
  const start = Math.ceil((magic.length + 4 + header.length) / alignment) * alignment
  const file = Buffer.alloc(start + offset)
  file.write(magic, 0, 'latin1')
  file.writeUInt32LE(header.length, magic.length)
  header.copy(file, magic.length + 4)
  for (const [name, array] of Object.entries(arrays)) {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength)
    bytes.copy(file, start + sections[name]![1])
  }
  return file
}
