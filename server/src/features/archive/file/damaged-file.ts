/** The bytes are not those that were written. Whatever they decode to, no row of them may be used. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}
