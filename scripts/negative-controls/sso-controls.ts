// Checks of single sign-on, and the rows of the table of attacks that must fail when one of them is switched off.

import type { Control } from './control.types.ts'

const sso = 'server/src/features/sso'
const attacks = { test: `${sso}/sso-attacks.test.ts` }

export const ssoControls: Control[] = [
  {
    name: 'A14: the signature of the ID token is checked',
    file: `${sso}/oidc.ts`,
    from: 'client.enableNonRepudiationChecks(config)',
    to: '',
    ...attacks,
    title: 'signed by another key with the kid',
  },
  {
    name: 'A14: an ID token from the future is refused',
    file: `${sso}/oidc.ts`,
    from: 'if (future(claims.iat) || future(claims.auth_time))',
    to: 'if (future(0))',
    ...attacks,
    title: 'from the future',
  },
  {
    name: 'A14: the authorized party is compared',
    file: `${sso}/oidc.ts`,
    from: 'if (claims.azp !== undefined && claims.azp !== of.clientId)',
    to: 'if (claims.azp === 0)',
    ...attacks,
    title: 'another azp',
  },
  {
    name: 'A14: the issuer of the discovery document is compared',
    file: `${sso}/oidc.ts`,
    from: 'if (metadata.issuer !== issuer)',
    to: 'if (metadata.issuer === undefined)',
    ...attacks,
    title: 'discovery with a placeholder',
  },
  {
    name: 'A14: the state belongs to the browser',
    file: `${sso}/sign-in.ts`,
    from: "if (!isStateOf(flow, given.query.get('state')))",
    to: "if (given.query.get('state') === 'never')",
    ...attacks,
    title: 'with another state',
  },
  {
    name: 'A14: an answer is accepted once',
    file: `${sso}/sign-in.ts`,
    from: "if (!isFirst) throw new RefusedSignIn('the answer was used before')",
    to: '',
    ...attacks,
    title: 'twice, at a provider that takes a code twice',
  },
  {
    name: 'A14: only verified addresses link',
    file: `${sso}/person-user.ts`,
    from: 'if (email === null || !person.isEmailVerified) return undefined',
    to: 'if (email === null) return undefined',
    ...attacks,
    title: 'that is not verified links nobody',
  },
  {
    name: 'A14: an answer has a bound',
    file: `${sso}/guarded-fetch.ts`,
    from: 'if (bytes > maxAnswerBytes) fail(',
    to: 'if (bytes > 1e9) fail(',
    ...attacks,
    title: 'a token answer of 1 MB',
  },
]
