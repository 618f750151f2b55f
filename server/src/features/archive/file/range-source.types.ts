/** Something of which ranges can be read: a file, or an object of a store. */
export interface RangeSource {
  bytes: number
  read(offset: number, bytes: number): Promise<Uint8Array>
}
