// Which keys objects may have: paths that are safe as file names, and the same in URLs and signatures of every server.

/** No segment begins with a dot, so `..` is none, and names with a dot are free for unfinished files. */
const segment = /^[A-Za-z0-9_=-][A-Za-z0-9._=-]{0,199}$/
/** S3 allows 1,024 bytes, of which a store may use some for its own prefix. */
const maxKeyLength = 800

export function isKey(text: string): boolean {
  return text.length <= maxKeyLength && text.split('/').every((part) => segment.test(part))
}

export function requireKey(key: string): void {
  if (isKey(key)) return
  throw new Error(`${JSON.stringify(key.slice(0, 200))} cannot be the key of an object.`)
}

/** A folder, so that `account=1` does not also find `account=10`. */
export function requirePrefix(prefix: string): void {
  if (prefix === '' || (prefix.endsWith('/') && isKey(prefix.slice(0, -1)))) return
  throw new Error(`${JSON.stringify(prefix.slice(0, 200))} is not a folder of objects: "account=1/".`)
}

export function requireRange(offset: number, length: number): void {
  if (Number.isSafeInteger(offset) && offset >= 0 && Number.isSafeInteger(length) && length >= 1) return
  throw new RangeError(`There are no ${length} bytes at ${offset}.`)
}
