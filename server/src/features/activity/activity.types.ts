/** What a tracker that is known did, beside bringing locations. */
export interface Arrival {
  identifier: string
  kind: 'connection' | 'unreadable'
  protocol: string
  why?: string
  bytes?: Buffer
}
