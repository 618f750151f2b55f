/** What a tracker that is known did, beside bringing locations. */
export interface ActivityEntry {
  identifier: string
  kind: 'connection' | 'unreadable'
  protocol: string
  reason?: string
  bytes?: Buffer
}
