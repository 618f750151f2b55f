// The encoding DELTA_BINARY_PACKED for times, without a BigInt for every value, which takes ten times as long.

import type { DataReader } from 'hyparquet'
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js'
import { ByteWriter } from 'hyparquet-writer'
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js'

/** As the library writes them. */
const blockSize = 128
const miniblocks = 4

/** Whole numbers as INT64. Throws a RangeError if one is not whole. */
export function packTimes(page: ByteWriter, times: Float64Array): void {
  const first = times[0] ?? 0
  const offsets = new Int32Array(times.length)
  for (let row = 0; row < times.length; row += 1) {
    const offset = times[row]! - first
    offsets[row] = offset
    // More than 24 days apart.
    if (offsets[row] !== offset) {
      deltaBinaryPack(page, BigInt64Array.from(times, BigInt), 'INT64')
      return
    }
  }
  page.appendVarInt(blockSize)
  page.appendVarInt(miniblocks)
  page.appendVarInt(times.length)
  page.appendZigZag(BigInt(first))
  const rest = new ByteWriter()
  deltaBinaryPack(rest, offsets, 'INT64')
  page.appendBytes(rest.getBytes().subarray(headerBytes(rest.getBytes())))
}

/** Block size, miniblocks, number of values, first value. */
function headerBytes(page: Uint8Array): number {
  let at = 0
  for (let varInts = 0; varInts < 4; varInts += 1) {
    while (page[at]! >= 0x80) at += 1
    at += 1
  }
  return at
}

/** Fills `values`. */
export function unpackInts(reader: DataReader, values: Int32Array | Float64Array): void {
  const { offset } = reader
  if (values.length === 0 || unpackNarrow(reader, values)) return
  reader.offset = offset
  if (values instanceof Int32Array) {
    deltaBinaryUnpack(reader, values.length, values)
    return
  }
  const bigInts = new BigInt64Array(values.length)
  deltaBinaryUnpack(reader, values.length, bigInts)
  for (let row = 0; row < values.length; row += 1) values[row] = Number(bigInts[row])
}

/** False if differences have more than 32 bits, or a number is not safe. */
function unpackNarrow(reader: DataReader, values: Int32Array | Float64Array): boolean {
  const { view } = reader
  const valuesOfBlock = readVarInt(reader)
  const miniblocksOfBlock = readVarInt(reader)
  const valuesOfMiniblock = valuesOfBlock / miniblocksOfBlock
  readVarInt(reader)
  const isWrapped = values instanceof Int32Array
  let value = readZigZag(reader)
  if (Number.isNaN(value)) return false
  values[0] = value
  for (let row = 1; row < values.length; ) {
    const least = readZigZag(reader)
    if (Number.isNaN(least)) return false
    const widthsAt = reader.offset
    let at = widthsAt + miniblocksOfBlock
    for (let index = 0; index < miniblocksOfBlock && row < values.length; index += 1) {
      const width = view.getUint8(widthsAt + index)
      if (width > 32) return false
      const end = Math.min(values.length, row + valuesOfMiniblock)
      for (let bit = 0; row < end; bit += width, row += 1) {
        value += least + (width === 0 ? 0 : readBits(view, at, bit, width))
        if (isWrapped) value |= 0
        values[row] = value
      }
      at += (valuesOfMiniblock * width) / 8
    }
    reader.offset = at
  }
  return true
}

/** Miniblocks are whole words. */
function readBits(view: DataView, at: number, bit: number, width: number): number {
  const word = at + (bit >>> 5) * 4
  const shift = bit & 31
  let bits = view.getUint32(word, true) >>> shift
  if (shift + width > 32) bits |= view.getUint32(word + 4, true) << (32 - shift)
  return width === 32 ? bits >>> 0 : bits & ((2 ** width - 1) | 0)
}

function readVarInt(reader: DataReader): number {
  let value = 0
  let scale = 1
  for (;;) {
    const byte = reader.view.getUint8(reader.offset)
    reader.offset += 1
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return value
    scale *= 128
  }
}

/** NaN if it is not safe. */
function readZigZag(reader: DataReader): number {
  const zigzag = readVarInt(reader)
  if (!Number.isSafeInteger(zigzag)) return Number.NaN
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
}
