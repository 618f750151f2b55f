import type { CryptoKey, JWK } from 'jose'

export interface SigningKey {
  kid: string
  publicJwk: JWK
  publicKey: CryptoKey
  privateKey: CryptoKey
  signsFrom: Date
}

export interface StoredKey {
  kid: string
  publicJwk: JWK
  privateSealed: Buffer
  signsFrom: Date
}
