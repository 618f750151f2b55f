export interface Passkey {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  algorithm: number
  counter: number
  host: string
  name: string
  synced: boolean
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
}
