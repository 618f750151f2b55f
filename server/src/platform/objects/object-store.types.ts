/** Stores large immutable files under keys. */
export interface ObjectStore {
  /** Stores the file under the key, whole or not at all, over any former object. Resolves when it is durable. */
  put(key: string, file: string): Promise<void>
  /**
   * The bytes [offset, offset + length) of an object; `length` is at least 1. Throws an `ObjectMissingError`, or an
   * `ObjectDamagedError` if the object ends earlier. They are held in memory: read large objects in pieces.
   */
  read(key: string, offset: number, length: number, signal?: AbortSignal): Promise<Buffer>
  /** Undefined if there is no such object. */
  size(key: string): Promise<number | undefined>
  /** Removing what does not exist succeeds. Removes former versions too, if the store lists them. */
  remove(key: string): Promise<void>
  /**
   * The objects below a folder such as `account=1/`, or all with an empty prefix, in no particular order and without
   * holding the list. Ignores everything that `put` could not have stored.
   */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Whether former versions stay behind. */
  findVersions(): Promise<KeptVersions>
}

/** `removed`: the store keeps versions, and lets us remove them. */
export type KeptVersions = 'none' | 'removed' | 'kept'

export interface StoredObject {
  key: string
  bytes: number
  modifiedAt: Date
}

export type ObjectStoreSettings = ({ kind: 'local' } & LocalSettings) | ({ kind: 's3' } & S3Settings)

export interface LocalSettings {
  /** Has to exist: a disk that is not mounted must not look like an empty store. */
  directory: string
}

export interface S3Settings {
  /** Such as `https://s3.eu-west-1.amazonaws.com`; the bucket is part of the path, never of the host name. */
  endpoint: string
  region: string
  bucket: string
  /** Precedes all keys: `rastro/history`. Empty for none. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** Encryption by the server, with its own key or one of its key management. */
  encryption: 'AES256' | 'aws:kms' | undefined
  /** With `aws:kms`. Undefined for the server's default key. */
  kmsKeyId: string | undefined
}
