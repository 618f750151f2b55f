/** The bytes of an archive, in a file or on another server. */
export interface Source {
  /** Path, or address without credentials and query, for messages. */
  name: string
  sizeBytes: number
  /** Changes with the content: an interrupted run continues only with the same. */
  version: string
  /** Exactly these bytes, or an error. */
  read(offset: number, bytes: number): Promise<Uint8Array>
  close(): Promise<void>
}
