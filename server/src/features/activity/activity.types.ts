/** Activity of a known tracker other than a location. */
export interface ActivityEntry {
  identifier: string
  type: 'connection' | 'unreadable'
  protocol: string
  reason?: string
  bytes?: Buffer
}
