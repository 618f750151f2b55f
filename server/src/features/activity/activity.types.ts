/** Activity of a known tracker other than a location. */
export interface ActivityEntry {
  identifier: string
  kind: 'connection' | 'unreadable'
  protocol: string
  reason?: string
  bytes?: Buffer
}
