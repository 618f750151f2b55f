// Checksums of the protocols, table driven. Parameters and check values: the catalogue of CRC algorithms (reveng).

/** Teltonika calls it CRC-16/IBM. */
export function crc16Arc(bytes: Uint8Array, from = 0, end = bytes.length): number {
  return reflected(arcTable, 0, bytes, from, end)
}

/** Galileosky. */
export function crc16Modbus(bytes: Uint8Array, from = 0, end = bytes.length): number {
  return reflected(arcTable, 0xffff, bytes, from, end)
}

/** GT06 calls it CRC-ITU. */
export function crc16X25(bytes: Uint8Array, from = 0, end = bytes.length): number {
  return reflected(x25Table, 0xffff, bytes, from, end) ^ 0xffff
}

/** Ruptela. */
export function crc16Kermit(bytes: Uint8Array, from = 0, end = bytes.length): number {
  return reflected(x25Table, 0, bytes, from, end)
}

/** Queclink in its HEX format. */
export function crc16CcittFalse(bytes: Uint8Array, from = 0, end = bytes.length): number {
  return ccitt(0xffff, bytes, from, end)
}

/** Eview. */
export function crc16Xmodem(bytes: Uint8Array, from = 0, end = bytes.length): number {
  return ccitt(0, bytes, from, end)
}

/** Queclink in its Protocol Pro; polynomial 31, highest bit first. */
export function crc8Nrsc(bytes: Uint8Array, from = 0, end = bytes.length): number {
  let crc = 0xff
  for (let at = from; at < end; at++) crc = nrscTable[crc ^ bytes[at]!]!
  return crc
}

function ccitt(start: number, bytes: Uint8Array, from: number, end: number): number {
  let crc = start
  for (let at = from; at < end; at++) crc = ((crc << 8) & 0xffff) ^ ccittTable[(crc >>> 8) ^ bytes[at]!]!
  return crc
}

function reflected(table: Uint16Array, start: number, bytes: Uint8Array, from: number, end: number): number {
  let crc = start
  for (let at = from; at < end; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 0xff]!
  return crc
}

function tableOf(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let crc = index
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
    return crc
  })
}

const arcTable = tableOf(0xa001)
const x25Table = tableOf(0x8408)
/** Not reflected: the highest bit comes first. */
const ccittTable = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  return crc
})

const nrscTable = Uint8Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x31) & 0xff : crc << 1
  return crc
})
