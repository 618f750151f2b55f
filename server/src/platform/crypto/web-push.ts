// Web push: a message that only one browser can read (RFC 8291 with aes128gcm of RFC 8188), and the token that
// identifies the sender to a push service (VAPID, RFC 8292).

import type { KeyObject } from 'node:crypto'
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'

const curve = 'prime256v1'
const saltBytes = 16
const authBytes = 16
const pointBytes = 65
/** One record holds the whole message. */
const recordBytes = 4_096
const tagBytes = 16
/** What follows the last byte of the last record. */
const lastRecord = Buffer.from([2])

/** Push services take bodies of 4,096 bytes: what the header, the padding delimiter and the tag leave. */
export const maxPlaintextBytes = recordBytes - (saltBytes + 4 + 1 + pointBytes) - lastRecord.length - tagBytes

/** Keys of a subscription, as the browser returns them in base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

/** Given by the test of the RFC's example only: every message has its own. */
export interface OneTimeSecrets {
  salt: Buffer
  privateKey: Buffer
}

/** Whether messages can be encrypted for a browser with these keys. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== pointBytes || Buffer.from(auth, 'base64url').length !== authBytes) return false
  try {
    ECDH.convertKey(point, curve)
    return true
  } catch {
    return false
  }
}

/** The body of a push message, with `content-encoding: aes128gcm`. */
export function encryptPush(
  { p256dh, auth }: BrowserKeys,
  plaintext: Buffer,
  given?: OneTimeSecrets,
): Buffer {
  if (plaintext.length > maxPlaintextBytes)
    throw new RangeError(`A push message has at most ${maxPlaintextBytes} bytes.`)
  const browserPoint = Buffer.from(p256dh, 'base64url')
  const exchange = createECDH(curve)
  if (given) exchange.setPrivateKey(given.privateKey)
  else exchange.generateKeys()
  const ownPoint = exchange.getPublicKey()
  const salt = given?.salt ?? randomBytes(saltBytes)

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserPoint, ownPoint])
  const shared = derive(exchange.computeSecret(browserPoint), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordBytes)
  header.writeUInt8(ownPoint.length, 4)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [cipher.update(plaintext), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, header, ownPoint, ...sealed])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

export interface VapidKey {
  privateKey: KeyObject
  /** The uncompressed point in base64url: the `applicationServerKey` of browsers. */
  publicKey: string
}

/** The header `authorization` for the push service at `origin`. `subject` is a URL or `mailto:`. */
export function vapidHeader(
  { privateKey, publicKey }: VapidKey,
  { origin, subject, expiresAt }: { origin: string; subject: string; expiresAt: Date },
): string {
  const claims = { aud: origin, exp: Math.floor(expiresAt.getTime() / 1_000), sub: subject }
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
