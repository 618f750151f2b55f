import { Type } from 'typebox'
import { nameText } from '../../../platform/http/text.ts'
import type { AuthenticationResponse, RegistrationResponse } from './webauthn.ts'

const base64url = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]+$' })
/** Extensions are ignored. */
const anything = Type.Object({}, { additionalProperties: true })
const envelope = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: Type.Literal('public-key'),
  clientExtensionResults: anything,
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 32 })),
}

export const RegistrationResponseBody = Type.Unsafe<RegistrationResponse>(
  Type.Object(
    {
      ...envelope,
      response: Type.Object(
        {
          clientDataJSON: base64url(8_192),
          attestationObject: base64url(16_384),
          transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
        },
        { additionalProperties: true },
      ),
    },
    { additionalProperties: true, description: 'The answer of `navigator.credentials.create`, as JSON.' },
  ),
)

export const AuthenticationResponseBody = Type.Unsafe<AuthenticationResponse>(
  Type.Object(
    {
      ...envelope,
      response: Type.Object(
        {
          clientDataJSON: base64url(8_192),
          authenticatorData: base64url(8_192),
          signature: base64url(8_192),
          userHandle: Type.Optional(base64url(128)),
        },
        { additionalProperties: true },
      ),
    },
    { additionalProperties: true, description: 'The answer of `navigator.credentials.get`, as JSON.' },
  ),
)

export const WebAuthnOptions = Type.Unsafe<object>(
  Type.Object(
    {},
    { additionalProperties: true, description: 'Options of WebAuthn, as JSON. Valid for 5 minutes, once.' },
  ),
)

export const PasskeyView = Type.Object(
  {
    id: Type.String({ examples: ['psk_4nYJ1oZ0m6Yb3Uo2aWq8Kd'] }),
    name: Type.String(),
    host: Type.String({ description: 'The host that the passkey belongs to.' }),
    synced: Type.Boolean({ description: 'Whether its provider copies it to other devices of the user.' }),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { $id: 'Passkey', title: 'Passkey' },
)

export const PasskeyBody = Type.Object(
  {
    name: nameText({ maxLength: 100, description: 'A name to recognise this passkey by.' }),
    response: RegistrationResponseBody,
  },
  { additionalProperties: false },
)

export const PasskeyPath = Type.Object({ passkeyId: Type.String({ maxLength: 64 }) })
