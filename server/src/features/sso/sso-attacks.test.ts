// Every attack that a browser, a third party or the provider itself can try: each is refused, and opens no session.

import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Attack, HostileProvider } from '../../../test/hostile-provider.ts'
import { newPair, openHostileProvider } from '../../../test/hostile-provider.ts'
import type { Receiver } from '../../../test/receiver.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { cookieOf } from '../../../test/second-factor.ts'
import type { SsoAccount } from '../../../test/sso.ts'
import {
  begin,
  comeBack,
  countSessions,
  makeSsoAccount,
  setUp,
  signInWith,
  tokenOf,
} from '../../../test/sso.ts'
import type { Called, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let provider: HostileProvider
let other: HostileProvider
let inside: Receiver
let account: SsoAccount
/** A user of the account, and one of another account. */
let known: { userName: string; id: string }
let foreign: SsoAccount
beforeAll(async () => {
  world = await openWorld()
  provider = await openHostileProvider()
  other = await openHostileProvider()
  inside = await openReceiver()
  account = await makeSsoAccount(world, provider)
  foreign = (await world.make.account()) as SsoAccount
  const userName = `ana@${account.domain}`
  const body = { name: 'Ana', email: userName, country: 'ES', timeZone: 'UTC' }
  known = (await world.call('POST', '/api/users', { token: account.token, body })).body
  expect(known.userName).toBe(userName)
})
afterAll(async () => {
  for (const one of [provider, other, inside]) await one.close()
  await world.close()
})
let people = 0
beforeEach(() => {
  people += 1
  provider.attack = {}
  provider.requests.length = 0
  provider.person = { sub: `person-${people}`, email: `p${people}@${account.domain}`, email_verified: true }
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signIn = () => signInWith(world, provider, `somebody@${account.domain}`)
const refusalIn = ({ headers }: Called) =>
  new URL(String(headers.location), 'http://rastro.example').searchParams.get('sso')

/** Everything right but one thing. Each time with documents that nobody has cached. */
async function expectRefused(attempt: () => Promise<Called>, refusal: string): Promise<void> {
  const before = await countSessions(world, account)
  const answer = await attempt()
  expect([answer.status, refusalIn(answer)]).toEqual([303, refusal])
  expect(cookieOf(answer)).toBe('')
  expect(await countSessions(world, account)).toBe(before)
}

test('without an attack the person gets in', async () => {
  const before = await countSessions(world, account)
  const answer = await signIn()
  expect([answer.status, answer.headers.location]).toEqual([303, '/'])
  expect(cookieOf(answer)).not.toBe('')
  expect(await countSessions(world, account)).toBe(before + 1)
  const me = await world.call('GET', '/api/users/me', { token: await tokenOf(world, answer) })
  expect(me.body).toMatchObject({ userName: provider.person.email, role: 'standard' })
})

const seconds = () => Math.floor(Date.now() / 1_000)
const idTokens: Record<string, Attack> = {
  'another nonce': { claims: (claims) => ({ ...claims, nonce: 'another' }) },
  'no nonce': { claims: ({ nonce: _nonce, ...claims }) => claims },
  'for another client': { claims: (claims) => ({ ...claims, aud: 'another' }) },
  'for several clients without azp': { claims: (claims) => ({ ...claims, aud: ['rastro', 'another'] }) },
  'for several clients with another azp': {
    claims: (claims) => ({ ...claims, aud: ['rastro', 'another'], azp: 'another' }),
  },
  'another azp': { claims: (claims) => ({ ...claims, azp: 'another' }) },
  'another issuer': { claims: (claims) => ({ ...claims, iss: 'https://another.example' }) },
  'no issuer': { claims: ({ iss: _iss, ...claims }) => claims },
  expired: { claims: (claims) => ({ ...claims, exp: seconds() - 3_600, iat: seconds() - 7_200 }) },
  'without an end': { claims: ({ exp: _exp, ...claims }) => claims },
  'from the future': { claims: (claims) => ({ ...claims, iat: seconds() + 3_600, exp: seconds() + 7_200 }) },
  'authenticated in the future': { claims: (claims) => ({ ...claims, auth_time: seconds() + 3_600 }) },
  'authenticated long ago': { claims: (claims) => ({ ...claims, auth_time: seconds() - 13 * 3_600 }) },
  'not valid yet': { claims: (claims) => ({ ...claims, nbf: seconds() + 3_600 }) },
  'without a subject': { claims: ({ sub: _sub, ...claims }) => claims },
  'with an empty subject': { claims: (claims) => ({ ...claims, sub: '' }) },
  'with a subject of 10 kB': { claims: (claims) => ({ ...claims, sub: 'x'.repeat(10_000) }) },
  'with a number as subject': { claims: (claims) => ({ ...claims, sub: 1 as unknown as string }) },
  'signed with none': {
    idToken: (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
  },
  'signed with the client secret (HS256)': {
    idToken: (claims) => {
      const signed = `${encode({ alg: 'HS256' })}.${encode(claims)}`
      return `${signed}.${createHmac('sha256', provider.clientSecret).update(signed).digest('base64url')}`
    },
  },
  'signed with the public key as a secret': {
    idToken: (claims) => {
      const signed = `${encode({ alg: 'HS256', kid: provider.pair.kid })}.${encode(claims)}`
      const key = provider.pair.publicKey.export({ type: 'spki', format: 'pem' })
      return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
    },
  },
  'signed by another key with the kid of the provider': {
    idToken: (claims) => provider.sign(claims, { pair: { ...newPair(), kid: provider.pair.kid } }),
  },
  'signed by another key with a key of its own in the header': {
    idToken: (claims) => {
      const pair = newPair(provider.pair.kid)
      const jwk = pair.publicKey.export({ format: 'jwk' }) as never
      return provider.sign(claims, { pair, header: { jwk } })
    },
  },
  'with an unknown kid': { pair: newPair('unknown') },
  'with a cut signature': { idToken: (_claims, good) => good.slice(0, -20) },
  'without a signature': { idToken: (_claims, good) => `${good.split('.').slice(0, 2).join('.')}.` },
  'with other claims under the signature': {
    idToken: (claims, good) => {
      const [header, , signature] = good.split('.')
      return [header, encode({ ...claims, sub: 'somebody else' }), signature].join('.')
    },
  },
  'with a critical extension': { header: { crit: ['b64'], b64: true } as never },
  missing: { idToken: () => undefined as never },
  'that is no token': { idToken: () => 'nonsense' },
}

describe('an ID token', () => {
  test.each(Object.keys(idTokens))('%s', async (name) => {
    provider.attack = idTokens[name]!
    await expectRefused(signIn, 'refused')
  })

  test('of an algorithm that is not named', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    provider.attack = { pair: { ...newPair(provider.pair.kid), privateKey }, header: { alg: 'RS512' } }
    await expectRefused(signIn, 'refused')
  })
})

describe('the answer of the browser', () => {
  const userName = () => `somebody@${account.domain}`

  test('with another state', async () => {
    const { url, cookie } = await begin(world, userName())
    const query = { ...provider.authorize(url), state: 'another' }
    await expectRefused(() => comeBack(world, cookie, query), 'expired')
  })

  test('without a state', async () => {
    const { url, cookie } = await begin(world, userName())
    const { code, iss } = provider.authorize(url)
    await expectRefused(() => comeBack(world, cookie, { code, iss }), 'expired')
  })

  test('without the cookie', async () => {
    const { url } = await begin(world, userName())
    await expectRefused(() => comeBack(world, '', { ...provider.authorize(url) }), 'expired')
  })

  test('with the cookie of another browser', async () => {
    const [mine, theirs] = [await begin(world, userName()), await begin(world, userName())]
    const query = { ...provider.authorize(mine.url) }
    await expectRefused(() => comeBack(world, theirs.cookie, query), 'expired')
  })

  test('with a changed cookie', async () => {
    const { url, cookie } = await begin(world, userName())
    const changed = cookie.slice(0, -8) + (cookie.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA')
    await expectRefused(() => comeBack(world, changed, { ...provider.authorize(url) }), 'expired')
  })

  test('with the cookie under the name of another account', async () => {
    const { url, cookie } = await begin(world, userName())
    const moved = cookie.replace(account.account, foreign.account)
    await expectRefused(() => comeBack(world, moved, { ...provider.authorize(url) }), 'expired')
  })

  test('after ten minutes', async () => {
    const { url, cookie } = await begin(world, userName())
    const query = { ...provider.authorize(url) }
    world.clock.offsetMs = 10 * 60_000
    await expectRefused(() => comeBack(world, cookie, query), 'expired')
    world.clock.offsetMs = 0
  })

  test('of another issuer (mix-up)', async () => {
    const { url, cookie } = await begin(world, userName())
    const query = { ...provider.authorize(url), iss: other.issuer }
    await expectRefused(() => comeBack(world, cookie, query), 'refused')
  })

  test('without an issuer, though the provider promises one', async () => {
    const { url, cookie } = await begin(world, userName())
    const { code, state } = provider.authorize(url)
    await expectRefused(() => comeBack(world, cookie, { code, state }), 'refused')
  })

  test('with a code that was injected', async () => {
    const [mine, stolen] = [await begin(world, userName()), await begin(world, userName())]
    const { code } = provider.authorize(stolen.url)
    const query = { ...provider.authorize(mine.url), code }
    await expectRefused(() => comeBack(world, mine.cookie, query), 'refused')
  })

  test('with a code that was injected, at a provider that knows no PKCE', async () => {
    const [mine, stolen] = [await begin(world, userName()), await begin(world, userName())]
    const { code } = provider.authorize(stolen.url)
    const query = { ...provider.authorize(mine.url), code }
    provider.attack = { isLax: true }
    await expectRefused(() => comeBack(world, mine.cookie, query), 'refused')
  })

  test('twice', async () => {
    const { url, cookie } = await begin(world, userName())
    const query = { ...provider.authorize(url) }
    expect((await comeBack(world, cookie, query)).headers.location).toBe('/')
    await expectRefused(() => comeBack(world, cookie, query), 'refused')
  })

  test('twice, at a provider that takes a code twice', async () => {
    provider.attack = { isLax: true }
    const { url, cookie } = await begin(world, userName())
    const query = { ...provider.authorize(url) }
    expect((await comeBack(world, cookie, query)).headers.location).toBe('/')
    await expectRefused(() => comeBack(world, cookie, query), 'refused')
  })

  test('with two codes', async () => {
    const { url, cookie } = await begin(world, userName())
    const { code, state, iss } = provider.authorize(url)
    const query = `code=${code}&code=another&state=${state}&iss=${encodeURIComponent(iss)}`
    const headers = { cookie }
    await expectRefused(() => world.call('GET', `/session/sso/callback?${query}`, { headers }), 'refused')
  })

  test('with an error of the provider', async () => {
    const { url, cookie } = await begin(world, userName())
    const { state, iss } = provider.authorize(url)
    await expectRefused(() => comeBack(world, cookie, { error: 'server_error', state, iss }), 'refused')
    await expectRefused(() => comeBack(world, cookie, { error: 'access_denied', state, iss }), 'cancelled')
  })

  test('asks for S256, a state and a nonce that are not repeated', async () => {
    const [first, second] = [await begin(world, userName()), await begin(world, userName())]
    const [one, two] = [new URL(first.url).searchParams, new URL(second.url).searchParams]
    expect(one.get('code_challenge_method')).toBe('S256')
    expect(one.get('response_type')).toBe('code')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)).toHaveLength(43)
      expect(one.get(name)).not.toBe(two.get(name))
    }
  })
})

describe('the documents of the provider', () => {
  /** Another client id, so that nothing is cached; the cache is by issuer, so it is a new provider. */
  async function withNewProvider(
    attack: Attack,
    work: (one: HostileProvider) => Promise<void>,
  ): Promise<void> {
    const fresh = await openHostileProvider()
    await setUp(world, account, fresh)
    fresh.attack = attack
    fresh.person = { ...provider.person }
    try {
      await work(fresh)
    } finally {
      await setUp(world, account, provider)
      await fresh.close()
    }
  }
  /** Made when it is asked for: the inside is open by then. */
  const redirect = () => ({ status: 302, headers: { location: inside.url }, body: '' })
  const large = { body: { issuer: 'x', padding: 'x'.repeat(1_048_576) } }
  type Reply = ReturnType<NonNullable<Attack['reply']>>
  const when = (path: string, reply: Reply | (() => Reply)): Attack => ({
    reply: (asked) => (asked === path ? (typeof reply === 'function' ? reply() : reply) : undefined),
  })
  const discovery = '/.well-known/openid-configuration'
  const documents: Record<string, Attack> = {
    'discovery of another issuer': { discovery: (one) => ({ ...one, issuer: 'https://another.example' }) },
    'discovery with a placeholder for tenants': {
      discovery: (one) => ({ ...one, issuer: 'https://login.example/{tenantid}/v2.0' }),
    },
    'discovery without a token endpoint': { discovery: ({ token_endpoint: _token, ...one }) => one },
    'discovery that leads to a file': { discovery: (one) => ({ ...one, jwks_uri: 'file:///etc/passwd' }) },
    'discovery that leads inside over http': {
      discovery: (one) => ({ ...one, token_endpoint: 'http://169.254.169.254/latest/' }),
    },
    'discovery with a script as authorization endpoint': {
      discovery: (one) => ({ ...one, authorization_endpoint: 'javascript:alert(1)' }),
    },
    'discovery that signs with none': {
      discovery: (one) => ({ ...one, id_token_signing_alg_values_supported: ['none', 'HS256'] }),
    },
    'discovery that redirects inside': when(discovery, redirect),
    'discovery of 1 MB': when(discovery, large),
    'discovery that is no JSON': when(discovery, { body: '<html>' }),
    'discovery that fails': when(discovery, { status: 500, body: {} }),
  }

  test.each(Object.keys(documents))('%s', async (name) => {
    const before = inside.connections()
    await withNewProvider(documents[name]!, async (fresh) => {
      await expectRefused(() => world.call('GET', `/session/sso?userName=x@${account.domain}`), 'provider')
      expect(fresh.requests).toEqual([discovery])
    })
    expect(inside.connections()).toBe(before)
  })

  const answers: Record<string, [Attack, string]> = {
    'a token endpoint that redirects inside': [when('/token', redirect), 'provider'],
    'a token answer of 1 MB': [when('/token', large), 'provider'],
    'keys that redirect inside': [when('/jwks', redirect), 'provider'],
    'keys of 1 MB': [when('/jwks', large), 'provider'],
    'no keys': [{ jwks: () => ({ keys: [] }) }, 'refused'],
    'a key of its secret': [
      { jwks: () => ({ keys: [{ kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }] }) },
      'refused',
    ],
  }

  test.each(Object.keys(answers))('%s', async (name) => {
    const [attack, refusal] = answers[name]!
    const before = inside.connections()
    await withNewProvider(attack, async (fresh) => {
      await expectRefused(() => signInWith(world, fresh, `x@${account.domain}`), refusal)
    })
    expect(inside.connections()).toBe(before)
  })

  test('a token answer that never comes', { timeout: 20_000 }, async () => {
    await withNewProvider(when('/token', 'hangs'), async (fresh) => {
      const beganAt = performance.now()
      await expectRefused(() => signInWith(world, fresh, `x@${account.domain}`), 'provider')
      expect(performance.now() - beganAt).toBeLessThan(8_000)
    })
  })
})

describe('the e-mail address', () => {
  const claims = (fields: object) => ({ ...provider.person, ...fields })

  test('that is not verified links nobody', async () => {
    for (const email_verified of [false, 'false', undefined, 'true', 1]) {
      provider.person = claims({ email: known.userName, email_verified })
      await expectRefused(
        signIn,
        email_verified === false || email_verified === 'false' ? 'unknown' : 'name_taken',
      )
    }
  })

  test('of a user of another account', async () => {
    provider.person = claims({ email: foreign.userName, email_verified: true })
    await expectRefused(signIn, 'unknown')
  })

  test('of a user of another account, in a domain of this one', async () => {
    const email = `taken@${account.domain}`
    await world.call('POST', '/api/users', {
      token: foreign.token,
      body: { name: 'X', email, country: 'ES', timeZone: 'UTC' },
    })
    provider.person = claims({ email, email_verified: true })
    await expectRefused(signIn, 'name_taken')
  })

  test('of the account holder', async () => {
    await world.superuser.query('update users set email = $2 where id = $1', [
      account.ownerId,
      `owner@${account.domain}`,
    ])
    provider.person = claims({ email: `owner@${account.domain}`, email_verified: true })
    await expectRefused(signIn, 'unknown')
  })

  test('of a domain that nobody has proven, or another account has', async () => {
    for (const email of [
      'x@unproven.example',
      `x@sub.${account.domain}`,
      `x@${account.domain}.evil.example`,
    ]) {
      provider.person = claims({ email, email_verified: true })
      await expectRefused(signIn, 'unknown')
    }
  })

  test('links once: a second person with the address is refused', async () => {
    provider.person = claims({ email: known.userName, email_verified: true })
    const first = await signIn()
    expect(first.headers.location).toBe('/')
    expect((await world.call('GET', '/api/users/me', { token: await tokenOf(world, first) })).body.id).toBe(
      known.id,
    )
    provider.person = claims({ sub: 'an impostor', email: known.userName, email_verified: true })
    await expectRefused(signIn, 'name_taken')
  })
})

test('a user name whose domain is not proven goes nowhere', async () => {
  for (const name of ['nobody', `x@unknown.example`, foreign.userName]) {
    const answer = await world.call('GET', `/session/sso?userName=${encodeURIComponent(name)}`)
    expect([answer.status, refusalIn(answer), answer.headers['set-cookie']]).toEqual([
      303,
      'unknown',
      undefined,
    ])
  }
  expect(provider.requests).toEqual([])
})

test('other routes stay closed to other sites', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  const begun = await world.call('GET', `/session/sso?userName=x@${account.domain}`, { headers })
  expect([begun.status, begun.body.code]).toEqual([403, 'session.foreign_origin'])
  const started = await world.call('POST', '/session/start', { headers, body: { userName: 'x' } })
  expect(started.status).toBe(403)
})
