// Passkeys (WebAuthn). The only file that imports the library: parsing attestations and keys is not ours to get wrong.

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

export type RegistrationResponse = RegistrationResponseJSON
export type AuthenticationResponse = AuthenticationResponseJSON

/** ES256, EdDSA, RS256. Named, because the default of the library grows: it offers algorithms that Node calls experimental. */
export const algorithms = [-7, -8, -257]
const challengeTimeoutMs = 5 * 60_000

/** The site that passkeys belong to. */
export interface Site {
  /** The relying party id: a host without port. */
  host: string
  origin: string
}

export interface VerifiedPasskey {
  /** The caller checks that it was issued and not used. */
  challenge: string
  credentialId: string
  publicKey: Uint8Array
  algorithm: number
  counter: number
  synced: boolean
  transports: string[]
}

/** Discoverable, with user verification and without attestation. */
export function registrationOptions(
  site: Pick<Site, 'host'>,
  user: { handle: string; userName: string; name: string; product: string },
  challenge: Uint8Array,
  known: readonly string[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: user.product,
    rpID: site.host,
    userID: new Uint8Array(Buffer.from(user.handle)),
    userName: user.userName,
    userDisplayName: user.name,
    challenge: new Uint8Array(challenge),
    timeout: challengeTimeoutMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((id) => ({ id })),
  })
}

export function authenticationOptions(
  host: string,
  challenge: Uint8Array,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(challenge),
    timeout: challengeTimeoutMs,
    userVerification: 'required',
  })
}

/** Undefined if anything about the response is wrong. */
export async function verifyRegistration(
  site: Site,
  response: RegistrationResponse,
): Promise<VerifiedPasskey | undefined> {
  let challenge = ''
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (one) => {
        challenge = one
        return true
      },
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || !registrationInfo) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    const algorithm = Number(decodeCredentialPublicKey(credential.publicKey).get(algorithmLabel))
    if (!algorithms.includes(algorithm)) return undefined
    return {
      challenge,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      algorithm,
      counter: credential.counter,
      synced: credentialBackedUp,
      transports: credential.transports ?? [],
    }
  } catch {
    // The library throws for every kind of fault, and they all come from the caller.
    return undefined
  }
}

/** The label of the algorithm in a COSE key. */
const algorithmLabel = 3

/** Returns the new counter; undefined if anything about the response is wrong. Counters are compared by the caller. */
export async function verifyAuthentication(
  site: Site,
  response: AuthenticationResponse,
  passkey: { credentialId: string; publicKey: Uint8Array },
  expectedChallenge: string,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // With 0 the library accepts every counter: a counter that goes back ends the passkey, and is no mere error.
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
