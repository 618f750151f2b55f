// Errors of object stores. A store that cannot be reached is an `UnavailableError`, with one of these as its cause.

export class ObjectMissingError extends Error {
  override name = 'ObjectMissingError'
  constructor(key: string) {
    super(`The object "${key}" does not exist.`)
  }
}

/** The object exists, but has fewer bytes than it should have. */
export class ObjectDamagedError extends Error {
  override name = 'ObjectDamagedError'
  constructor(key: string, offset: number, length: number) {
    super(`The object "${key}" is truncated: it ends before byte ${offset + length}.`)
  }
}

/** The store refuses, and a retry would not help: wrong credentials, no such bucket. */
export class StoreRefusalError extends Error {
  override name = 'StoreRefusalError'
}

/** A try failed, and another may succeed. */
export class RetriableError extends Error {
  override name = 'RetriableError'
}
